import { expect, test } from 'vitest'
import { jstDate, minuteOfDay } from '#kernel/jst.ts'
import { shipWeeks } from './ship-weeks.ts'

const policy = {
  shipWeekdays: [1, 2, 4, 5],
  shipsOnHolidays: false,
  packingMinute: minuteOfDay('10:00'),
  cutoffHoursBeforePacking: 16,
  answerHoursAfterCutoff: 2,
} as const
const weeks = shipWeeks(policy, [{ from: jstDate('2026-11-26'), to: jstDate('2026-11-27') }], jstDate('2026-11-24'))
const restOn = (day: string) => weeks.flat().find((it) => it.day === day)?.rest

test('five whole weeks, from the Sunday before today on', () => {
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7])
  expect(weeks.flat().map(({ day }) => day)).toEqual([...weeks.flat().map(({ day }) => day)].sort())
  expect([weeks[0]?.[0]?.day, weeks[4]?.[6]?.day]).toEqual(['2026-11-22', '2026-12-26'])
})

test.each([
  ['2026-11-23', 'farm_holiday'],
  ['2026-11-24', null],
  ['2026-11-25', 'farm_does_not_ship'],
  ['2026-11-26', 'farm_vacation'],
  ['2026-11-30', null],
])('on %s: %s', (day, rest) => expect(restOn(day)).toBe(rest))
