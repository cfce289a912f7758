import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { phoneRefusalText, phoneText, readPhone } from './phone.ts'
import { readReachablePhone } from './phone-check.server.ts'

test.each([
  ['0312345678', '+81312345678', '03-1234-5678'],
  ['09012345678', '+819012345678', '090-1234-5678'],
  ['07012345678', '+817012345678', '070-1234-5678'],
  ['06012345678', '+816012345678', '060-1234-5678'],
  ['05012345678', '+815012345678', '050-1234-5678'],
  ['0120123456', '+81120123456', '0120-123-456'],
  ['0800-123-4567', '+818001234567', '0800-123-4567'],
  ['0570012345', '+81570012345', '0570-012-345'],
  ['0123456789', '+81123456789', '0123-45-6789'],
  ['0467123456', '+81467123456', '0467-12-3456'],
  ['0126712345', '+81126712345', '01267-1-2345'],
  ['０３（１２３４）５６７８', '+81312345678', '03-1234-5678'],
  ['０９０ー１２３４ー５６７８', '+819012345678', '090-1234-5678'],
  [' 03 1234 5678 ', '+81312345678', '03-1234-5678'],
  ['+81 3-1234-5678', '+81312345678', '03-1234-5678'],
  ['+81(0)3-1234-5678', '+81312345678', '03-1234-5678'],
])('%j is kept as %s and shown as %s', (typed, kept, shown) => {
  const read = readReachablePhone(typed)
  expect(read).toEqual({ ok: true, value: kept })
  expect(read).toEqual(readPhone(typed))
  if (read.ok) expect(phoneText(read.value)).toBe(shown)
})

test.each([
  ['02012345678', 'not_reachable'],
  ['03-1234-567', 'wrong_length'],
  ['080012345678', 'wrong_length'],
  ['312345678', 'wrong_length'],
  ['0012345678', 'wrong_length'],
  ['110', 'wrong_length'],
  ['03-1234-5678 内線12', 'not_a_number'],
  ['電話なし', 'not_a_number'],
  ['', 'empty'],
  ['ー', 'empty'],
] as const)('%j is refused as %s', (typed, refusal) => {
  expect(readReachablePhone(typed)).toEqual({ ok: false, refusal })
  expect(readPhone(typed)).toEqual({ ok: false, refusal })
  expect(phoneRefusalText(refusal)).toMatch(/入力してください/)
})

test('the hyphens stand where the numbering plan has them, for every beginning', () => {
  const wrong: string[] = []
  for (let beginning = 10_000; beginning < 100_000; beginning += 7) {
    for (const digits of [`0${beginning}6789`, `0${beginning}67890`]) {
      const plan = parsePhoneNumberFromString(digits, 'JP')
      const read = readPhone(digits)
      if (!plan?.isValid() || !read.ok) continue
      if (phoneText(read.value) !== plan.formatNational())
        wrong.push(`${phoneText(read.value)} ${plan.formatNational()}`)
    }
  }
  expect(wrong).toEqual([])
})
