import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { grams, priceOfWeight, sumGrams } from './grams.ts'
import { ok, refuse } from './result.ts'
import { sumYen, timesYen, yen, zeroYen } from './yen.ts'

test.each([0.5, 1 / 3, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -0.1])(
  '%d is neither yen nor grams',
  (amount) => {
    expect(() => yen(amount)).toThrow(RangeError)
    expect(() => grams(amount)).toThrow(RangeError)
  },
)

test.each([0, 1, -1, 2 ** 53 - 1])('%d is whole', (amount) => {
  expect([yen(amount), grams(amount)]).toEqual([amount, amount])
})

test('sums are whole, and of nothing they are nothing', () => {
  expect(sumYen([yen(1), yen(2), yen(-4)])).toBe(-1)
  expect(sumGrams([grams(1), grams(2)])).toBe(3)
  expect([sumYen([]), sumGrams([]), zeroYen]).toEqual([0, 0, 0])
})

test('a sum that a computer cannot count is a bug, not a rounding', () => {
  expect(() => sumYen([yen(2 ** 53 - 1), yen(1)])).toThrow(RangeError)
  expect(() => timesYen(yen(2 ** 52), 3)).toThrow(RangeError)
  expect(() => timesYen(yen(100), 0.333)).toThrow(RangeError)
})

test('the price of a weight stays exact where floating point does not', () => {
  expect(priceOfWeight(grams(2_685), yen(1_980))).toBe(5_316)
  expect(priceOfWeight(grams(1_005), yen(1_990))).toBe(1_999)
  expect(priceOfWeight(grams(9_007_199_254), yen(999_999))).toBe(9_007_190_246_800)
})

test('a refusal carries facts only where there are any', () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 })
  expect(refuse('too_late')).toEqual({ ok: false, refusal: 'too_late' })
  expect(refuse('too_late', { max: 2 })).toEqual({ ok: false, refusal: 'too_late', detail: { max: 2 } })
})

test('the system clock is the system’s', () => {
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1_000)
})
