import { newId, type OrderId, type OrderLineId, type ParcelId } from '#kernel/ids.ts'
import type { OpenLine } from '#modules/cart/open-order.ts'
import type { QuotedFarm, QuotedLine } from '#modules/cart/quote.ts'
import { fromQtyOf } from '#modules/pricing/agreed-price.ts'

/** `onto`: an existing line with the same product at the same price, which is increased. */
export type PlannedLine = { lineId: OrderLineId; line: QuotedLine; onto: OpenLine | null }
export type PlannedOrder = {
  orderId: OrderId
  farm: QuotedFarm
  day: NonNullable<QuotedFarm['day']>
  lines: PlannedLine[]
}

export const lineRows = ({ orderId, lines }: PlannedOrder) => lineRowsFrom(orderId, lines, 1)

/** Rows of new lines, numbered from `first` on. */
export const lineRowsFrom = (orderId: OrderId, lines: readonly PlannedLine[], first: number) =>
  lines.map(({ lineId, line }, index) => ({
    id: lineId,
    order_id: orderId,
    ordinal: first + index,
    product_id: line.productId,
    name: line.name,
    pack_label: line.packLabel,
    unit_label: line.unitLabel,
    picture: line.picture,
    category: line.category,
    temperature: line.temperature,
    catch_weight: line.terms.catchWeight,
    nominal_grams: line.terms.nominalGrams,
    tolerance_percent: line.terms.tolerancePercent,
    price_yen: line.terms.priceYen,
    tax_percent: line.terms.taxPercent,
    ceiling_yen: line.ceilingYen,
    price_from_qty: fromQtyOf(line, line.tiers),
    on_shortage: line.onShortage,
    price_why: line.why,
    list_yen: line.listYen,
    shortage_terms: JSON.stringify(line.shortageTerms),
    verdict: null,
  }))

export const parcelRows = ({ orderId, farm }: PlannedOrder) =>
  farm.parcels.map((parcel, index) => ({
    id: newId<'parcel'>() as ParcelId,
    order_id: orderId,
    ordinal: index + 1,
    temperature: parcel.temperature,
    size_class: parcel.size,
    freight_yen: parcel.freightYen,
    cool_yen: parcel.coolYen,
    waived: farm.freightWaived,
    carrier: null,
    tracking_number: null,
    shipped_at: null,
    unused_at: null,
  }))
