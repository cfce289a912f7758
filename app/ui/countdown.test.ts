import { expect, test } from 'vitest'
import { spokenNow, timeWords } from './countdown-labels.ts'

test.each([
  [0, '0秒'],
  [1, '1秒'],
  [59, '59秒'],
  [60, '1分'],
  [61, '1分1秒'],
  [599, '9分59秒'],
  [900, '15分'],
])('%i seconds are %s', (seconds, words) => {
  expect(timeWords(seconds)).toBe(words)
})

test.each([
  [900, 899, null],
  [601, 600, 600],
  [600, 599, null],
  [61, 60, 60],
  [61, 59, 60],
  [60, 59, null],
  [1, 0, 0],
  [900, 30, 60],
  [900, 0, 0],
])('from %i to %i seconds, %s is said', (before, now, mark) => {
  expect(spokenNow(before, now)).toBe(mark)
})
