import { expect, test } from 'vitest'
import { emailRefusalText, maskEmail, readEmail } from './email.ts'

test.each([
  ['chef@example.jp', 'chef@example.jp'],
  [' chef@example.jp ', 'chef@example.jp'],
  ['ｃｈｅｆ＠ｅｘａｍｐｌｅ．ｊｐ', 'chef@example.jp'],
  ['Chef@EXAMPLE.JP', 'Chef@example.jp'],
  ['a.b+c@mail.example.co.jp', 'a.b+c@mail.example.co.jp'],
  ['taro..da-yo.@docomo.example.jp', 'taro..da-yo.@docomo.example.jp'],
])('%j is %j', (typed, value) => {
  expect(readEmail(typed)).toEqual({ ok: true, value })
})

test.each([
  ['', 'empty'],
  ['chef', 'no_at'],
  ['chef.example.jp', 'no_at'],
  ['a@example.jp, b@example.jp', 'several'],
  ['a@example.jp b@example.jp', 'several'],
  ['chef@', 'not_an_address'],
  ['@example.jp', 'not_an_address'],
  ['chef@example', 'not_an_address'],
  ['chef@example..jp', 'not_an_address'],
  ['che f@example.jp', 'not_an_address'],
  ['料理長@example.jp', 'not_an_address'],
  ['all:chef@example.jp', 'not_an_address'],
  ['料理長@example.jp\nBcc: x@example.jp', 'several'],
  [`${'a'.repeat(65)}@example.jp`, 'not_an_address'],
] as const)('%j is refused as %s', (typed, refusal) => {
  expect(readEmail(typed)).toEqual({ ok: false, refusal })
  expect(emailRefusalText(refusal)).toMatch(/ください/)
})

test.each([
  ['yamada@example.jp', 'ya…@example.jp'],
  ['abc@example.jp', 'a…@example.jp'],
  ['a@example.jp', 'a…@example.jp'],
])('%s is written down as %s', (address, masked) => {
  expect(maskEmail(address)).toBe(masked)
})
