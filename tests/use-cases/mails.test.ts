import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Email, readEmail } from '../../app/kernel/email.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import type { MailEngine, OutgoingMail } from '../../app/modules/notifications/mail-engine.ts'
import { mailDetail, newestMails } from '../../app/modules/notifications/mail-queries.server.ts'
import { mailedCode } from '../../app/modules/notifications/mailed-code.server.ts'
import {
  type MessagePart,
  mailedCodeId,
  notificationKind,
  type StoredKind,
} from '../../app/modules/notifications/notification-kind.ts'
import { type MailTo, notify } from '../../app/modules/notifications/notify.server.ts'
import { ourPage } from '../../app/modules/notifications/our-page.ts'
import { reasonText } from '../../app/modules/notifications/reason-text.ts'
import { forgetOldMails, sendMails } from '../../app/modules/notifications/send-mails.server.ts'
import { anAdmin, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { note, testEncryption, testSite } from '../support/mailed.ts'
import { testQueues } from '../support/queues.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const queues = testQueues(test_)
const system = (now = noon) => ({ db: test_.db, now, site: testSite, encryption: testEncryption, kinds })
const shownIn = (environment: 'production' | 'test') => ({
  environment,
  secureOrigin: testSite,
  encryption: testEncryption,
  kinds,
})
const to = (): Email => must(readEmail(`${newId()}@example.jp`))
const coded = notificationKind('coded', {
  about: null,
  data: z.object({ codeId: mailedCodeId, parts: z.array(z.custom<MessagePart>()) }),
  codeIn: ({ codeId }) => codeId,
  message: ({ parts }) => ({ title: '件名', summary: '', parts }),
  sample: { codeId: newId<'mailedCode'>(), parts: [] },
})
const kinds = [note, coded]
const aMail = (parts: MessagePart[] = [{ text: '㈱髙島 ①番 🥕 のご注文' }], more: { to?: MailTo } = {}) => ({
  key: newId(),
  kind: note,
  to: to(),
  data: { subject: '件名', parts },
  ...more,
})

/** A mail engine that records what it was given; refuses while told to. */
function post(refuses: () => boolean = () => false) {
  const given: OutgoingMail[] = []
  const engine: MailEngine = {
    kind: 'smtp',
    async send(mail) {
      await new Promise((done) => setTimeout(done, 2))
      if (refuses()) throw new Error('450 try again later')
      given.push(mail)
    },
  }
  return { engine, given }
}
const rowOf = (key: string) => test_.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
/** Sends what the queue of mails has due at a moment. */
const send = (engine: MailEngine, now = noon, kindsHere: readonly StoredKind[] = kinds) =>
  queues.run('mail', now, (jobs) => sendMails({ ...system(now), kinds: kindsHere }, engine, jobs))
const empty = () => test_.pool.query('delete from mails')

test('a mail is queued in the transaction of its event: rolled back, none is sent', async () => {
  await empty()
  const rolledBack = test_.db.transaction().execute(async (db) => {
    await notify(db, noon, aMail())
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect((await test_.pool.query('select from mails')).rowCount).toBe(0)
})

test('the same key is queued once', async () => {
  const mail = aMail()
  await Promise.all(Array.from({ length: 5 }, () => notify(test_.db, noon, mail)))
  const { rowCount } = await test_.pool.query('select from mails where key = $1', [mail.key])
  expect(rowCount).toBe(1)
})

test('the words are the same in HTML and in plain text, whatever characters they have', async () => {
  const mail = aMail()
  await notify(test_.db, noon, mail)
  const waiting = await rowOf(mail.key)
  expect(waiting).toMatchObject({ html: null, text: null, data: mail.data })
  const { engine, given } = post()
  await send(engine)
  const { html, text } = there(given.find(({ id }) => id === waiting.id))
  expect(html).toContain('㈱髙島 ①番 🥕 のご注文')
  expect(text).toContain('㈱髙島 ①番 🥕 のご注文')
  expect(text).toContain('お知らせ')
  expect(text).not.toContain('<')
  expect(html).not.toMatch(/<img|https?:\/\/(?!www\.w3\.org)/)
  expect(await rowOf(mail.key)).toMatchObject({ html, text, data: null })
})

test('of five workers at once each mail is sent by one', async () => {
  await empty()
  for (let n = 0; n < 50; n++) await notify(test_.db, noon, aMail())
  const { engine, given } = post()
  await Promise.all(Array.from({ length: 5 }, () => send(engine)))
  expect(given).toHaveLength(50)
  expect(new Set(given.map(({ id }) => id)).size).toBe(50)
  expect((await test_.pool.query('select from mails where sent_at is null')).rowCount).toBe(0)
})

test('a failed mail is retried at growing intervals for a day and a half, then given up and shown', async () => {
  await empty()
  const mail = aMail()
  await notify(test_.db, noon, mail)
  const { engine } = post(() => true)
  const { id } = await rowOf(mail.key)
  let now = noon
  for (let tries = 1; tries <= queues.settings.mail.retryLimit; tries += 1) {
    expect(await send(engine, now)).toMatchObject({ sent: 0, failed: 1 })
    expect(await rowOf(mail.key)).toMatchObject({ tries, lastError: '450 try again later', failedAt: null })
    const next = await queues.nextTry('mail', id)
    const waited = (next.getTime() - now.getTime()) / 60_000
    expect(waited).toBeGreaterThanOrEqual(Math.min(2 ** tries, 720))
    expect(waited).toBeLessThan(Math.min(2 ** (tries + 1), 720) + 0.1)
    expect(await send(engine, addMinutes(next, -1))).toMatchObject({ sent: 0, failed: 0 })
    now = next
  }
  await send(engine, now)
  expect(now.getTime() - noon.getTime()).toBeGreaterThan(24 * 3_600_000)
  expect(await rowOf(mail.key)).toMatchObject({ dueAt: null, failedAt: now, lastError: '450 try again later' })
  expect(await send(engine, addMinutes(now, 10_000))).toMatchObject({ sent: 0, failed: 0 })
})

test('a mail goes out when the server is back, under the same id', async () => {
  await empty()
  let away = true
  const { engine, given } = post(() => away)
  const mail = aMail([], { to: 'staff' })
  await notify(test_.db, noon, mail)
  await send(engine)
  away = false
  await send(engine, addMinutes(noon, 5))
  const row = await rowOf(mail.key)
  expect(given).toMatchObject([{ id: row.id, to: 'staff' }])
  expect(row).toMatchObject({ tries: 2, lastError: null })
})

test('the mail of a worker that crashes while sending is tried again', async () => {
  await empty()
  const mail = aMail()
  await notify(test_.db, noon, mail)
  void queues.run('mail', noon, () => new Promise(() => {}))
  const { id } = await rowOf(mail.key)
  await expect.poll(() => queues.stateOf('mail', id)).toBe('active')
  const { engine, given } = post()
  await send(engine)
  expect(given).toEqual([])
  await queues.rescue('mail', addMinutes(noon, 2))
  await send(engine, addMinutes(noon, 7))
  expect(given).toHaveLength(1)
})

test('a worker that comes late does not change how a mail ended', async () => {
  await empty()
  const mail = aMail()
  await notify(test_.db, noon, mail)
  let fail = (_: Error) => {}
  const slow: MailEngine = { kind: 'smtp', send: () => new Promise((_, reject) => (fail = reject)) }
  const late = send(slow)
  const { id } = await rowOf(mail.key)
  await expect.poll(() => queues.stateOf('mail', id)).toBe('active')
  await queues.rescue('mail', addMinutes(noon, 2))
  const next = addMinutes(noon, 7)
  await send(post().engine, next)
  fail(new Error('socket timeout'))
  await late
  expect(await rowOf(mail.key)).toMatchObject({ sentAt: next, lastError: null })
  expect(await queues.stateOf('mail', id)).toBe('completed')
})

test('without a mail server mails stay, and do not go out when one is set later', async () => {
  await empty()
  const mail = aMail()
  await notify(test_.db, noon, mail)
  expect(await send({ kind: 'kept' })).toMatchObject({ sent: 1 })
  expect(await rowOf(mail.key)).toMatchObject({ keptAt: noon, dueAt: null, sentAt: null })
  const { engine, given } = post()
  await send(engine, addMinutes(noon, 10_000))
  expect(given).toEqual([])
})

test('mails are forgotten after 90 days, those that failed after a year, those that wait never', async () => {
  await empty()
  const [sent, waiting] = [aMail(), aMail()]
  await notify(test_.db, noon, sent)
  await send(post().engine)
  await notify(test_.db, noon, waiting)
  const days = (count: number) => system(addMinutes(noon, count * 24 * 60))
  expect(await forgetOldMails(days(90))).toBe(0)
  expect(await forgetOldMails(days(91))).toBe(1)
  expect(await forgetOldMails(days(4_000))).toBe(0)
})

test('in production mails are shown to administrators only; in development to every visitor', async () => {
  const mail = aMail()
  await notify(test_.db, noon, mail)
  const { id } = await rowOf(mail.key)
  const visitor = as(test_.db, { kind: 'visitor' })
  await expect(newestMails(visitor, { environment: 'production' })).rejects.toThrow(NotFound)
  await expect(mailDetail(visitor, shownIn('production'), id)).rejects.toThrow(NotFound)
  expect((await newestMails(visitor, { environment: 'test' })).map((row) => row.id)).toContain(id)
  const staff = as(test_.db, await anAdmin(test_.db))
  expect(await mailDetail(staff, shownIn('production'), id)).toMatchObject({
    id,
    template: 'note',
  })
})

test('a link of a mail that the clock wrote leads to our site when it is sent, and when it is shown', async () => {
  await empty()
  const mail = aMail([{ button: '注文を見る', to: ourPage('/farmer/orders') }])
  await notify(test_.db, noon, mail)
  const { id } = await rowOf(mail.key)
  const { engine, given } = post()
  await send(engine)
  const shown = await mailDetail(as(test_.db, await anAdmin(test_.db)), shownIn('test'), id)
  for (const { html, text } of [there(given[0]), shown]) {
    expect(html).toContain('href="https://market.example.jp/farmer/orders"')
    expect(text).toContain('https://market.example.jp/farmer/orders')
  }
})

test('the link of a mail gets its secret when it is sent, and in production no one else reads it, not even staff', async () => {
  await empty()
  const codeId = newId<'mailedCode'>()
  const pasted = 'a'.repeat(43)
  const mail = {
    ...aMail(),
    kind: coded,
    data: {
      codeId,
      parts: [
        { button: 'ひらく', to: ourPage(`/admin/invitation?code=${codeId}`) },
        { text: `code=${pasted}` },
      ] satisfies MessagePart[],
    },
  }
  await notify(test_.db, noon, mail)
  const { id } = await rowOf(mail.key)
  const { engine, given } = post()
  await send(engine)
  const secret = mailedCode(testEncryption, codeId)
  for (const part of ['html', 'text'] as const) expect(there(given[0])[part]).toContain(`invitation?code=${secret}`)
  const staff = as(test_.db, await anAdmin(test_.db))
  const hidden = await mailDetail(staff, shownIn('production'), id)
  expect(hidden.text).toContain('invitation?code=…')
  for (const part of [secret, codeId, pasted]) expect(JSON.stringify(hidden)).not.toContain(part)
  expect((await mailDetail(staff, shownIn('test'), id)).text).toContain(secret)
})

test('an id that a user wrote is not signed: a mail has one code, and its id is its own', async () => {
  await empty()
  const [own, other] = [newId<'mailedCode'>(), newId<'mailedCode'>()]
  const parts = [{ text: `${ourPage(`/auth/invitation?code=${other}`)} ${other}` }]
  await notify(test_.db, noon, { ...aMail(), kind: coded, data: { codeId: own, parts } })
  await notify(test_.db, noon, aMail(parts))
  const { engine, given } = post()
  await send(engine)
  expect(given).toHaveLength(2)
  expect(JSON.stringify(given)).not.toContain(mailedCode(testEncryption, other))
})

test('what others answer is kept without what may be a secret of ours, and with the ids of theirs', async () => {
  const [id, secret] = [newId(), mailedCode(testEncryption, newId<'mailedCode'>())]
  expect(reasonText(`450 not now ${id} https://x.example/?code=${secret.slice(0, 40)}`)).toBe(
    `450 not now ${id} https://x.example/?code=…`,
  )
})

test('a mail whose kind this version of the program does not know waits for one that does, and staff see why', async () => {
  await empty()
  const mail = aMail()
  await notify(test_.db, noon, mail)
  const { engine, given } = post()
  expect(await send(engine, noon, [])).toMatchObject({ failed: 1 })
  expect(given).toEqual([])
  expect(await rowOf(mail.key)).toMatchObject({ data: mail.data, lastError: expect.stringContaining('note') })
  expect(await send(engine, addMinutes(noon, 5))).toMatchObject({ sent: 1 })
})
