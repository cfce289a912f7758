import { type Yen, yen } from '#kernel/yen.ts'

/**
 * What the farm keeps of the goods (手取り), without tax: the platform's commission is so many
 * basis points of the goods, rounded down to the yen, which favours the farm. Freight carries
 * none. A preview for the order's page; the payout itself is reckoned when the month is closed.
 */
export function takeHomeOf(goodsYen: Yen, commissionBp: number): { commissionYen: Yen; takeHomeYen: Yen } {
  const commissionYen = yen(Math.floor((goodsYen * commissionBp) / 10_000))
  return { commissionYen, takeHomeYen: yen(goodsYen - commissionYen) }
}
