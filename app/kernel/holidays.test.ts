import { expect, test } from 'vitest'
import { holidayName, isHoliday } from './holidays.ts'
import { at, jstDate, jstDateOf } from './jst.ts'

test.each([
  ['2026-11-23', '勤労感謝の日'],
  ['2027-01-01', '元日'],
  // 憲法記念日 on Sunday the 3rd moves here; the library names it after the last holiday before it
  ['2026-05-06', 'こどもの日 振替休日'],
  ['2027-03-22', '春分の日 振替休日'],
  ['2026-09-22', '休日'],
])('%s is a holiday: %s', (day, name) => {
  expect(isHoliday(jstDate(day))).toBe(true)
  expect(holidayName(jstDate(day))).toBe(name)
})

// 12-31 and 1-2 are days off by custom, not by law.
test.each(['2026-11-22', '2026-11-24', '2026-12-31', '2027-01-02', '2051-01-01'])('%s is no holiday', (day) => {
  expect(isHoliday(jstDate(day))).toBe(false)
  expect(holidayName(jstDate(day))).toBeNull()
})

test('a holiday ends at midnight in Japan, whatever the time zone of the machine', () => {
  expect(isHoliday(jstDateOf(at('2026-11-23 23:59')))).toBe(true)
  expect(isHoliday(jstDateOf(at('2026-11-24 00:00')))).toBe(false)
})
