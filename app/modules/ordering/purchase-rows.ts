import type { OrderState } from '#kernel/enums.ts'
import { newId, type OrderId, type OrderLineId, type ParcelId } from '#kernel/ids.ts'
import type { OpenLine } from '#modules/cart/open-order.ts'
import type { QuotedFarm, QuotedLine } from '#modules/cart/quote.ts'
import { fromQtyOf } from '#modules/pricing/agreed-price.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import type { Moving } from './apply-transition.ts'
import type { OrderFacts } from './order-process.ts'

/** `onto`: an existing line with the same product at the same price, which is increased. */
export type PlannedLine = { lineId: OrderLineId; line: QuotedLine; onto: OpenLine | null }
export type PlannedOrder = {
  orderId: OrderId
  farm: QuotedFarm
  day: NonNullable<QuotedFarm['day']>
  lines: PlannedLine[]
}

/** What the process asks of an order that has just been placed. */
export const freshFacts = (
  { deliveryOn, cutoffAt, answerDueAt, packAt }: PlannedOrder['day'],
  state: OrderState,
): OrderFacts & Moving => ({
  state,
  deliveryOn,
  cutoffAt,
  answerDueAt,
  packAt,
  acceptedAt: null,
  cancelAskedAt: null,
  deliveredAt: null,
  finalizedAt: null,
  inspectHours: 48,
})

/**
 * Of a new order, with the quantities that their first entries state, so that none of these has to change its line. `accepts`: its
 * farm confirms it at once.
 */
export const lineRows = ({ orderId, lines, accepts }: PlannedOrder & { accepts: boolean }) =>
  lines.map((planned, index) => {
    const { qty, grams } = nominalQuantity(planned.line.terms, planned.line.qty)
    return {
      ...lineRow(orderId, planned, index + 1),
      ...{ orderedQty: qty, orderedGrams: grams },
      ...{ confirmedQty: accepts ? qty : null, confirmedGrams: accepts ? grams : null },
    }
  })

/** Rows of new lines, numbered from `first` on. */
export const lineRowsFrom = (orderId: OrderId, lines: readonly PlannedLine[], first: number) =>
  lines.map((planned, index) => lineRow(orderId, planned, first + index))

const lineRow = (orderId: OrderId, { lineId, line }: PlannedLine, ordinal: number) => ({
  id: lineId,
  orderId,
  ordinal,
  productId: line.productId,
  name: line.name,
  packLabel: line.packLabel,
  unitLabel: line.unitLabel,
  picture: line.picture,
  category: line.category,
  temperature: line.temperature,
  catchWeight: line.terms.catchWeight,
  nominalGrams: line.terms.nominalGrams,
  tolerancePercent: line.terms.tolerancePercent,
  priceYen: line.terms.priceYen,
  taxPercent: line.terms.taxPercent,
  ceilingYen: line.ceilingYen,
  priceFromQty: fromQtyOf(line, line.tiers),
  onShortage: line.onShortage,
  priceWhy: line.why,
  listYen: line.listYen,
  shortageTerms: JSON.stringify(line.shortageTerms),
  verdict: null,
})

export const parcelRows = ({ orderId, farm }: PlannedOrder) =>
  farm.parcels.map((parcel, index) => ({
    id: newId<'parcel'>() as ParcelId,
    orderId,
    ordinal: index + 1,
    temperature: parcel.temperature,
    sizeClass: parcel.size,
    freightYen: parcel.freightYen,
    coolYen: parcel.coolYen,
    waived: farm.freightWaived,
    tracked: farm.run === null,
    carrier: null,
    trackingNumber: null,
    shippedAt: null,
    unusedAt: null,
  }))
