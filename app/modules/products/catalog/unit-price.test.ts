import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { yen } from '#kernel/yen.ts'
import { estimateOfUnit, withTax, yenPerKg, yenPerPiece } from './unit-price.ts'

const box = { priceYen: yen(2_680), catchWeight: false, netGrams: grams(4_000), pieceCount: 22, tolerancePercent: null }
const pumpkin = {
  priceYen: yen(1_200),
  catchWeight: true,
  netGrams: grams(1_800),
  pieceCount: null,
  tolerancePercent: 10,
}

test('a box is compared by the kilogram and by the piece', () => {
  expect([yenPerKg(box), yenPerPiece(box)]).toEqual([670, 122])
})

test('goods by weight have their price per kilogram and no price per piece', () => {
  expect([yenPerKg(pumpkin), yenPerPiece(pumpkin)]).toEqual([1_200, null])
})

test('one unit by weight has an estimate and a ceiling', () => {
  expect(estimateOfUnit(pumpkin)).toEqual({ aboutYen: 2_160, atMostYen: 2_376 })
  expect(estimateOfUnit(box)).toBeNull()
})

test('without the right to see prices there is nothing to reckon', () => {
  const hidden = { ...box, priceYen: null }
  expect([yenPerKg(hidden), yenPerPiece(hidden), estimateOfUnit({ ...pumpkin, priceYen: null })]).toEqual([
    null,
    null,
    null,
  ])
})

test('tax beside the price is rounded down', () => {
  expect([withTax(2_680, 8), withTax(2_450, 8), withTax(999, 10)]).toEqual([2_894, 2_646, 1_098])
})
