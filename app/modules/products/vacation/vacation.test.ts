import { expect, test } from 'vitest'
import { holidayName } from '#kernel/holidays.ts'
import { jstDate } from '#kernel/jst.ts'
import { checkRest, monthOfFarm, nextMonth, restText } from './vacation.ts'

const rest = (from: string, to: string) => ({ from: jstDate(from), to: jstDate(to) })
const today = jstDate('2026-11-24')

test.each([
  ['2025-05-01', '2025-05-06', '2025年5月1日(木)〜2025年5月6日(火)は休業'],
  ['2026-12-31', '2027-01-03', '12月31日(木)〜2027年1月3日(日)は休業'],
  ['2026-11-25', '2026-11-25', '11月25日(水)は休業'],
])('%s to %s is told as %s', (from, to, text) => {
  expect(restText(rest(from, to))).toBe(text)
})

const others = [rest('2026-12-29', '2027-01-03')]
test.each([
  ['2026-11-24', '2026-11-24', null],
  ['2026-11-23', '2026-11-24', 'vacation_past'],
  ['2026-11-26', '2026-11-25', 'vacation_past'],
  ['2026-12-28', '2026-12-28', null],
  ['2026-12-28', '2026-12-29', 'vacation_overlaps'],
  ['2027-01-03', '2027-01-05', 'vacation_overlaps'],
  ['2027-01-04', '2027-01-05', null],
  ['2026-12-30', '2026-12-30', 'vacation_overlaps'],
  ['2027-11-24', '2027-11-24', null],
  ['2027-11-25', '2027-11-25', 'vacation_too_far'],
  ['2027-02-01', '2027-05-04', null],
  ['2027-02-01', '2027-05-05', 'vacation_too_far'],
])('%s to %s: %s', (from, to, refusal) => {
  expect(checkRest(rest(from, to), others, today)?.refusal ?? null).toBe(refusal)
})

test('a month of the farm: rests before holidays before weekdays', () => {
  const weeks = monthOfFarm('2026-11', {
    today,
    vacations: [rest('2026-11-23', '2026-11-25')],
    shipWeekdays: [1, 2, 3, 4, 5, 6],
    shipsOnHolidays: false,
    holidayName,
  })
  const why = new Map(weeks.flat().flatMap((day) => (day ? [[day.day, day.why] as const] : [])))
  expect(why.size).toBe(30)
  expect(weeks.every((week) => week.length === 7)).toBe(true)
  expect([why.get(jstDate('2026-11-03')), why.get(jstDate('2026-11-23')), why.get(jstDate('2026-11-29'))]).toEqual([
    'holiday',
    'vacation',
    'weekday',
  ])
  expect(why.get(jstDate('2026-11-26'))).toBeNull()
})

test.each([
  ['2026-12', '2027-01'],
  ['2026-09', '2026-10'],
])('after %s comes %s', (month, next) => {
  expect(nextMonth(month)).toBe(next)
})
