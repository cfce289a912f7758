import { expect, test } from 'vitest'
import { hasCheckDigit, invoiceNumberRefusalText, readInvoiceNumber } from './invoice-number.ts'

test.each([
  ['T7000012050002', 'T7000012050002', true],
  ['T9234567890123', 'T9234567890123', true],
  ['T7123456789012', 'T7123456789012', true],
  ['T1234567890123', 'T1234567890123', false],
  ['t7000012050002', 'T7000012050002', true],
  ['Ｔ７００００１２０５０００２', 'T7000012050002', true],
  ['T7000-0120-50002', 'T7000012050002', true],
  [' T 7000 0120 50002 ', 'T7000012050002', true],
  ['Ｔ７０００ー０１２０ー５０００２', 'T7000012050002', true],
])('%j is read as %s; its check digit is right: %s', (typed, number, right) => {
  const read = readInvoiceNumber(typed)
  expect(read).toEqual({ ok: true, value: number })
  if (read.ok) expect(hasCheckDigit(read.value)).toBe(right)
})

test.each([
  ['', 'empty'],
  ['ー', 'empty'],
  ['T0000012050002', 'not_thirteen_digits'],
  ['T700001205000', 'not_thirteen_digits'],
  ['T70000120500021', 'not_thirteen_digits'],
  ['7000012050002', 'not_thirteen_digits'],
  ['登録なし', 'not_thirteen_digits'],
] as const)('%j is refused as %s', (typed, refusal) => {
  expect(readInvoiceNumber(typed)).toEqual({ ok: false, refusal })
  expect(invoiceNumberRefusalText(refusal)).toMatch(/入力してください/)
})
