import { expect, test } from 'vitest'
import { at, jstDate } from '#kernel/jst.ts'
import { pickupDeadline } from './pickup-deadline.ts'

test.each([
  ['an ordinary Wednesday: the same day', '2026-11-25', '2026-11-25 17:00'],
  ['a Saturday: the same day', '2026-11-28', '2026-11-28 17:00'],
  ['a Sunday: the day before', '2026-11-29', '2026-11-28 17:00'],
  ['勤労感謝の日: the day before', '2026-11-23', '2026-11-22 17:00'],
  ['a substitute holiday: the day before', '2026-05-06', '2026-05-05 17:00'],
  ['a Wednesday in December: the day before', '2026-12-02', '2026-12-01 17:00'],
  ['the first of December: the last of November', '2026-12-01', '2026-11-30 17:00'],
  ['the last of December', '2026-12-31', '2026-12-30 17:00'],
])('%s', (_, shipOn, until) => {
  expect(pickupDeadline(jstDate(shipOn), 17 * 60)).toEqual(at(until))
})
