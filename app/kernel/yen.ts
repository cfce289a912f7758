/** Money: whole yen, never a fraction. Sums stay far below 2^53. */
export type Yen = number & { readonly __unit: 'yen' }

/** Brands a whole number of yen; throws on a fraction, because that is a bug and not user input. */
export function yen(amount: number): Yen {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of yen: ${amount}`)
  return amount as Yen
}

export const zeroYen = yen(0)

export const sumYen = (amounts: Iterable<Yen>): Yen => {
  let total = 0
  for (const amount of amounts) total += amount
  return yen(total)
}

/** Price per piece × pieces. */
export const timesYen = (price: Yen, count: number): Yen => yen(price * count)
