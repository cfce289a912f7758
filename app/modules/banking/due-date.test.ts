import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closingDays } from '#kernel/enums.ts'
import { addDays, daysBetween, jstDate } from '#kernel/jst.ts'
import {
  buyerTermsPhrase,
  farmPaymentTerms,
  farmTermsPhrase,
  latestFarmPayDay,
  paymentTermsWord,
} from '#kernel/payment-terms.ts'
import { bankDay, isBankHoliday } from './bank-days.ts'
import { closingBefore, closingOf, periodStart } from './closing-day.ts'
import { dueDate } from './due-date.ts'

const sameDay = { months: 1, payDay: 'closing' } as const

test.each([
  ['2026-11-20', false],
  ['2026-11-21', true],
  ['2026-11-22', true],
  // 勤労感謝の日
  ['2026-11-23', true],
  ['2026-12-30', false],
  ['2026-12-31', true],
  ['2027-01-01', true],
  ['2027-01-02', true],
  ['2027-01-03', true],
  ['2027-01-04', false],
])('banks are closed on %s: %s', (day, closed) => {
  expect(isBankHoliday(jstDate(day))).toBe(closed)
})

test.each([
  ['2026-12-31', '2027-01-04', '2026-12-30'],
  ['2026-11-21', '2026-11-24', '2026-11-20'],
  ['2026-11-24', '2026-11-24', '2026-11-24'],
  // 憲法記念日 to こどもの日, after a weekend
  ['2026-05-02', '2026-05-07', '2026-05-01'],
])('%s moves to %s, or back to %s', (day, next, previous) => {
  expect(bankDay(jstDate(day), 'next')).toBe(next)
  expect(bankDay(jstDate(day), 'previous')).toBe(previous)
})

test.each([
  [31, sameDay, '2026-11-30', '2026-11-30', '2027-01-04'],
  [31, sameDay, '2026-12-01', '2026-12-31', '2027-02-01'],
  [31, sameDay, '2027-01-31', '2027-01-31', '2027-03-01'],
  [20, sameDay, '2026-11-20', '2026-11-20', '2026-12-21'],
  [20, sameDay, '2026-11-21', '2026-12-20', '2027-01-20'],
  [15, { months: 1, payDay: 10 }, '2026-12-16', '2027-01-15', '2027-02-10'],
  [31, sameDay, '2028-01-31', '2028-01-31', '2028-02-29'],
  [25, { months: 2, payDay: 31 }, '2026-12-25', '2026-12-25', '2027-03-01'],
] as const)(
  'closing day %i, %j: what was delivered on %s closes on %s and is due on %s',
  (day, terms, on, closes, due) => {
    expect(closingOf(jstDate(on), day)).toBe(closes)
    expect(dueDate(jstDate(closes), terms, 'next')).toBe(due)
  },
)

test('our payment to a farm goes back over a holiday', () => {
  // the 15th of November 2026 is a Sunday
  expect(dueDate(jstDate('2026-10-31'), farmPaymentTerms({ payDay: 15 }), 'previous')).toBe('2026-11-13')
})

test('a farm waits for 60 days at the most, whatever its pay day', () => {
  for (let day = jstDate('2024-01-01'); day < '2030-01-01'; day = addDays(closingOf(day, 31), 1)) {
    const paid = dueDate(closingOf(day, 31), farmPaymentTerms({ payDay: latestFarmPayDay }), 'previous')
    expect(daysBetween(day, paid)).toBeLessThanOrEqual(60)
  }
})

test('every day belongs to one period, which ends on its closing day', () => {
  const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(jstDate('2020-01-01'), days))
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...closingDays), (day, closingDay) => {
      const closes = closingOf(day, closingDay)
      const starts = periodStart(closes, closingDay)
      expect(starts <= day && day <= closes).toBe(true)
      expect(closingOf(starts, closingDay)).toBe(closes)
      expect(closingOf(addDays(starts, -1), closingDay)).toBe(addDays(starts, -1))
      expect(closingBefore(day, closingDay)).toBe(addDays(starts, -1))
    }),
  )
})

test('the words say the terms', () => {
  expect(paymentTermsWord(20, sameDay)).toBe('20日締め・翌月20日払い')
  expect(paymentTermsWord(31, sameDay)).toBe('月末締め・翌月末日払い')
  expect(paymentTermsWord(15, { months: 2, payDay: 10 })).toBe('15日締め・翌々月10日払い')
  expect(buyerTermsPhrase({ months: 1, payDay: 31 })).toContain('翌月末日までに支払い')
  expect(farmTermsPhrase({ payDay: 15 })).toContain('毎月末日締め、翌月15日までに銀行振込')
})
