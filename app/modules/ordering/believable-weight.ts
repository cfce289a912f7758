import type { LineTerms } from '#modules/pricing/line-terms.ts'

/** A weight this far from what was promised is a wrong unit, not a generous farmer. */
const believable = { least: 0.2, most: 3 }

/** Whether this many units of a catch-weight line can weigh that much. */
export function isBelievable({ nominalGrams }: Pick<LineTerms, 'nominalGrams'>, qty: number, grams: number): boolean {
  const nominal = (nominalGrams ?? 0) * qty
  return grams >= nominal * believable.least && grams <= nominal * believable.most
}
