import type { OnShortage, ShortageTerms, Slot, Temperature } from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type { DeliveryWayId, OrderId, OrderLineId, ProductId, RunId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { type DocumentTax, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'

/**
 * Until 締切 there is one open order per farm, delivery day and kitchen: what is ordered again joins it. Its boxes are
 * packed together, so a second order costs only the additional freight, and sometimes less than nothing.
 */
export type OpenOrder = {
  orderId: OrderId
  number: string
  /** The farm has a question about it (変更確認待ち): nothing joins it before the answer. */
  asked: boolean
  deliveryOn: JstDate
  shipOn: JstDate
  slot: Slot
  /** The run (共同便) that brings it; absent: the carrier does. */
  runId?: RunId
  /** How it was agreed to come; null: by parcels. */
  wayId: DeliveryWayId | null
  lines: readonly OpenLine[]
  /** What the farm could not send of it: for free freight it counts as if it came. */
  shortGoodsYen: Yen
  /** As currently charged, without tax. */
  freightYen: Yen
  freightTaxPercent: number
}

/** What is already ordered, at the price that was agreed then. */
export type OpenLine = {
  lineId: OrderLineId
  productId: ProductId
  qty: number
  priceYen: Yen
  onShortage: OnShortage
  shortageTerms: ShortageTerms
  temperature: Temperature
  sizePoints: number
  ownCarton: boolean
  grossGrams: Grams
  /** Of a unit, about; null: not known. */
  netGrams: Grams | null
  amountYen: Yen
  ceilingYen: Yen
  taxPercent: number
}

/** The order that products of this farm would join; only one whose boxes leave on the same day by the same way. */
export const joinedBy = (
  open: readonly OpenOrder[],
  day: { deliveryOn: JstDate; shipOn: JstDate } | null,
  byWay: DeliveryWayId | null,
): OpenOrder | null =>
  open.find(
    ({ deliveryOn, shipOn, wayId }) => deliveryOn === day?.deliveryOn && shipOn === day.shipOn && wayId === byWay,
  ) ?? null

export const goodsOfOpen = (open: OpenOrder | null): Yen =>
  sumYen((open?.lines ?? []).map(({ amountYen }) => amountYen))

/** How many of a product are in it already. */
export const qtyInOpen = (open: OpenOrder | null, productId: ProductId): number =>
  (open?.lines ?? []).reduce((sum, line) => (line.productId === productId ? sum + line.qty : sum), 0)

type Amount = { amountYen: Yen; percent: number }

/**
 * What joining adds to the bill: the slip of the whole, minus the slip as it is. Calculated from both slips and not
 * from the difference, because tax is rounded once per rate on each.
 */
export function addedTax(open: OpenOrder | null, whole: readonly Amount[], before: readonly Amount[]): DocumentTax {
  const after = taxOfDocument(whole)
  return open ? lessDocument(after, taxOfDocument(before)) : after
}

export const amountsOfOpen = (open: OpenOrder | null, of: 'amountYen' | 'ceilingYen'): Amount[] =>
  (open?.lines ?? []).map((line) => ({ amountYen: line[of], percent: line.taxPercent }))

export const freightAmount = (open: OpenOrder | null): Amount[] =>
  open ? [{ amountYen: open.freightYen, percent: open.freightTaxPercent }] : []

function lessDocument(after: DocumentTax, before: DocumentTax): DocumentTax {
  const percents = [...new Set([...after.perRate, ...before.perRate].map(({ percent }) => percent))].sort(
    (a, b) => a - b,
  )
  const of = (document: DocumentTax, percent: number) =>
    document.perRate.find((rate) => rate.percent === percent) ?? { baseYen: zeroYen, taxYen: zeroYen }
  return {
    perRate: percents.map((percent) => ({
      percent,
      baseYen: yen(of(after, percent).baseYen - of(before, percent).baseYen),
      taxYen: yen(of(after, percent).taxYen - of(before, percent).taxYen),
    })),
    totalExYen: yen(after.totalExYen - before.totalExYen),
    taxYen: yen(after.taxYen - before.taxYen),
    totalIncYen: yen(after.totalIncYen - before.totalIncYen),
  }
}
