import { expect, test } from 'vitest'
import { meaningOf } from './search-word.ts'

test.each([
  ['11/27', '%-11-27'],
  ['1/5', '%-01-05'],
  ['11月27日', '%-11-27'],
  ['11月27日(金)', '%-11-27'],
  ['2月29日', '%-02-29'],
  ['2026-11-27', '2026-11-27'],
  ['2026/11/27', '2026-11-27'],
  ['2026年11月27日(金)', '2026-11-27'],
  ['13/1', null],
  ['2/30', null],
  ['トマト', null],
  ['261121-00001', null],
])('%s is the day %s', (word, day) => {
  expect(meaningOf(word).day).toBe(day)
})

test.each([
  ['12400', 12_400],
  ['12,400', 12_400],
  ['¥12,400', 12_400],
  ['12400円', 12_400],
  ['11/27', null],
  ['トマト', null],
])('%s is the amount %s', (word, amount) => {
  expect(meaningOf(word).yen).toBe(amount)
})
