import { trackingLink } from '#modules/delivery/tracking-number.ts'
import { amountAt, knownStage, type OrderLine, type Parcel } from '#modules/ordering/order.ts'
import type { OrderDetail, OrderSummary } from '#modules/ordering/order-queries.server.ts'

/** Orders in the API; the contract picks the fields. */
export const summaryAnswer = (order: OrderSummary) => ({
  ...order,
  lines: order.lines.map(lineAnswer),
  parcels: order.parcels.map(parcelAnswer),
})

export const detailAnswer = (order: OrderDetail) => ({
  ...summaryAnswer(order),
  lines: order.lines.map((line) => ({
    ...lineAnswer(line),
    sentFirst: order.left.get(line.id) ?? null,
    lots: order.lots.get(line.id) ?? [],
  })),
  events: order.events,
  corrections: order.adjustments,
  actions: order.actions,
  commissionBp: order.commissionBp,
})

const lineAnswer = (line: OrderLine) => ({ ...line, amountYen: amountAt(line, knownStage(line)) })

const parcelAnswer = (parcel: Parcel) => ({
  ...parcel,
  trackingUrl: parcel.carrier && parcel.trackingNumber && trackingLink(parcel.carrier, parcel.trackingNumber),
})
