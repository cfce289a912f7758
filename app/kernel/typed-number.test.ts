import { expect, test } from 'vitest'
import { grams } from './grams.ts'
import {
  numberRefusalText,
  numberText,
  readNumber,
  readWeight,
  readYen,
  steppedText,
  weightText,
} from './typed-number.ts'

test.each([
  ['12', 12],
  ['１２', 12],
  ['１，２００', 1200],
  ['¥1,200', 1200],
  ['￥１，２００', 1200],
  ['1,200円', 1200],
  [' 1 200 ', 1200],
  ['　12　', 12],
  ['007', 7],
  ['-5', -5],
  ['−５', -5],
  ['12.0', 12],
])('%j is the number %j', (typed, value) => {
  expect(readNumber(typed)).toEqual({ ok: true, value })
})

test.each([
  ['', 'empty'],
  ['　', 'empty'],
  ['十二', 'not_a_number'],
  ['12個', 'not_a_number'],
  ['1e3', 'not_a_number'],
  ['1-2', 'not_a_number'],
  ['.', 'not_a_number'],
  ['1.5', 'not_whole'],
  ['１．５', 'not_whole'],
])('%j is refused as %s', (typed, refusal) => {
  expect(readNumber(typed)).toMatchObject({ ok: false, refusal })
})

test('decimals, bounds and their sentences', () => {
  expect(readNumber('1.25', { decimals: 2 })).toEqual({ ok: true, value: 1.25 })
  expect(readNumber('1.250', { decimals: 2 })).toEqual({ ok: true, value: 1.25 })
  expect(said(readNumber('1.255', { decimals: 2 }))).toBe('桁数が多すぎます。小数点以下は2桁以内で入力してください')
  expect(said(readNumber('0', { min: 1 }))).toBe('小さすぎます。1以上で入力してください')
  expect(said(readNumber('10,000', { max: 9999 }))).toBe('大きすぎます。9,999以下で入力してください')
  expect(said(readNumber('十二'))).toBe('数字で入力してください（例 12）')
  expect(said(readNumber(''))).toBe('入力されていません。数字で入力してください（例 12）')
})

test.each([
  ['¥1,200', 1200],
  ['１２００円', 1200],
  ['0', 0],
])('%j is %j yen', (typed, value) => {
  expect(readYen(typed)).toEqual({ ok: true, value })
})

test('yen are whole and not below zero', () => {
  expect(readYen('0.5')).toMatchObject({ refusal: 'not_whole' })
  expect(readYen('-1')).toMatchObject({ refusal: 'too_small' })
  expect(readYen('1,000,000,000')).toMatchObject({ refusal: 'too_large' })
})

test.each([
  ['2.685', 'kg', 2685],
  ['２．６８５', 'kg', 2685],
  ['2.685 kg', 'kg', 2685],
  ['2.685㎏', 'kg', 2685],
  ['1.005', 'kg', 1005],
  ['4.35', 'kg', 4350],
  ['500g', 'kg', 500],
  ['500', 'g', 500],
  ['1,200', 'g', 1200],
  ['５００ｇ', 'g', 500],
  ['1.2kg', 'g', 1200],
  ['2キロ', 'g', 2000],
] as const)('%j in a field of %s is %i g', (typed, unit, value) => {
  expect(readWeight(typed, { unit })).toEqual({ ok: true, value })
})

test.each([
  ['2.6855', 'kg', 'too_fine'],
  ['0.5', 'g', 'not_whole'],
  ['', 'g', 'empty'],
  ['kg', 'kg', 'empty'],
  ['二キロ', 'kg', 'not_a_number'],
  ['-1', 'kg', 'too_small'],
  ['10,001', 'kg', 'too_large'],
] as const)('%j in a field of %s is refused as %s', (typed, unit, refusal) => {
  expect(readWeight(typed, { unit })).toMatchObject({ ok: false, refusal })
})

test('the bounds of a weight are said in its unit', () => {
  const read = readWeight('0.1', { unit: 'kg', min: grams(1500) })
  expect(said(read)).toBe('小さすぎます。1.5kg以上で入力してください')
})

test.each([
  [2685, 'kg', '2.685'],
  [2700, 'kg', '2.7'],
  [1_200_000, 'kg', '1,200'],
  [50, 'kg', '0.05'],
  [1200, 'g', '1,200'],
] as const)('%i g is shown in %s as %s', (weight, unit, text) => {
  expect(weightText(weight, unit)).toBe(text)
  expect(readWeight(text, { unit })).toEqual({ ok: true, value: weight })
})

test('numbers are shown with commas and their decimals', () => {
  expect([1200, 1234567.25, -1200, 0.5].map(numberText)).toEqual(['1,200', '1,234,567.25', '-1,200', '0.5'])
})

function said(read: ReturnType<typeof readNumber>) {
  return read.ok ? null : numberRefusalText(read.refusal, read.detail)
}

test.each([
  ['12', 1, 1, {}, '13'],
  ['１，１９９', 1, 1, {}, '1,200'],
  ['1', -1, 1, { min: 1 }, '1'],
  ['9', 1, 6, { max: 12 }, '12'],
  ['', 1, 6, { min: 6 }, '6'],
  ['', 1, 1, {}, '1'],
  ['0.1', 1, 0.2, { decimals: 1 }, '0.3'],
  ['十二', 1, 1, {}, '十二'],
] as const)('an arrow key makes of %j by %i × %d (%j): %s', (typed, steps, step, rule, text) => {
  expect(steppedText(typed, steps, step, rule)).toBe(text)
})
