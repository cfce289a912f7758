import type { ShortageTerms } from '#kernel/enums.ts'
import { zeroYen } from '#kernel/yen.ts'
import type { OrderLine, Parcel } from './order.ts'

/** Prices, amounts and freight taken out, for callers who may see an order without its money (order_money.see). */
export const lineWithoutMoney = (line: OrderLine): OrderLine => ({
  ...line,
  priceYen: zeroYen,
  ceilingYen: zeroYen,
  listYen: null,
  priceWhy: null,
  priceFromQty: null,
  billedYen: line.billedYen === null ? null : zeroYen,
  shortageTerms: withoutLimit(line.shortageTerms),
})

const withoutLimit = ({ substituteMaxYen: _, ...terms }: ShortageTerms): ShortageTerms => terms

export const parcelWithoutMoney = (parcel: Parcel): Parcel => ({ ...parcel, freightYen: zeroYen, coolYen: zeroYen })

/** JSON that a step recorded, without its amounts: their names end in `yen`, or a text states them. */
export function dataWithoutMoney(data: Record<string, unknown>): Record<string, unknown> {
  const kept = JSON.stringify(data, (name, value: unknown) =>
    /yen$/i.test(name) ? undefined : typeof value === 'string' ? textWithoutMoney(value) : value,
  )
  return JSON.parse(kept) as Record<string, unknown>
}

/** A text of ours without its amounts, as the format writes them. */
export const textWithoutMoney = (text: string): string => text.replace(/[¥￥][\d,]+/g, '¥—')
