import type { Selectable } from 'kysely'
import type { Ctx, DbOrTx } from '#access/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { NotFound } from '#kernel/errors.ts'
import type { EventId, FarmId, KitchenId, OrderId, OrderLineId, PurchaseId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { ActorKind, Quantity, ShipTo, Slot, Stage } from '#kernel/words.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import type { OrderLine, Parcel } from './order.ts'
import { nextTimer, type OrderFacts, ruleOf, type TransitionName } from './order-process.ts'

/** One order as its use cases see it. */
export type Order = OrderFacts & {
  id: OrderId
  number: string
  purchaseId: PurchaseId
  farmId: FarmId
  restaurantId: RestaurantId
  kitchenId: KitchenId
  shipOn: JstDate
  slot: Slot
  placedAt: Date
  finalizedAt: Date | null
  freightTaxPercent: number
  note: string
  shipTo: ShipTo
}

export function toOrder(row: Selectable<Database['orders']>): Order {
  return {
    id: row.id,
    number: row.number,
    purchaseId: row.purchase_id,
    farmId: row.farm_id,
    restaurantId: row.restaurant_id,
    kitchenId: row.kitchen_id,
    state: row.state,
    deliveryOn: row.delivery_on,
    shipOn: row.ship_on,
    slot: row.slot,
    placedAt: row.placed_at,
    cutoffAt: row.cutoff_at,
    answerDueAt: row.answer_due_at,
    packAt: row.pack_at,
    inspectHours: row.inspect_hours,
    deliveredAt: row.delivered_at,
    finalizedAt: row.finalized_at,
    freightTaxPercent: row.freight_tax_percent,
    note: row.note,
    shipTo: row.ship_to,
  }
}

/** The order, locked until the transaction ends: it is judged as it is, not as it was. */
export async function lockOrder(db: DbOrTx, id: OrderId): Promise<Order> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new NotFound('order')
  return toOrder(row)
}

export async function linesOf(db: DbOrTx, orderIds: readonly OrderId[]): Promise<Map<OrderId, OrderLine[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('ordinal')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ orderId: row.order_id, ...toLine(row) })),
    (line) => line.orderId,
  )
}

function toLine(row: Selectable<Database['order_lines']>): OrderLine {
  const at = (qty: number | null, grams: Quantity['grams']): Quantity | null => (qty === null ? null : { qty, grams })
  return {
    id: row.id,
    ordinal: row.ordinal,
    productId: row.product_id,
    name: row.name,
    packLabel: row.pack_label,
    unitLabel: row.unit_label,
    picture: row.picture,
    category: row.category,
    temperature: row.temperature,
    catchWeight: row.catch_weight,
    nominalGrams: row.nominal_grams,
    tolerancePercent: row.tolerance_percent,
    priceYen: row.price_yen,
    taxPercent: row.tax_percent,
    ceilingYen: row.ceiling_yen,
    onShortage: row.on_shortage,
    priceWhy: row.price_why,
    listYen: row.list_yen,
    quantities: {
      ordered: at(row.ordered_qty, row.ordered_grams),
      confirmed: at(row.confirmed_qty, row.confirmed_grams),
      shipped: at(row.shipped_qty, row.shipped_grams),
      received: at(row.received_qty, row.received_grams),
      billed: at(row.billed_qty, row.billed_grams),
    },
    billedYen: row.billed_yen,
    verdict: row.verdict,
  }
}

export async function parcelsOf(db: DbOrTx, orderIds: readonly OrderId[]): Promise<Map<OrderId, Parcel[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('parcels')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('ordinal')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ orderId: row.order_id, ...toParcel(row) })),
    (parcel) => parcel.orderId,
  )
}

const toParcel = (row: Selectable<Database['parcels']>): Parcel => ({
  id: row.id,
  ordinal: row.ordinal,
  temperature: row.temperature,
  sizeClass: row.size_class,
  freightYen: row.freight_yen,
  coolYen: row.cool_yen,
  waived: row.waived,
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  unused: row.unused_at !== null,
})

/**
 * Moves the order along one transition that has been judged: state, its own moments, the
 * next timer, and the history, in this transaction.
 */
export async function moveOrder(
  ctx: Ctx,
  order: Order,
  name: TransitionName,
  more: { reason?: string; data?: Record<string, unknown>; as?: ActorKind } = {},
): Promise<{ order: Order; eventId: EventId }> {
  const { to } = ruleOf(name)
  const moved: Order = {
    ...order,
    state: to,
    deliveredAt: to === 'delivered' ? ctx.now : order.deliveredAt,
    finalizedAt: to === 'finalized' ? ctx.now : order.finalizedAt,
  }
  await ctx.db
    .updateTable('orders')
    .set({
      state: moved.state,
      delivered_at: moved.deliveredAt,
      finalized_at: moved.finalizedAt,
      timer_at: nextTimer(moved)?.at ?? null,
    })
    .where('id', '=', order.id)
    .execute()
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: eventKind[name],
    purchaseId: order.purchaseId,
    orderId: order.id,
    fromState: order.state,
    toState: to,
    ...more,
  })
  return { order: moved, eventId }
}

/** What the history calls each step. */
export const eventKind: Record<TransitionName, string> = {
  place: 'order_placed',
  request: 'order_approval_asked',
  approve: 'order_approved',
  sendBack: 'order_sent_back',
  withdraw: 'order_withdrawn',
  lapse: 'order_lapsed',
  accept: 'order_accepted',
  decline: 'order_declined',
  expire: 'order_expired',
  cancel: 'order_cancelled',
  prepare: 'order_preparing',
  short: 'line_short',
  weigh: 'line_weighed',
  ship: 'order_shipped',
  deliver: 'order_delivered',
  inspect: 'order_inspected',
  finalize: 'order_finalized',
}

export type NewQuantity = {
  lineId: OrderLineId
  stage: Stage
  quantity: Quantity
  yen?: Yen
  reason?: string | null
  eventId: EventId
}

/** States quantities. A second statement of the same stage needs its reason; the database refuses it otherwise. */
export async function writeQuantities(ctx: Ctx, quantities: readonly NewQuantity[]): Promise<void> {
  if (quantities.length === 0) return
  await ctx.db
    .insertInto('quantity_entries')
    .values(
      quantities.map(({ lineId, stage, quantity, yen, reason, eventId }) => ({
        order_line_id: lineId,
        stage,
        qty: quantity.qty,
        grams: quantity.grams,
        yen: yen ?? null,
        reason: reason ?? null,
        event_id: eventId,
        at: ctx.now,
      })),
    )
    .execute()
}
