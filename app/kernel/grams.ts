import { type Yen, yen } from './yen.ts'

/** Weight: whole grams. */
export type Grams = number & { readonly __unit: 'grams' }

export function grams(amount: number): Grams {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of grams: ${amount}`)
  return amount as Grams
}

export const sumGrams = (amounts: Iterable<Grams>): Grams => {
  let total = 0
  for (const amount of amounts) total += amount
  return grams(total)
}

/**
 * The price of a weight: grams × yen per kg, rounded down to the yen. Calculated in integers (2,685 g × ¥1,980 =
 * ¥5,316), because 1.005 kg × ¥1,990 in floating point may fall on either side of a yen. Rounding down is our choice;
 * the law does not fix the rounding of a line (docs/decisions/0002).
 */
export const priceOfWeight = (weight: Grams, yenPerKg: Yen): Yen =>
  yen(Number((BigInt(weight) * BigInt(yenPerKg)) / 1000n))
