import { zeroYen } from '#kernel/yen.ts'
import type { OrderLine, Parcel } from './order.ts'

/** Prices, amounts and freight taken out, for who may see an order without its money (order_money.see). */
export const lineWithoutMoney = (line: OrderLine): OrderLine => ({
  ...line,
  priceYen: zeroYen,
  ceilingYen: zeroYen,
  listYen: null,
  priceWhy: null,
  priceFromQty: null,
  billedYen: line.billedYen === null ? null : zeroYen,
})

export const parcelWithoutMoney = (parcel: Parcel): Parcel => ({ ...parcel, freightYen: zeroYen, coolYen: zeroYen })

/** JSON that a step recorded, without its amounts: their names end in `yen`. */
export function dataWithoutMoney(data: Record<string, unknown>): Record<string, unknown> {
  const kept = JSON.stringify(data, (name, value: unknown) => (/yen$/i.test(name) ? undefined : value))
  return JSON.parse(kept) as Record<string, unknown>
}
