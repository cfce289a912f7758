import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams, priceOfWeight } from '#kernel/grams.ts'
import { at, jstDate, jstDateOf } from '#kernel/jst.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { newTaxRates } from '../../../../tests/factories/tax-rates.ts'
import {
  chargedRates,
  deductiblePercent,
  resolveTaxPercent,
  splitByLargestRemainder,
  taxFromInclusive,
  taxOfDocument,
} from './consumption-tax.ts'

const lines = (percent: number, ...amounts: number[]) => amounts.map((amount) => ({ amountYen: yen(amount), percent }))
const switchedOn = newTaxRates.map((row) => ({ ...row, enabled: true }))

test.each([
  ['standard', '2026-11-21', 10],
  ['food', '2019-10-01', 8],
  ['food', '2026-11-21', 8],
  ['food', '2027-04-01', 8],
  ['food', '2029-04-01', 8],
  ['newspaper', '2027-04-01', 8],
  ['non_taxable', '2026-11-21', 0],
  ['out_of_scope', '2001-01-01', 0],
] as const)('%s supplied on %s has %i %% as long as the plan is no law', (kind, day, percent) => {
  expect(resolveTaxPercent(newTaxRates, kind, jstDate(day))).toBe(percent)
})

test.each([
  ['food', '2027-03-31', 8],
  ['food', '2027-04-01', 1],
  ['food', '2029-03-31', 1],
  ['food', '2029-04-01', 8],
  ['newspaper', '2027-04-01', 8],
  ['standard', '2027-04-01', 10],
] as const)('%s supplied on %s has %i %% once the planned rows are switched on', (kind, day, percent) => {
  expect(resolveTaxPercent(switchedOn, kind, jstDate(day))).toBe(percent)
  expect(resolveTaxPercent(switchedOn.toReversed(), kind, jstDate(day))).toBe(percent)
})

test('the planned rows are there and off', () => {
  expect(newTaxRates.filter((row) => !row.enabled).map((row) => [row.kind, row.percent, row.fromOn])).toEqual([
    ['food', 1, '2027-04-01'],
    ['food', 8, '2029-04-01'],
  ])
})

test('a day before the table begins is a bug', () => {
  expect(() => resolveTaxPercent(newTaxRates, 'food', jstDate('2019-09-30'))).toThrow(
    'no tax rate for food on 2019-09-30',
  )
})

/** The examples of the tax agency are in billing/invoice-sums.test.ts. */
test.each([
  ['food with freight and cool fee', [...lines(8, 15_200), ...lines(10, 1_300, 400)], [1_216, 170]],
  ['a month over 2027-04-01 has three rates', [...lines(10, 999), ...lines(1, 999), ...lines(8, 999)], [9, 79, 99]],
  ['a discount lowers its own rate', [...lines(8, 1_000, -13), ...lines(10, 1_000)], [78, 100]],
  ['a return alone is rounded towards zero', lines(8, -999), [-79]],
  ['a return too small for a yen of tax', lines(8, -9), [0]],
  ['what is not taxed', lines(0, 500), [0]],
  ['an empty document', [], []],
])('tax without-tax prices, %s', (_what, documentLines, taxes) => {
  expect(taxOfDocument(documentLines).perRate.map((rate) => rate.taxYen)).toEqual(taxes)
})

test('the order with freight comes to 18,286', () => {
  expect(taxOfDocument([...lines(10, 1_300, 400), ...lines(8, 15_200)])).toEqual({
    perRate: [
      { percent: 8, baseYen: 15_200, taxYen: 1_216 },
      { percent: 10, baseYen: 1_700, taxYen: 170 },
    ],
    totalExYen: 16_900,
    taxYen: 1_386,
    totalIncYen: 18_286,
  })
})

test.each([
  [10_000, 8, 740],
  // 1,100 / 1.1 is 999.999… in floating point
  [1_100, 10, 100],
  [10_800, 8, 800],
  [-10_800, 8, -800],
  [500, 0, 0],
])('¥%i with %i %% tax holds ¥%i of tax', (gross, percent, tax) => {
  expect(taxFromInclusive(yen(gross), percent)).toBe(tax)
})

test('a weighed line is rounded down in grams, whatever floating point would say', () => {
  expect(priceOfWeight(grams(2_685), yen(1_980))).toBe(5_316)
  expect(priceOfWeight(grams(1_005), yen(1_990))).toBe(1_999)
})

test('a coupon of ¥1,000 is split over the rates and the tax is taken from what remains', () => {
  const gross = [yen(6_480), yen(1_100)]
  const [ofFood = 0, ofStandard = 0] = splitByLargestRemainder(yen(1_000), gross)
  expect([ofFood, ofStandard]).toEqual([855, 145])
  expect(taxFromInclusive(yen(6_480 - ofFood), 8)).toBe(416)
  expect(taxFromInclusive(yen(1_100 - ofStandard), 10)).toBe(86)
  expect(6_480 - ofFood + 1_100 - ofStandard).toBe(6_580)
})

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [101, [1, 1, 1], [34, 34, 33]],
  [-101, [1, 1, 1], [-34, -34, -33]],
  [10, [0, 5, 0], [0, 10, 0]],
  [2, [1, 2, 2], [0, 1, 1]],
  [0, [0, 0], [0, 0]],
  [0, [], []],
])('%i yen by %j are %j', (total, weights, parts) => {
  expect(splitByLargestRemainder(yen(total), weights)).toEqual(parts)
})

test.each([[[]], [[0, 0]], [[3, -1]]])('there is no way to split by %j', (weights) => {
  expect(() => splitByLargestRemainder(yen(10), weights)).toThrow('nothing to split by')
})

const anyWeights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 8 })

test('the parts add up exactly and are each within a yen of their share', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), anyWeights, (total, weights) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0)
      fc.pre(whole > 0)
      const parts = splitByLargestRemainder(yen(total), weights)
      expect(sumYen(parts)).toBe(total)
      for (const [index, part] of parts.entries())
        expect(Math.abs(part - (total * (weights[index] ?? 0)) / whole)).toBeLessThan(1.000_001)
    }),
  )
})

test('one rounding per rate: never more than the exact tax, and short of it by less than a yen per rate', () => {
  const anyLines = fc.array(
    fc.record({ amountYen: fc.integer({ min: 0, max: 10_000_000 }).map(yen), percent: fc.constantFrom(1, 8, 10) }),
  )
  fc.assert(
    fc.property(anyLines, (documentLines) => {
      const tax = taxOfDocument(documentLines)
      for (const { percent, baseYen, taxYen } of tax.perRate) {
        expect(taxYen * 100).toBeLessThanOrEqual(baseYen * percent)
        expect((taxYen + 1) * 100).toBeGreaterThan(baseYen * percent)
      }
      expect(tax.totalIncYen).toBe(tax.totalExYen + tax.taxYen)
      expect(taxOfDocument(documentLines.toReversed())).toEqual(tax)
    }),
  )
})

test.each([
  ['2023-09-30', 100],
  ['2023-10-01', 80],
  ['2026-09-30', 80],
  ['2026-10-01', 70],
  ['2028-09-30', 70],
  ['2028-10-01', 50],
  ['2030-09-30', 50],
  ['2030-10-01', 30],
  ['2031-09-30', 30],
  ['2031-10-01', 0],
])('of a purchase on %s from an unregistered seller %i %% is deductible', (day, percent) => {
  expect(deductiblePercent(jstDate(day))).toBe(percent)
})

test('the share changes at midnight in Japan, not in UTC', () => {
  expect(deductiblePercent(jstDateOf(at('2026-09-30 23:59')))).toBe(80)
  expect(deductiblePercent(jstDateOf(at('2026-10-01 00:00')))).toBe(70)
})

test('free freight leaves no rate of ¥0 to read', () => {
  const { perRate } = taxOfDocument([...lines(8, 1_000), ...lines(10, 0)])
  expect(perRate.map(({ percent }) => percent)).toEqual([8, 10])
  expect(chargedRates(perRate).map(({ percent }) => percent)).toEqual([8])
})
