import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { monthIn, scaleDueOn, scaleState, weighsUntil } from './scale.ts'

test.each([
  ['2025-11-01', null, '2026-11-30'],
  ['2023-12-01', '2024-11-01', '2026-11-30'],
  ['2024-12-01', null, '2025-12-31'],
  ['2023-01-01', '2024-12-01', '2026-12-31'],
] as const)('marked %s, inspected %s: due %s', (marked, inspected, due) => {
  const inspectedOn = inspected && jstDate(inspected)
  expect(scaleDueOn({ markedOn: jstDate(marked), inspectedOn })).toBe(due)
})

test('a scale that was inspected in November 2024 is overdue in December 2026', () => {
  const due = scaleDueOn({ markedOn: jstDate('2023-10-01'), inspectedOn: jstDate('2024-11-01') })
  expect(scaleState(due, jstDate('2026-10-31'))).toBe('due_soon')
  expect(scaleState(due, jstDate('2026-10-30'))).toBe('in_date')
  expect(scaleState(due, jstDate('2026-11-30'))).toBe('due_soon')
  expect(scaleState(due, jstDate('2026-12-01'))).toBe('overdue')
})

test('a farm weighs on for sixty days after it was told', () => {
  expect(weighsUntil(null)).toBeNull()
  expect(weighsUntil(jstDate('2026-11-24'))).toBe('2027-01-23')
})

test.each([
  ['2026-11', '2026-11-01'],
  ['２０２６年４月', '2026-04-01'],
  ['2026-13', null],
  ['去年', null],
])('the month %s', (typed, day) => {
  expect(monthIn(typed)).toBe(day)
})
