import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addHours,
  addMinutes,
  at,
  daysBetween,
  endOfMinute,
  jstDate,
  jstDateOf,
  jstMinuteOf,
  minuteOfDay,
  momentOf,
  monthOf,
  parseJstDate,
  weekdayOf,
} from './jst.ts'

test.each([
  ['2026-11-24T14:30:00Z', '2026-11-24', 23 * 60 + 30],
  ['2026-11-24T14:59:59.999Z', '2026-11-24', 23 * 60 + 59],
  ['2026-11-24T15:00:00Z', '2026-11-25', 0],
  ['2026-12-31T15:00:00Z', '2027-01-01', 0],
  ['2028-02-28T15:00:00Z', '2028-02-29', 0],
  ['1969-12-31T15:00:00Z', '1970-01-01', 0],
])('at %s it is the %s in Japan, minute %i', (utc, day, minute) => {
  expect(jstDateOf(new Date(utc))).toBe(day)
  expect(jstMinuteOf(new Date(utc))).toBe(minute)
})

test.each([
  ['2027-06-01', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-02-30', false],
  ['2027-04-31', false],
  ['2027-13-01', false],
  ['2027-00-10', false],
  ['2027-6-1', false],
  ['２０２７-06-01', false],
  ['2027-06-01T00:00', false],
  [' 2027-06-01', false],
  ['', false],
  [20270601, false],
  [null, false],
  [new Date(), false],
])('%j is a day: %j', (text, isDay) => {
  expect(parseJstDate(text)).toBe(isDay ? text : null)
})

test('a literal that is no day is a bug', () => {
  expect(jstDate('2027-06-01')).toBe('2027-06-01')
  expect(() => jstDate('2027-02-30')).toThrow('not a day: 2027-02-30')
})

test.each([
  ['0:00', 0],
  ['9:30', 570],
  ['09:30', 570],
  ['23:59', 1_439],
  ['24:00', 1_440],
])('%s is minute %i of the day', (text, minute) => {
  expect(minuteOfDay(text)).toBe(minute)
})

test.each(['24:01', '25:00', '9', '9:3', '-1:00', '', '９:３０', 'noon'])('%j is no time of day', (text) => {
  expect(() => minuteOfDay(text)).toThrow('not a time of day')
})

test('minute 1440 of a day is minute 0 of the next', () => {
  expect(momentOf(jstDate('2026-11-24'), 1_440)).toEqual(momentOf(jstDate('2026-11-25'), 0))
  expect(momentOf(jstDate('2026-11-24'), 0)).toEqual(new Date('2026-11-23T15:00:00Z'))
})

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-11-24', 0, '2026-11-24'],
  ['2026-11-24', 365, '2027-11-24'],
])('%s and %i days is %s', (from, days, to) => {
  expect(addDays(jstDate(from), days)).toBe(to)
  expect(daysBetween(jstDate(from), jstDate(to))).toBe(days)
})

test('weekday and month are those of the day', () => {
  expect(weekdayOf(jstDate('2026-11-24'))).toBe(2)
  expect(weekdayOf(jstDate('2026-11-29'))).toBe(0)
  expect(monthOf(jstDate('2026-11-24'))).toBe(11)
})

test('a moment is written in Japanese time', () => {
  expect(at('2026-11-24 12:00')).toEqual(new Date('2026-11-24T03:00:00Z'))
  expect(at('2026-11-24 12:00:00.001').getTime() - at('2026-11-24 12:00').getTime()).toBe(1)
  expect(() => at('soon')).toThrow('not a moment: soon')
  expect(addHours(at('2026-11-24 23:00'), 2)).toEqual(at('2026-11-25 01:00'))
  expect(addMinutes(at('2026-11-24 00:01'), -2)).toEqual(at('2026-11-23 23:59'))
})

test('every moment lies in its own day and minute', () => {
  const moment = fc.date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, (it) => {
      const start = momentOf(jstDateOf(it), jstMinuteOf(it)).getTime()
      expect(it.getTime() - start).toBeGreaterThanOrEqual(0)
      expect(it.getTime() - start).toBeLessThan(60_000)
    }),
  )
})

test('until a deadline, the end of a minute has as many whole minutes left as any moment of it, and the same day', () => {
  const deadline = at('2026-11-24 17:00')
  const minutesFrom = (now: Date) => Math.floor((deadline.getTime() - now.getTime()) / 60_000)
  // at the full minute itself one more is left; in all other moments of it as many
  const moment = fc
    .integer({ min: -100_000_000, max: 100_000_000 })
    .filter((ms) => ms % 60_000 !== 0)
    .map((ms) => new Date(deadline.getTime() + ms))
  fc.assert(
    fc.property(moment, (it) => {
      expect(minutesFrom(endOfMinute(it))).toBe(minutesFrom(it))
      expect(jstDateOf(endOfMinute(it))).toBe(jstDateOf(it))
    }),
  )
  expect(endOfMinute(at('2026-11-24 23:59:10'))).toEqual(at('2026-11-24 23:59:59.999'))
})
