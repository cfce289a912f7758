import { expect, test } from 'vitest'
import { addDays, jstDate } from '#kernel/jst.ts'
import { reminderDueOn } from './reminder-days.ts'

const due = jstDate('2026-11-30')

test.each([
  [-4, null],
  [-3, -3],
  [-1, -3],
  [0, 0],
  [2, 0],
  [3, 3],
  [6, 3],
  [7, 7],
  [13, 7],
  [14, 14],
  [200, 14],
])('%i days after the due date: the reminder of day %s', (days, reminder) => {
  expect(reminderDueOn(addDays(due, days), due)).toBe(reminder)
})
