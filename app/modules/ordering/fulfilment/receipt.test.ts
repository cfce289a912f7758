import { expect, test } from 'vitest'
import { isTooWarm, readTenths, tenthsText } from './receipt.ts'

test.each([
  ['', null],
  [' ', null],
  [null, null],
  ['4.5', 45],
  ['４．５℃', 45],
  ['-18', -180],
  ['−18.5度', -185],
  ['ー18', -180],
  ['0', 0],
  ['+3', 30],
  ['4.55', undefined],
  ['五', undefined],
  ['51', undefined],
  ['100', undefined],
] as const)('%j is read as %j tenths', (text, expected) => {
  expect(readTenths(text)).toBe(expected)
})

test.each([
  [45, '4.5℃'],
  [-180, '−18℃'],
  [0, '0℃'],
  [-5, '−0.5℃'],
])('%d is written %s', (tenths, text) => {
  expect(tenthsText(tenths)).toBe(text)
})

test('the limit itself is cold enough', () => {
  expect([100, 101, null].map((it) => isTooWarm('chilled', it))).toEqual([false, true, false])
  expect([-150, -149].map((it) => isTooWarm('frozen', it))).toEqual([false, true])
})
