import { type Yen, yen } from '#kernel/yen.ts'

/**
 * The farm's share of the products' price (手取額), without tax: the platform's commission in basis points of that price,
 * rounded down to the yen, which favours the farm. Freight carries none. A preview for the order's page; the payout
 * itself is calculated when the month is closed.
 */
export function payoutOf(goodsYen: Yen, commissionBp: number): { commissionYen: Yen; payoutYen: Yen } {
  const commissionYen = yen(Math.floor((goodsYen * commissionBp) / 10_000))
  return { commissionYen, payoutYen: yen(goodsYen - commissionYen) }
}
