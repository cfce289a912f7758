import { grams, priceOfWeight } from '#kernel/grams.ts'
import { yen } from '#kernel/yen.ts'
import { ceilingOf } from '#modules/pricing/line-terms.ts'
import type { ProductCard } from './product-cards.server.ts'

type Priced = Pick<ProductCard, 'priceYen' | 'catchWeight' | 'netGrams' | 'pieceCount' | 'tolerancePercent'>

/** Yen per kilogram without tax, rounded to the yen, so that packs can be compared; null if no weight is known. */
export function yenPerKg({ priceYen, catchWeight, netGrams }: Priced): number | null {
  if (priceYen === null) return null
  if (catchWeight) return priceYen
  return netGrams === null ? null : Math.round((priceYen * 1000) / netGrams)
}

/** Yen per piece of a pack without tax; null for products that are not counted and for packs of one. */
export function yenPerPiece(product: Priced): number | null {
  const { priceYen, catchWeight, pieceCount } = product
  if (priceYen === null || catchWeight || pieceCount === null || pieceCount < 2) return null
  return Math.round(priceYen / pieceCount)
}

/** The estimated and the maximum cost of one unit by weight; without tax. Null for packs with a fixed price. */
export function estimateOfUnit({ priceYen, catchWeight, netGrams, tolerancePercent }: Priced) {
  if (!catchWeight || priceYen === null || netGrams === null) return null
  const terms = { catchWeight, nominalGrams: netGrams, tolerancePercent, priceYen, taxPercent: 0 }
  return { aboutYen: priceOfWeight(grams(netGrams), priceYen), atMostYen: ceilingOf(terms, 1) }
}

/** With tax, as a hint beside the price; what is charged is calculated once per slip. */
export const withTax = (priceYen: number, percent: number): number =>
  yen(Math.floor((priceYen * (100 + percent)) / 100))
