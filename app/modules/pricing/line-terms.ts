import type { Quantity } from '#kernel/enums.ts'
import { type Grams, grams, priceOfWeight } from '#kernel/grams.ts'
import { timesYen, type Yen, yen } from '#kernel/yen.ts'

/** What was agreed about a line when it was ordered; it never changes afterwards. */
export type LineTerms = {
  catchWeight: boolean
  /** Nominal net weight of one unit; catch weight only. */
  nominalGrams: Grams | null
  tolerancePercent: number | null
  /** Without tax: per unit, or per kg for catch weight. */
  priceYen: Yen
  taxPercent: number
}

/** The quantity as ordered: for catch weight the nominal weight of that many units. */
export const nominalQuantity = (terms: LineTerms, qty: number): Quantity => ({
  qty,
  grams: terms.catchWeight && terms.nominalGrams !== null ? grams(terms.nominalGrams * qty) : null,
})

/** The weights between which a catch-weight line needs no consent (不定貫の許容). */
export function weightBounds(terms: LineTerms, qty: number): { lower: Grams; upper: Grams } {
  const nominal = (terms.nominalGrams ?? 0) * qty
  const tolerance = terms.tolerancePercent ?? 0
  return {
    lower: grams(Math.ceil((nominal * (100 - tolerance)) / 100)),
    upper: grams(Math.floor((nominal * (100 + tolerance)) / 100)),
  }
}

/** The most that this many units may cost without tax; nothing above it is billed without consent. */
export const ceilingOf = (terms: LineTerms, qty: number): Yen =>
  terms.catchWeight ? priceOfWeight(weightBounds(terms, qty).upper, terms.priceYen) : timesYen(terms.priceYen, qty)

/**
 * What is not there of a unit, without tax: its share, rounded up to whole yen, so that the kitchen never pays for what it
 * could not use, and credit and bill together are the price. In SQL: `yen_of_missing`.
 */
export const priceOfMissing = (priceYen: Yen, { missing }: Pick<Quantity, 'missing'>): Yen =>
  yen(missing ? Number((BigInt(priceYen) * BigInt(missing.count) + BigInt(missing.of) - 1n) / BigInt(missing.of)) : 0)

/** Price of a quantity without tax, less what of its last unit is missing. Catch weight: grams × yen per kg, capped at the ceiling of that many units. */
export function amountOf(terms: LineTerms, quantity: Quantity): Yen {
  if (!terms.catchWeight) return yen(timesYen(terms.priceYen, quantity.qty) - priceOfMissing(terms.priceYen, quantity))
  const weighed = priceOfWeight(quantity.grams ?? grams(0), terms.priceYen)
  const ceiling = ceilingOf(terms, quantity.qty)
  return yen(Math.min(weighed, ceiling))
}

/** The weight that is billed: what lies above the tolerance is not (不定貫の上限). */
export function billableGrams(terms: LineTerms, { qty, grams: weight }: Quantity): Grams | null {
  const { upper } = weightBounds(terms, qty)
  return weight === null || weight <= upper ? weight : upper
}
