import { expect, test } from 'vitest'
import { postalCodeRefusalText, postalCodeText, readPostalCode } from './postal-code.ts'

test.each([
  '100-0001',
  '1000001',
  '１００－０００１',
  '〒100-0001',
  '〒１００ー０００１',
  '100‐0001',
  '100−0001',
  ' 100 0001 ',
])('%j is 100-0001', (typed) => {
  const read = readPostalCode(typed)
  expect(read).toEqual({ ok: true, value: '1000001' })
  if (read.ok) expect(postalCodeText(read.value)).toBe('100-0001')
})

test.each([
  ['0608621', { ok: true, value: '0608621' }],
  ['162-0825', { ok: true, value: '1620825' }],
])('%j may begin with any digit', (typed, expected) => {
  expect(readPostalCode(typed)).toEqual(expected)
})

test.each([
  ['100000', 'not_seven_digits'],
  ['10000011', 'not_seven_digits'],
  ['一〇〇〇〇〇一', 'not_seven_digits'],
  ['100-000a', 'not_seven_digits'],
  ['', 'empty'],
  ['〒', 'empty'],
] as const)('%j is refused as %s', (typed, refusal) => {
  expect(readPostalCode(typed)).toMatchObject({ ok: false, refusal })
  expect(postalCodeRefusalText(refusal)).toMatch(/7桁の数字で入力してください/)
})
