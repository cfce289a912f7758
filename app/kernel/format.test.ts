import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatDay,
  formatDayWithYear,
  formatDeadline,
  formatGrams,
  formatMinute,
  formatMoment,
  formatMomentWithYear,
  formatMonth,
  formatNumber,
  formatPostalCode,
  formatRemaining,
  formatShortDay,
  formatShortYen,
  formatTime,
  formatYen,
  leaveOutYearOf,
  weekdayWord,
} from './format.ts'
import { at, jstDate } from './jst.ts'

test.each([
  [0, '¥0'],
  // what a commission of nothing is, subtracted
  [-0, '¥0'],
  [2_680, '¥2,680'],
  [1_234_567, '¥1,234,567'],
  // U+2212, not a hyphen
  [-1_500, '\u2212¥1,500'],
])('%i yen are written %s', (amount, text) => {
  expect(formatYen(amount)).toBe(text)
})

test.each([
  [0, '¥0'],
  [5_000, '¥5,000'],
  [12_500, '1.25万円'],
  [250_000, '25万円'],
  [20_000_000, '2,000万円'],
  [150_000_000, '1.5億円'],
  [-25_000, '\u22122.5万円'],
])('%i yen on an axis are %s', (amount, text) => {
  expect(formatShortYen(amount)).toBe(text)
})

test.each([
  [0, '0g'],
  [999, '999g'],
  [1_000, '1kg'],
  [1_200, '1.2kg'],
  [2_685, '2.685kg'],
  [2_050, '2.05kg'],
  [2_005, '2.005kg'],
  [10_000, '10kg'],
  [12_345_600, '12,345.6kg'],
])('%i g are written %s', (weight, text) => {
  expect(formatGrams(weight)).toBe(text)
})

const now = at('2026-11-24 11:00')
test.each([
  ['2026-11-24 12:00', '今日12:00'],
  ['2026-11-24 17:59', '今日17:59'],
  ['2026-11-24 18:00', '今夜18:00'],
  ['2026-11-25 00:00', '今夜24:00'],
  ['2026-11-25 00:01', '明日0:01'],
  ['2026-11-25 09:00', '明日9:00'],
  ['2026-11-25 21:00', '明日21:00'],
  ['2026-11-26 00:00', '明日24:00'],
  ['2026-11-26 09:05', '11月26日(木) 9:05'],
  ['2026-11-27 00:00', '11月26日(木) 24:00'],
  ['2026-11-24 00:00', '11月23日(月) 24:00'],
  ['2026-11-23 12:00', '11月23日(月) 12:00'],
])('on the 24th at 11:00 the deadline %s is called %s', (deadline, text) => {
  expect(formatDeadline(at(deadline), now)).toBe(text)
})

test('just before midnight, tonight and tomorrow are told apart', () => {
  const late = at('2026-11-24 23:59:59')
  expect(formatDeadline(at('2026-11-25 00:00'), late)).toBe('今夜24:00')
  expect(formatDeadline(at('2026-11-25 12:00'), late)).toBe('明日12:00')
})

test.each([
  ['2026-11-25 00:00', '2026-11-26 00:00', '25日(水) 24:00'],
  ['2026-11-25 00:30', '2026-11-25 12:00', '25日(水) 12:00'],
  ['2026-11-25 04:59', '2026-11-27 00:00', '26日(木) 24:00'],
  ['2026-11-25 05:00', '2026-11-26 00:00', '今夜24:00'],
  ['2026-12-31 01:00', '2027-01-01 12:00', '1日(金) 12:00'],
])('after midnight, at %s, the deadline %s names its day: %s', (moment, deadline, text) => {
  expect(formatDeadline(at(deadline), at(moment))).toBe(text)
})

test.each([
  ['2026-11-24 11:00', 'あと0分'],
  ['2026-11-24 11:00:59', 'あと0分'],
  ['2026-11-24 11:59', 'あと59分'],
  ['2026-11-24 12:00', 'あと1時間'],
  ['2026-11-24 12:12', 'あと1時間12分'],
  ['2026-11-26 10:59', 'あと47時間59分'],
  ['2026-11-26 11:00', 'あと2日'],
  ['2026-11-27 23:00', 'あと3日'],
  ['2026-11-24 10:59:59', null],
  ['2026-11-23 11:00', null],
])('until %s there is %s', (deadline, text) => {
  expect(formatRemaining(at(deadline), now)).toBe(text)
})

test('days, times and months are written as people read them', () => {
  const day = jstDate('2026-11-03')
  expect(formatDay(day)).toBe('11月3日(火)')
  expect(formatDay(day, '文化の日')).toBe('11月3日(火・祝)')
  expect(formatDayWithYear(day)).toBe('2026年11月3日(火)')
  expect(formatShortDay(day)).toBe('3日(火)')
  expect(weekdayWord(day)).toBe('火')
  expect(formatMonth('2026-01')).toBe('2026年1月')
  expect(formatMoment(at('2026-01-05 09:07'))).toBe('1/5 09:07')
  expect(formatMoment(at('2026-11-21 00:00'))).toBe('11/21 00:00')
  expect(formatMomentWithYear(at('2026-11-21 00:00'))).toBe('2026/11/21 00:00')
  expect(formatTime(at('2026-11-21 09:07'))).toBe('9:07')
  expect(formatMinute(14 * 60)).toBe('14:00')
  expect(formatMinute(24 * 60)).toBe('24:00')
  expect(formatNumber(1_234_567)).toBe('1,234,567')
  expect(formatPostalCode('1620825')).toBe('〒162-0825')
})

test('figures are grouped as Intl does', () => {
  const intl = new Intl.NumberFormat('ja-JP')
  const figure = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.integer({ min: -1e9, max: 1e9 }).map((it) => it / 100),
  )
  fc.assert(fc.property(figure, (value) => void expect(formatNumber(value)).toBe(intl.format(value + 0))))
  expect([-0, 999, 1000, -1234.5, 0.125].map(formatNumber)).toEqual(['0', '999', '1,000', '-1,234.5', '0.125'])
})

test('a day of another year has its year', () => {
  expect(formatDay(jstDate('2025-12-31'))).toBe('2025年12月31日(水)')
  expect(formatDay(jstDate('2027-01-01'), '元日')).toBe('2027年1月1日(金・祝)')
  expect(formatDayWithYear(jstDate('2025-12-31'))).toBe('2025年12月31日(水)')
  expect(formatMoment(at('2025-12-31 23:59'))).toBe('2025/12/31 23:59')
  expect(formatDeadline(at('2027-01-05 12:00'), now)).toBe('2027年1月5日(火) 12:00')
})

test('this year is that of the clock in Japan', () => {
  leaveOutYearOf({ now: () => at('2027-01-01 00:00') })
  try {
    expect(formatDay(jstDate('2026-12-31'))).toBe('2026年12月31日(木)')
    expect(formatDay(jstDate('2027-01-01'))).toBe('1月1日(金)')
  } finally {
    leaveOutYearOf({ now: () => now })
  }
})
