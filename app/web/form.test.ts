import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  fieldsToMend,
  formKey,
  formOf,
  parseForm,
  refused,
  refusedForNow,
  rowVersion,
  staleForm,
  words,
} from './form.ts'

const Shape = z.object({ key: formKey(), note: words(5) })
const key = '01a1f94c-c380-4001-abd5-109d8fef4216'

const sent = (fields: Record<string, string>, body?: BodyInit) =>
  new Request('https://here.invalid/', { method: 'POST', body: body ?? new URLSearchParams(fields) })
const read = async (fields: Record<string, string>) => parseForm(Shape, await formOf(sent(fields)))

const typedForm = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('what a form says is read, without the character that PostgreSQL cannot keep', async () => {
  expect(await read({ key, note: ' 箱\u0000つぶれ ' })).toEqual({ ok: true, value: { key, note: '箱つぶれ' } })
})

test('a new line counts once, as the browser counted it', async () => {
  expect(await read({ key, note: 'あ\r\nい\r\nう' })).toEqual({ ok: true, value: { key, note: 'あ\nい\nう' } })
})

test('text that is too long is refused at its field, and nothing typed is lost', async () => {
  const answer = await read({ key, note: 'あいうえおか' })
  expect(answer).toEqual({
    ok: false,
    problem: {
      fields: { note: '5文字以下で入力してください。' },
      summary: fieldsToMend,
      typed: { key, note: 'あいうえおか' },
    },
  })
})

test.each([undefined, '', 'x', '0', `${key}0`, '\u0000'])('the key %j is refused in words', async (wrong) => {
  const answer = await read({ note: '', ...(wrong !== undefined && { key: wrong }) })
  expect(answer).toMatchObject({ ok: false, problem: { summary: staleForm } })
})

test.each(['', 'x', '0', '-1', '1.5', 'NaN', '2147483647', '9223372036854775808', '1e309'])(
  'the version %j, which no row has, is refused in words',
  (version) => {
    expect(parseForm(z.object({ version: rowVersion() }), typedForm({ version }))).toMatchObject({
      ok: false,
      problem: { summary: staleForm },
    })
  },
)

test('a body that is no form is a bad request', async () => {
  await expect(formOf(sent({}, '{"key":1}'))).rejects.toMatchObject({ init: { status: 400 } })
})

test('every answer to a form shows again what was typed and ticked, and no password, code or passkey', () => {
  const secrets = { password: 'x', currentPassword: 'x', newPassword: 'x', proofCode: 'x', passkey: '{}' }
  const plain = { name: '灯', endPasskeys: 'yes', passkeys: 'asked' }
  const form = typedForm({ ...secrets, ...plain })
  const typed = [
    refused('いいえ', form).data.problem.typed,
    refusedForNow('あとで', form, 30).data.problem.typed,
    parseForm(z.object({ absent: words(5) }), form),
  ]
  expect(typed).toEqual([plain, plain, expect.objectContaining({ problem: expect.objectContaining({ typed: plain }) })])
})
