import type { Selectable } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { ActorKind, Proposal, Quantity, ShipTo, Slot, Stage } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type {
  ClaimId,
  EventId,
  FarmId,
  KitchenId,
  OrderId,
  OrderLineId,
  PurchaseId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { applyTransition } from './apply-transition.ts'
import type { OrderLine, Parcel } from './order.ts'
import { tellRestaurant } from './order-notifications.server.tsx'
import { nextTimer, type OrderFacts } from './order-process.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'
import { noteNews } from './record-order-notification.server.ts'

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
  /** Counts the changes of the ordered quantities. */
  version: number
  changedAt: Date | null
  acceptedAt: Date | null
  /**
   * As a share of the products' price without tax: the fee for a late cancellation (W2), as shown on the page of the
   * order.
   */
  cancelPercent: number
  cancelAskedAt: Date | null
  cancelFeeYen: Yen | null
  proposal: Proposal | null
  proposalDueAt: Date | null
  restOn: JstDate | null
  /** How many days after the delivery day the rest may arrive; null: no parts. */
  partWaitDays: number | null
  /** The restaurant pays for the boxes of the rest. */
  partFreight: boolean
  /** A free replacement for this claim. */
  claimId: ClaimId | null
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
    version: row.version,
    changedAt: row.changed_at,
    acceptedAt: row.accepted_at,
    cancelPercent: row.cancel_percent,
    cancelAskedAt: row.cancel_asked_at,
    cancelFeeYen: row.cancel_fee_yen,
    proposal: row.proposal,
    proposalDueAt: row.proposal_due_at,
    restOn: row.rest_on,
    partWaitDays: row.part_wait_days,
    partFreight: row.part_freight,
    claimId: row.claim_id,
    freightTaxPercent: row.freight_tax_percent,
    note: row.note,
    shipTo: row.ship_to,
  }
}

/** The order, locked until the transaction ends, so that decisions are based on its current state. */
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
    priceFromQty: row.price_from_qty,
    onShortage: row.on_shortage,
    shortageTerms: row.shortage_terms,
    orderedBefore: row.ordered_before,
    substituteFor: row.substitute_for,
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
  sentFirst: row.sent_first,
  forRest: row.for_rest,
})

type MoveMore = {
  reason?: string
  data?: Record<string, unknown>
  as?: ActorKind
  /** The caller sends the restaurant a message of its own. */
  mailed?: boolean
  /** Facts that the step changes besides the state. */
  facts?: Partial<
    Pick<Order, 'version' | 'changedAt' | 'cancelFeeYen' | 'slot' | 'note' | 'proposal' | 'proposalDueAt' | 'restOn'>
  >
}

/**
 * Moves the order along a transition that has been checked: state, its own moments, the next timer, the history, and
 * whom its row notifies, in this transaction.
 */
export async function moveOrder(
  ctx: Ctx,
  order: Order,
  name: TransitionName,
  { facts, mailed = false, ...more }: MoveMore = {},
): Promise<{ order: Order; eventId: EventId }> {
  const { to } = ruleOf(name)
  const after: Order = {
    ...applyTransition({ ...order, ...facts }, name, ctx.now),
    proposal: to === 'proposed' ? (facts?.proposal ?? null) : null,
    proposalDueAt: to === 'proposed' ? (facts?.proposalDueAt ?? null) : null,
  }
  await ctx.db
    .updateTable('orders')
    .set({
      state: after.state,
      delivered_at: after.deliveredAt,
      finalized_at: after.finalizedAt,
      version: after.version,
      changed_at: after.changedAt,
      accepted_at: after.acceptedAt,
      cancel_asked_at: after.cancelAskedAt,
      cancel_fee_yen: after.cancelFeeYen,
      slot: after.slot,
      note: after.note,
      proposal: after.proposal && JSON.stringify(after.proposal),
      proposal_due_at: after.proposalDueAt,
      rest_on: after.restOn,
      timer_at: nextTimer(after)?.at ?? null,
    })
    .where('id', '=', order.id)
    .execute()
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: ruleOf(name).event,
    purchaseId: order.purchaseId,
    orderId: order.id,
    fromState: order.state,
    toState: to,
    ...more,
  })
  await noteNews(ctx, [{ name, orderId: order.id, eventId }], more.as)
  if (!mailed) await tellRestaurant(ctx, after, { name, eventId, reason: more.reason, as: more.as })
  return { order: after, eventId }
}

export type NewQuantity = {
  lineId: OrderLineId
  stage: Stage
  quantity: Quantity
  yen?: Yen
  reason?: string | null
  eventId: EventId
}

/** Writes quantities. A second statement of the same stage needs a reason; the database refuses it otherwise. */
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
