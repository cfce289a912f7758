import { expect, test } from 'vitest'
import { codeRefusalText, readCode } from './code.ts'

test.each([
  ['123456', '123456'],
  ['１２３４５６', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['000000', '000000'],
])('%j is the code %s', (typed, value) => {
  expect(readCode(typed, 6)).toEqual({ ok: true, value })
})

test.each([
  ['', 'empty'],
  ['12345', 'wrong_digits'],
  ['1234567', 'wrong_digits'],
  ['12345a', 'wrong_digits'],
] as const)('%j is refused as %s', (typed, refusal) => {
  expect(readCode(typed, 6)).toMatchObject({ ok: false, refusal })
  expect(codeRefusalText(refusal, 6)).toContain('届いた6桁の数字を入力してください')
})
