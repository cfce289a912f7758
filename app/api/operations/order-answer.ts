import { amountAt, knownStage, type OrderLine, type Parcel } from '#modules/ordering/order.ts'
import type { OrderDetail, OrderSummary } from '#modules/ordering/order-queries.server.ts'

/** Orders in the API; the contract picks the fields. */
export const summaryAnswer = (order: OrderSummary) => ({
  ...order,
  lines: order.lines.map((line) => lineAnswer(line, order)),
  parcels: order.parcels.map((parcel) => parcelAnswer(parcel, order)),
  figures: order.moneyShown ? order.figures : null,
})

export const detailAnswer = (order: OrderDetail) => ({
  ...summaryAnswer(order),
  lines: order.lines.map((line) => ({
    ...lineAnswer(line, order),
    sentFirst: order.left.get(line.id) ?? null,
    lots: order.lots.get(line.id) ?? [],
  })),
  events: order.events,
  parcelEvents: order.parcelEvents,
  corrections: order.adjustments,
  correctionRequests: order.adjustmentRequests.map((request) => ({
    ...request,
    lines: request.lines.map((line) => ({ ...line, yen: order.moneyShown ? line.yen : null })),
  })),
  actions: order.actions,
  // of the lines ordered last
  commissionBp: order.commission?.rates.at(-1) ?? null,
  commissionYen: order.commission?.yen ?? null,
})

/** null in place of what the caller may not see. */
type Shown = Pick<OrderSummary, 'moneyShown'>

const lineAnswer = (line: OrderLine, { moneyShown }: Shown) => ({
  ...line,
  priceYen: moneyShown ? line.priceYen : null,
  ceilingYen: moneyShown ? line.ceilingYen : null,
  amountYen: moneyShown ? amountAt(line, knownStage(line)) : null,
})

const parcelAnswer = (parcel: Parcel, { moneyShown }: Shown) => ({
  ...parcel,
  contents: [...parcel.contents],
  freightYen: moneyShown ? parcel.freightYen : null,
  coolYen: moneyShown ? parcel.coolYen : null,
})
