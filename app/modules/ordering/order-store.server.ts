import { type Selectable, sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { ActorKind, ClosingDay, Part, Proposal, Quantity, Reschedule, ShipTo, Slot, Stage } from '#kernel/enums.ts'
import { openClaimStates } from '#kernel/enums.ts'
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
import { gather } from '#modules/audit-log/gather.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { trackingUrlOf } from '#modules/delivery/tracking-url.server.ts'
import type { OrderWay } from '#modules/delivery/ways.ts'
import { releasePlaces } from '#modules/runs/places.server.ts'
import { applyTransition } from './apply-transition.ts'
import type { OrderLine, Parcel } from './order.ts'
import { tellRestaurant } from './order-notifications.server.tsx'
import { deadStates, nextTimer, type OrderFacts } from './order-process.ts'
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
  closingDay: ClosingDay
  slot: Slot
  placedAt: Date
  finalizedAt: Date | null
  freightTaxPercent: number
  /** Counts the changes by the restaurant. */
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
  answerUndoUntil: Date | null
  acceptUndoUntil: Date | null
  reschedule: Reschedule | null
  /** The other day that the farm proposes; null: none. */
  proposedDay: Reschedule | null
  /** The price of what the farm could not send: for free freight it counts as if it came. */
  shortGoodsYen: Yen
  restOn: JstDate | null
  /** How many days after the delivery day the rest may arrive; null: no parts. */
  partWaitDays: number | null
  /** The restaurant pays for the boxes of the rest. */
  partFreight: boolean
  /** A free replacement for this claim. */
  claimId: ClaimId | null
  note: string
  shipTo: ShipTo
  /** How it comes, as agreed; null: by parcels of a carrier. */
  way: OrderWay | null
}

export function toOrder(row: Selectable<Database['orders']>): Order {
  return {
    id: row.id,
    number: row.number,
    purchaseId: row.purchaseId,
    farmId: row.farmId,
    restaurantId: row.restaurantId,
    kitchenId: row.kitchenId,
    state: row.state,
    deliveryOn: row.deliveryOn,
    shipOn: row.shipOn,
    slot: row.slot,
    placedAt: row.placedAt,
    cutoffAt: row.cutoffAt,
    answerDueAt: row.answerDueAt,
    packAt: row.packAt,
    inspectHours: row.inspectHours,
    closingDay: row.closingDay,
    deliveredAt: row.deliveredAt,
    finalizedAt: row.finalizedAt,
    version: row.version,
    changedAt: row.changedAt,
    acceptedAt: row.acceptedAt,
    cancelPercent: row.cancelPercent,
    cancelAskedAt: row.cancelAskedAt,
    cancelFeeYen: row.cancelFeeYen,
    proposal: row.proposal,
    proposalDueAt: row.proposalDueAt,
    answerUndoUntil: row.answerUndoUntil,
    acceptUndoUntil: row.acceptUndoUntil,
    reschedule: row.reschedule,
    proposedDay: row.proposedDay,
    shortGoodsYen: row.shortGoodsYen,
    restOn: row.restOn,
    partWaitDays: row.partWaitDays,
    partFreight: row.partFreight,
    claimId: row.claimId,
    freightTaxPercent: row.freightTaxPercent,
    note: row.note,
    shipTo: row.shipTo,
    way: row.way,
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
  return linesByOrder(await lineRowsOf(db, orderIds).execute())
}

const lineRowsOf = (db: DbOrTx, orderIds: readonly OrderId[]) =>
  db
    .selectFrom('orderLines')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('claims')
          .select('claims.id')
          .whereRef('claims.orderLineId', '=', 'orderLines.id')
          .where('claims.state', 'in', openClaimStates),
      ).as('claimOpen'),
    )
    .where('orderId', 'in', orderIds)
    .orderBy('orderId')
    .orderBy('ordinal')

const linesByOrder = (rows: readonly (Parameters<typeof toLine>[0] & { orderId: OrderId })[]) =>
  Map.groupBy(
    rows.map((row) => ({ orderId: row.orderId, ...toLine(row) })),
    (line) => line.orderId,
  )

/** The lines and the parcels of orders: one statement. */
export async function contentsOf(db: DbOrTx, orderIds: readonly OrderId[]) {
  if (orderIds.length === 0) return { lines: new Map<OrderId, OrderLine[]>(), parcels: new Map<OrderId, Parcel[]>() }
  const found = await gather(db, {
    lines: { rows: lineRowsOf(db, orderIds) },
    parcels: { rows: parcelRowsOf(db, orderIds), moments: ['shippedAt', 'unusedAt', 'trackedAt'] },
  })
  return { lines: linesByOrder(found.lines), parcels: parcelsByOrder(found.parcels) }
}

function toLine(row: Selectable<Database['orderLines']> & { claimOpen: unknown }): OrderLine {
  const at = (qty: number | null, grams: Quantity['grams'], missing: Part | null = null): Quantity | null =>
    qty === null ? null : { qty, grams, ...(missing && { missing }) }
  return {
    id: row.id,
    ordinal: row.ordinal,
    productId: row.productId,
    name: row.name,
    packLabel: row.packLabel,
    unitLabel: row.unitLabel,
    picture: row.picture,
    category: row.category,
    temperature: row.temperature,
    catchWeight: row.catchWeight,
    nominalGrams: row.nominalGrams,
    tolerancePercent: row.tolerancePercent,
    priceYen: row.priceYen,
    taxPercent: row.taxPercent,
    ceilingYen: row.ceilingYen,
    priceFromQty: row.priceFromQty,
    onShortage: row.onShortage,
    shortageTerms: row.shortageTerms,
    orderedBefore: row.orderedBefore,
    substituteFor: row.substituteFor,
    priceWhy: row.priceWhy,
    listYen: row.listYen,
    quantities: {
      ordered: at(row.orderedQty, row.orderedGrams),
      confirmed: at(row.confirmedQty, row.confirmedGrams),
      shipped: at(row.shippedQty, row.shippedGrams),
      received: at(row.receivedQty, row.receivedGrams, partOf(row.receivedMissing, row.receivedMissingOf)),
      billed: at(row.billedQty, row.billedGrams, partOf(row.billedMissing, row.billedMissingOf)),
    },
    billedYen: row.billedYen,
    claimOpen: row.claimOpen === true,
    verdict: row.verdict,
  }
}

/** A part as its two columns. */
export const partOf = (count: number | null, of: number | null): Part | null =>
  count === null || of === null ? null : { count, of }

export async function parcelsOf(db: DbOrTx, orderIds: readonly OrderId[]): Promise<Map<OrderId, Parcel[]>> {
  if (orderIds.length === 0) return new Map()
  return parcelsByOrder(await parcelRowsOf(db, orderIds).execute())
}

const parcelRowsOf = (db: DbOrTx, orderIds: readonly OrderId[]) =>
  db
    .selectFrom('parcels')
    .selectAll()
    .select(
      sql<
        Parcel['contents']
      >`(select coalesce(json_agg(json_build_object('lineId', l.id, 'qty', c.qty) order by l.ordinal), '[]')
        from parcel_lines c join order_lines l on l.id = c.order_line_id where c.parcel_id = parcels.id)`.as(
        'contents',
      ),
    )
    .where('orderId', 'in', orderIds)
    .orderBy('orderId')
    .orderBy('ordinal')

const parcelsByOrder = (rows: readonly (Parameters<typeof toParcel>[0] & { orderId: OrderId })[]) =>
  Map.groupBy(
    rows.map((row) => ({ orderId: row.orderId, ...toParcel(row) })),
    (parcel) => parcel.orderId,
  )

const toParcel = (row: Selectable<Database['parcels']> & Pick<Parcel, 'contents'>): Parcel => ({
  id: row.id,
  ordinal: row.ordinal,
  temperature: row.temperature,
  sizeClass: row.sizeClass,
  freightYen: row.freightYen,
  coolYen: row.coolYen,
  waived: row.waived,
  carrier: row.carrier,
  trackingNumber: row.trackingNumber,
  shippedAt: row.shippedAt,
  tracked: row.tracked,
  unused: row.unusedAt !== null,
  sentFirst: row.sentFirst,
  forRest: row.forRest,
  name: row.name,
  byFarm: row.byFarm,
  contents: row.contents,
  label: row.labelCarrier && row.labelNumber ? { carrier: row.labelCarrier, trackingNumber: row.labelNumber } : null,
  trackingUrl:
    row.carrier && row.trackingNumber ? trackingUrlOf(row.carrier, row.trackingNumber, row.trackingPage) : null,
  progress:
    row.trackedState && row.trackedAt
      ? { state: row.trackedState, words: row.trackedWords ?? '', place: row.trackedPlace ?? '', at: row.trackedAt }
      : null,
})

type MoveMore = {
  reason?: string
  data?: Record<string, unknown>
  as?: ActorKind
  /** The caller sends the restaurant a message of its own. */
  mailed?: boolean
  /** Facts that the step changes besides the state. */
  facts?: Partial<
    Pick<
      Order,
      | 'version'
      | 'changedAt'
      | 'cancelFeeYen'
      | 'deliveryOn'
      | 'shipOn'
      | 'slot'
      | 'note'
      | 'cutoffAt'
      | 'answerDueAt'
      | 'packAt'
      | 'freightTaxPercent'
      | 'reschedule'
      | 'proposedDay'
      | 'proposal'
      | 'proposalDueAt'
      | 'answerUndoUntil'
      | 'acceptUndoUntil'
      | 'restOn'
    >
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
  // asked only of an order that stays accepted
  const stays = order.state === 'accepted' && to === 'accepted'
  const after: Order = {
    ...applyTransition({ ...order, ...facts }, name, ctx.now),
    proposal: to === 'proposed' ? (facts?.proposal ?? null) : null,
    proposalDueAt: to === 'proposed' ? (facts?.proposalDueAt ?? null) : null,
    // whatever else happens to the order makes an answer final
    answerUndoUntil: facts?.answerUndoUntil ?? null,
    acceptUndoUntil: facts?.acceptUndoUntil ?? null,
    reschedule: facts?.reschedule === undefined && stays ? order.reschedule : (facts?.reschedule ?? null),
    proposedDay: facts?.proposedDay === undefined && stays ? order.proposedDay : (facts?.proposedDay ?? null),
  }
  await ctx.db
    .updateTable('orders')
    .set({
      state: after.state,
      deliveredAt: after.deliveredAt,
      finalizedAt: after.finalizedAt,
      version: after.version,
      changedAt: after.changedAt,
      acceptedAt: after.acceptedAt,
      cancelAskedAt: after.cancelAskedAt,
      cancelFeeYen: after.cancelFeeYen,
      deliveryOn: after.deliveryOn,
      shipOn: after.shipOn,
      cutoffAt: after.cutoffAt,
      answerDueAt: after.answerDueAt,
      packAt: after.packAt,
      freightTaxPercent: after.freightTaxPercent,
      slot: after.slot,
      note: after.note,
      proposal: after.proposal && JSON.stringify(after.proposal),
      proposalDueAt: after.proposalDueAt,
      answerUndoUntil: after.answerUndoUntil,
      acceptUndoUntil: after.acceptUndoUntil,
      reschedule: after.reschedule && JSON.stringify(after.reschedule),
      proposedDay: after.proposedDay && JSON.stringify(after.proposedDay),
      restOn: after.restOn,
      timerAt: nextTimer(after)?.at ?? null,
    })
    .where('id', '=', order.id)
    .execute()
  // any other order that ends gives its stock back first: the one lock order of all (accept-order.server.ts)
  if (order.state === 'pending_approval' && deadStates.includes(to)) await releasePlaces(ctx, order.id)
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
    .insertInto('quantityEntries')
    .values(
      quantities.map(({ lineId, stage, quantity, yen, reason, eventId }) => ({
        orderLineId: lineId,
        stage,
        qty: quantity.qty,
        grams: quantity.grams,
        missing: quantity.missing?.count ?? null,
        missingOf: quantity.missing?.of ?? null,
        yen: yen ?? null,
        reason: reason ?? null,
        eventId,
        at: ctx.now,
      })),
    )
    .execute()
}
