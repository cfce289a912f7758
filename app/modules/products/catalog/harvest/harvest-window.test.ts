import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { leftOn, overlapping, promisedOf } from './harvest-window.ts'

const days = (from: string, to: string) => ({ from: jstDate(from), to: jstDate(to) })

test.each([
  ['high', 30, 50, 50],
  ['middle', 30, 50, 40],
  ['middle', 30, 51, 40],
  ['low', 30, 50, 30],
  ['low', 0, 50, 0],
  ['middle', 0, 1, 0],
  ['high', 12, 12, 12],
] as const)('%s of %i to %i promises %i', (confidence, leastQty, mostQty, promised) => {
  expect(promisedOf({ confidence, leastQty, mostQty })).toBe(promised)
})

const windows = [
  { ...days('2026-11-25', '2026-11-27'), left: 12 },
  { ...days('2026-11-30', '2026-11-30'), left: 0 },
]
test.each([
  ['2026-11-24', 0],
  ['2026-11-25', 12],
  ['2026-11-27', 12],
  ['2026-11-28', 0],
  ['2026-11-30', 0],
])('on %s there are %i left', (day, left) => {
  expect(leftOn(windows, jstDate(day))).toBe(left)
})

test.each([
  ['2026-11-27', '2026-11-29', true],
  ['2026-11-20', '2026-11-25', true],
  ['2026-11-26', '2026-11-26', true],
  ['2026-11-28', '2026-11-29', false],
  ['2026-12-01', '2026-12-02', false],
])('%s to %s shares a day with another: %s', (from, to, does) => {
  expect(overlapping(days(from, to), windows) !== null).toBe(does)
})
