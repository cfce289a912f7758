import { expect, test } from 'vitest'
import { jstDate } from './jst.ts'
import { dayRefusalText, daysInMonth, readDay, readDayMonthYear, yearWithEra } from './typed-day.ts'

test.each([
  ['2026-11-25', '2026-11-25'],
  ['2026/11/5', '2026-11-05'],
  ['２０２６年１１月２５日', '2026-11-25'],
  ['2028-02-29', '2028-02-29'],
])('%j is %s', (typed, value) => {
  expect(readDay(typed)).toEqual({ ok: true, value })
})

test.each([
  ['', 'empty'],
  ['2026-02-30', 'not_a_day'],
  ['11月25日', 'not_a_day'],
  ['明日', 'not_a_day'],
  ['2026-10-31', 'too_early'],
  ['2027-01-01', 'too_late'],
] as const)('%j is refused as %s', (typed, refusal) => {
  const rule = { min: jstDate('2026-11-01'), max: jstDate('2026-12-31') }
  expect(readDay(typed, rule)).toEqual({ ok: false, refusal })
  expect(dayRefusalText(refusal)).toMatch(/ください/)
})

test.each([
  [['1985', '2', '9'], { ok: true, value: '1985-02-09' }],
  [['2000', '2', '29'], { ok: true, value: '2000-02-29' }],
  [['1900', '2', '29'], { ok: false, refusal: 'not_a_day' }],
  [['1985', '', '9'], { ok: false, refusal: 'not_a_day' }],
  [['', '', ''], { ok: false, refusal: 'empty' }],
] as const)('the three parts %j', ([year, month, day], expected) => {
  expect(readDayMonthYear(year, month, day)).toEqual(expected)
})

test.each([
  [2026, 2, 28],
  [2028, 2, 29],
  [1900, 2, 28],
  [null, 2, 29],
  [2026, 4, 30],
  [2026, 12, 31],
  [2026, null, 31],
])('the month %j-%j has %i days', (year, month, days) => {
  expect(daysInMonth(year, month)).toBe(days)
})

test.each([
  [2026, '2026（令和8年）'],
  [2019, '2019（令和元年）'],
  [1989, '1989（平成元年）'],
  [1985, '1985（昭和60年）'],
])('the year %i stands as %s', (year, text) => {
  expect(yearWithEra(year)).toBe(text)
})
