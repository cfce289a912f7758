import type { Slot, Temperature } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'

/** Who sends or receives: a farm, a restaurant. */
export type LabelParty = {
  name: string
  /** The kitchen of a restaurant; empty for a farm. */
  part: string
  postalCode: string
  /** 東京都 */
  prefecture: string
  city: string
  street: string
  building: string
  phone: string
}

/** Codes of ゆうプリR that each farm states, because they are not published: of cool parcels, and of 19–21時. Empty: not stated. */
export type StatedCodes = { chilled: string; frozen: string; evening: string }

/** One parcel as a row of a carrier's file. */
export type Shipment = {
  /** Comes back with the tracking number (`customerNumberOf`). */
  customerNumber: string
  orderNumber: string
  /** Box `at` of `of` boxes of its order. */
  at: number
  of: number
  temperature: Temperature
  sizeClass: number
  shipOn: JstDate
  deliveryOn: JstDate
  slot: Slot
  to: LabelParty
  from: LabelParty
  /** What is in it: names of products. */
  goods: readonly string[]
  /** The farm's contract with the carrier: the code to bill, and of ヤマト the number of its tariff. */
  customerCode: string
  freightCode: string
  stated: StatedCodes
}

/**
 * The number under which a parcel is known in a carrier's program, and by which its tracking number comes back:
 * `U00001-1-2` is the second box of the order 261124-00001-1. At most 16 letters, which is all that e飛伝Ⅲ takes; it begins
 * with a letter, so that Excel takes it neither for a day nor for a number. The day of the order is left out: the count of
 * purchases never begins anew.
 */
export const customerNumberOf = (orderNumber: string, ordinal: number): string =>
  `U${orderNumber.replace(/^\d{6}-/, '')}-${ordinal}`

/** The order number without its day, and the number of the box. Null: no number of ours. */
export function readCustomerNumber(text: string): { order: string; ordinal: number } | null {
  const [, order, ordinal] =
    /^U(\d{5,9}-\d{1,3})-(\d{1,3})$/.exec(
      text
        .normalize('NFKC')
        .replace(/[\s"'=]/g, '')
        .toUpperCase(),
    ) ?? []
  return order && ordinal ? { order, ordinal: Number(ordinal) } : null
}
