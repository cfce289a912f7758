import { expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { type AnswerLinkId, newId } from '../../app/kernel/ids.ts'
import { answerToken, readAnswerToken } from '../../app/modules/notifications/answer-token.server.ts'
import { answerPage, ourPage } from '../../app/modules/notifications/our-page.ts'
import { renderMail } from '../../app/modules/notifications/render-mail.server.ts'
import { withSite } from '../../app/modules/notifications/with-site.server.ts'

const encryption = makeEncryption('a secret of thirty-two characters')
const link: AnswerLinkId = newId<'answerLink'>()

test('a token says which link it is for, and only its maker can make it', () => {
  const token = answerToken(encryption, link)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(readAnswerToken(encryption, token)).toBe(link)
  expect(readAnswerToken(makeEncryption('another secret of thirty-two char'), token)).toBeNull()
})

test('the mark of one link opens no other', () => {
  const [mine, other] = [answerToken(encryption, link), answerToken(encryption, newId<'answerLink'>())]
  expect(readAnswerToken(encryption, other.slice(0, 21) + mine.slice(21))).toBeNull()
  for (const wrong of [
    '',
    mine.slice(1),
    `${mine}A`,
    `${mine.slice(0, 42)}!`,
    mine.slice(0, 42) + (mine.endsWith('A') ? 'E' : 'A'),
  ])
    expect(readAnswerToken(encryption, wrong)).toBeNull()
})

test('the secret end of an address is put in when the mail is sent', () => {
  const html = `<a href="${answerPage(link)}">答える</a> ${ourPage('/farmer/orders')}`
  const mail = { html, text: `答える ${answerPage(link)}`, codeId: null }
  const site = 'https://market.example.jp'
  const token = answerToken(encryption, link)
  expect(withSite(mail, { site, encryption })).toEqual({
    html: `<a href="${site}/a/${token}">答える</a> ${site}/farmer/orders`,
    text: `答える ${site}/a/${token}`,
  })
  expect(withSite(mail, { site, encryption: null }).html).toContain(`${site}/a/…"`)
})

test('an address that a user wrote, and a mail quotes, is not signed: the id of a link alone opens nothing', async () => {
  const quoted = answerPage(link)
  const { html, text } = await renderMail({
    title: '',
    summary: '',
    parts: [{ quote: `見て href="${quoted}" ${quoted}` }],
  })
  const sent = withSite({ html, text, codeId: null }, { site: 'https://market.example.jp', encryption })
  expect(sent.html + sent.text).toContain('https://market.example.jp/a/…')
  expect(sent.html + sent.text).not.toContain(answerToken(encryption, link))
})
