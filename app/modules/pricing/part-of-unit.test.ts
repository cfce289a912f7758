import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Yen, yen } from '#kernel/yen.ts'
import { amountOf, type LineTerms, priceOfMissing } from './line-terms.ts'
import { isDivisible, readParts } from './part-of-unit.ts'
import { countText, decimalOf, rest } from './part-text.ts'

const line = (priceYen: number): LineTerms => ({
  catchWeight: false,
  nominalGrams: null,
  tolerancePercent: null,
  priceYen: yen(priceYen),
  taxPercent: 8,
})

test.each([
  ['2', { qty: 2, missing: null }],
  ['０', { qty: 0, missing: null }],
  ['0.7', { qty: 1, missing: { count: 3, of: 10 } }],
  ['１．７', { qty: 2, missing: { count: 3, of: 10 } }],
  ['2.0', { qty: 2, missing: null }],
  ['18/24', { qty: 1, missing: { count: 6, of: 24 } }],
  ['１８／２４', { qty: 1, missing: { count: 6, of: 24 } }],
  ['1+18/24', { qty: 2, missing: { count: 6, of: 24 } }],
  ['1と18/24', { qty: 2, missing: { count: 6, of: 24 } }],
  ['24/24', { qty: 1, missing: null }],
  ['0/24', { qty: 0, missing: null }],
  ['1+0/24', { qty: 1, missing: null }],
  ['25/24', null],
  ['1/1001', null],
  ['0.75', null],
  ['-1', null],
  ['1/0', null],
  ['十', null],
  ['', null],
])('%s is read as %j', (text, read) => {
  expect(readParts(text)).toEqual(read)
})

test.each([
  [{ qty: 2 }, '2箱', 2],
  [{ qty: 1, missing: { count: 3, of: 10 } }, '0.7箱', 0.7],
  [{ qty: 2, missing: { count: 3, of: 10 } }, '1.7箱', 1.7],
  [{ qty: 1, missing: { count: 6, of: 24 } }, '18/24箱', 0.75],
  [{ qty: 3, missing: { count: 7, of: 24 } }, '2箱と17/24', 2.708],
])('%j is shown as %s', (quantity, text, decimal) => {
  expect([countText(quantity, '箱'), decimalOf(quantity)]).toEqual([text, decimal])
})

// price of a unit, what of it is missing, its price rounded up, and what is billed of one unit
test.each([
  [3_000, { count: 3, of: 10 }, 900, 2_100],
  [3_001, { count: 3, of: 10 }, 901, 2_100],
  [3_000, { count: 6, of: 24 }, 750, 2_250],
  [1_000, { count: 1, of: 3 }, 334, 666],
  [1_000, { count: 2, of: 3 }, 667, 333],
  [1, { count: 1, of: 10 }, 1, 0],
  [10_000_000, { count: 999, of: 1_000 }, 9_990_000, 10_000],
])('of ¥%i %j costs ¥%i, and ¥%i is billed', (price, missing, off, billed) => {
  expect(priceOfMissing(yen(price), { missing })).toBe(off)
  expect(amountOf(line(price), { qty: 1, grams: null, missing })).toBe(billed)
})

const somePart = fc
  .integer({ min: 2, max: 1_000 })
  .chain((of) => fc.integer({ min: 1, max: of - 1 }).map((count) => ({ count, of })))

test('billed and credited are the price to the yen, and the kitchen never pays for what it could not use', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 200 }),
      somePart,
      (price, qty, missing) => {
        const terms = line(price)
        const agreed = amountOf(terms, { qty, grams: null })
        const billed = amountOf(terms, { qty, grams: null, missing })
        const credited: Yen = yen(agreed - billed)
        expect(billed + credited).toBe(price * qty)
        expect(billed).toBeGreaterThanOrEqual(0)
        const share = (price * missing.count) / missing.of
        expect(credited).toBeGreaterThanOrEqual(share)
        expect(credited).toBeLessThan(share + 1)
        // more is missing, never less is credited
        if (missing.count + 1 < missing.of)
          expect(
            priceOfMissing(yen(price), { missing: { ...missing, count: missing.count + 1 } }),
          ).toBeGreaterThanOrEqual(credited)
      },
    ),
  )
})

test('what is shown is read as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), somePart, (qty, missing) => {
      const { count, of } = rest(missing)
      const typed = of === 10 ? `${qty - 1}.${count}` : `${qty - 1}+${count}/${of}`
      expect(readParts(typed)).toEqual({ qty, missing })
    }),
  )
})

test('a box and a bag can be of use in part, a bird and a leek cannot', () => {
  expect(['箱', '袋', '束', 'ネット', 'パック'].map(isDivisible)).toEqual([true, true, true, true, true])
  expect(['羽', '本', '玉', '尾'].map(isDivisible)).toEqual([false, false, false, false])
})
