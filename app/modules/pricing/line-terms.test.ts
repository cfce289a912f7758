import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams, priceOfWeight } from '#kernel/grams.ts'
import { yen } from '#kernel/yen.ts'
import { amountOf, billableGrams, ceilingOf, type LineTerms, nominalQuantity, weightBounds } from './line-terms.ts'

const boxes: LineTerms = {
  catchWeight: false,
  nominalGrams: null,
  tolerancePercent: null,
  priceYen: yen(1_500),
  taxPercent: 8,
}
const birds: LineTerms = {
  catchWeight: true,
  nominalGrams: grams(1_800),
  tolerancePercent: 10,
  priceYen: yen(2_400),
  taxPercent: 8,
}

test.each([
  [2_685, 1_980, 5_316],
  // 1.005 × 1,990 is 1,999.95: floating point may round either way
  [1_005, 1_990, 1_999],
  [1_000, 1, 1],
  [999, 1, 0],
  [1, 999, 0],
  [0, 1_980, 0],
  [3_700, 2_400, 8_880],
  [25_000, 10_000_000, 250_000_000],
])('%i g at %i yen a kilogram are %i yen', (weight, yenPerKg, expected) => {
  expect(priceOfWeight(grams(weight), yen(yenPerKg))).toBe(expected)
})

test.each([
  [1, 1_620, 1_980],
  [2, 3_240, 3_960],
  [0, 0, 0],
])('%i birds are accepted without a question from %i to %i g', (qty, lower, upper) => {
  expect(weightBounds(birds, qty)).toEqual({ lower, upper })
})

test('bounds that fall between two grams narrow inwards', () => {
  const terms = { ...birds, nominalGrams: grams(333), tolerancePercent: 7 }
  // 309.69 and 356.31
  expect(weightBounds(terms, 1)).toEqual({ lower: 310, upper: 356 })
})

test.each([
  ['boxes', boxes, 3, 4_500],
  ['birds', birds, 2, 9_504],
  ['no bird', birds, 0, 0],
] as const)('%s cost at most %#', (_, terms, qty, expected) => {
  expect(ceilingOf(terms, qty)).toBe(expected)
})

test.each([
  ['boxes by the piece', boxes, 3, null, 4_500],
  ['birds by weight', birds, 2, 3_700, 8_880],
  ['birds at the upper bound', birds, 2, 3_960, 9_504],
  ['birds above it, at the ceiling', birds, 2, 5_000, 9_504],
  ['one bird as heavy as two, at the ceiling of one', birds, 1, 3_600, 4_752],
  ['light birds by weight', birds, 2, 3_000, 7_200],
  ['birds without a weight', birds, 2, null, 0],
  ['no bird', birds, 0, 0, 0],
] as const)('the price of %s', (_, terms, qty, weight, expected) => {
  expect(amountOf(terms, { qty, grams: weight === null ? null : grams(weight) })).toBe(expected)
})

test('the ordered weight is the nominal one, and only for goods by weight', () => {
  expect(nominalQuantity(birds, 3)).toEqual({ qty: 3, grams: 5_400 })
  expect(nominalQuantity(boxes, 3)).toEqual({ qty: 3, grams: null })
})

test('no weight costs more than the ceiling, more weight never costs less, and a yen is never half', () => {
  const terms = fc.record({
    catchWeight: fc.constant(true),
    nominalGrams: fc.integer({ min: 1, max: 25_000 }).map(grams),
    tolerancePercent: fc.integer({ min: 1, max: 50 }),
    priceYen: fc.integer({ min: 1, max: 10_000_000 }).map(yen),
    taxPercent: fc.constant(8),
  })
  const weight = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(terms, fc.integer({ min: 0, max: 999 }), weight, weight, (given, qty, some, more) => {
      const [light, heavy] = [some, some + more].map((it) => amountOf(given, { qty, grams: grams(it) }))
      expect(Number.isInteger(light)).toBe(true)
      expect(light).toBeLessThanOrEqual(heavy ?? 0)
      expect(heavy).toBeLessThanOrEqual(ceilingOf(given, qty))
      const { lower, upper } = weightBounds(given, qty)
      expect(lower).toBeLessThanOrEqual(given.nominalGrams * qty)
      expect(upper).toBeGreaterThanOrEqual(given.nominalGrams * qty)
    }),
  )
})

test('a weight above the tolerance is billed up to it, and gives the same amount', () => {
  const terms = {
    catchWeight: true,
    nominalGrams: grams(1_800),
    tolerancePercent: 10,
    priceYen: yen(2_480),
    taxPercent: 8,
  }
  const heavy = { qty: 2, grams: grams(4_200) }
  expect(billableGrams(terms, heavy)).toBe(3_960)
  expect(amountOf(terms, { qty: 2, grams: grams(3_960) })).toBe(amountOf(terms, heavy))
  expect(billableGrams(terms, { qty: 2, grams: grams(3_700) })).toBe(3_700)
  expect(billableGrams({ ...terms, catchWeight: false }, { qty: 2, grams: null })).toBeNull()
})
