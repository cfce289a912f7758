import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import { requireBuyer, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { isKept } from '#kernel/changes.ts'
import type { OrderState, Proposal } from '#kernel/enums.ts'
import type { FarmId, KitchenId, OrderId, OrderLineId, PurchaseId, RestaurantId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { asProposed, type ProposalAnswer } from './decide-shortage.ts'
import type { OrderLine } from './order.ts'
import { type OrderSummary, orderRows, summarise } from './order-queries.server.ts'
import { linesOf } from './order-store.server.ts'
import { ruleOf } from './process/transitions.ts'
import { reservedQuantity } from './reserved-quantity.ts'

/**
 * Orders in these states. They stand in the statement, not among its values: where it is planned for any values, PostgreSQL could not
 * know that an index of some states has all of these, and would read every order that a farm ever had.
 */
const isOneOf = (...states: OrderState[]) =>
  sql<boolean>`orders.state in (${sql.join(states.map((state) => sql.lit(state)))})`

/** More than a person reads or packs in a day; the upper bound of a page. */
const mostAtOnce = 200

/** How many orders wait for the farm's answer. */
export const farmWaiting = query('own', async (ctx): Promise<number> => {
  const { farmId } = requireFarm(ctx.actor)
  const { waiting } = await ctx.db
    .selectFrom('orders')
    .select((count) => count.fn.countAll<string>().as('waiting'))
    .where('farmId', '=', farmId)
    .where(isOneOf('placed'))
    .executeTakeFirstOrThrow()
  return Number(waiting)
})

/** The farm's tasks: orders waiting for an answer, orders that leave up to a day, and those that left today. */
export const farmWork = query('own', async (ctx, until: JstDate): Promise<OrderSummary[]> => {
  const { farmId } = requireFarm(ctx.actor)
  const open = ctx.db
    .selectFrom('orders')
    .select('id')
    .where('farmId', '=', farmId)
    .where(isOneOf('placed', 'accepted', 'preparing', 'partly_shipped'))
    .where((is) => is.or([isOneOf('placed'), is('shipOn', '<=', until)]))
  const rows = await orderRows(ctx)
    .where('orders.id', 'in', open.unionAll(leftSince(ctx, farmId, jstDateOf(ctx.now))))
    .orderBy('orders.shipOn')
    .orderBy('orders.answerDueAt')
    .orderBy('orders.id')
    .limit(mostAtOnce)
    .execute()
  return summarise(ctx, rows)
})

/** Orders leave at most this many days before or after their day. */
const shipsWithinDays = 14

/** Orders whose last box was handed to the carrier since this day began, whatever their planned day. */
const leftSince = (ctx: Ctx, farmId: FarmId, day: JstDate) =>
  ctx.db
    .selectFrom('orders')
    .select('id')
    .where('farmId', '=', farmId)
    .where('shipOn', '>=', addDays(day, -shipsWithinDays))
    .where('shipOn', '<=', addDays(day, shipsWithinDays))
    .where(isOneOf('shipped', 'delivered', 'inspected', 'finalized'))
    // what arrived before has left before: of its orders of four weeks few parcels are looked at
    .where((is) => is.or([is('deliveredAt', 'is', null), is('deliveredAt', '>=', momentOf(day, 0))]))
    // with max PostgreSQL starts from the farm's few orders; with `exists` it would read every parcel
    .where(
      (is) =>
        is
          .selectFrom('parcels')
          .select((last) => last.fn.max('parcels.shippedAt').as('at'))
          .whereRef('parcels.orderId', '=', 'orders.id'),
      '>=',
      momentOf(day, 0),
    )

/**
 * The restaurant's orders that have arrived, or should have by today, and wait for inspection (検収). Which restaurant and day it
 * is, is not shown to PostgreSQL before it runs: otherwise it would plan the whole statement around this anew at every call.
 */
const waitingForInspection = (db: DbOrTx, restaurantId: RestaurantId, today: JstDate) =>
  db
    .selectFrom('orders')
    .where('restaurantId', '=', sql<RestaurantId>`(select ${restaurantId}::uuid)`)
    .where(
      sql<boolean>`(orders.state = 'delivered' or orders.state = 'shipped' and delivery_on <= (select ${today}::date))`,
    )

/** How many orders of a restaurant wait for inspection: one row. */
export const receivingWaitingRows = (db: DbOrTx, restaurantId: RestaurantId, today: JstDate) =>
  waitingForInspection(db, restaurantId, today).select(sql<number>`count(*)::int`.as('waiting'))

/** The order to inspect next, the one due first, and how many wait; null when none does. */
export const nextToInspect = query('own', async (ctx) => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const next = await waitingForInspection(ctx.db, restaurantId, jstDateOf(ctx.now))
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['orders.id', 'orders.number', 'farms.name as farm'])
    .select(sql<number>`(count(*) over ())::int`.as('waiting'))
    .orderBy('deliveryOn')
    .orderBy('orders.id')
    .executeTakeFirst()
  return next ?? null
})

/** Orders of the restaurant that are on their way or wait for inspection (検収), soonest first. */
export const arrivals = query('own', async (ctx): Promise<OrderSummary[]> => {
  const buyer = requireBuyer(ctx.actor)
  const rows = await orderRows(ctx)
    .where('orders.restaurantId', '=', buyer.restaurantId)
    .where(isOneOf('partly_shipped', 'shipped', 'delivered'))
    .orderBy('orders.deliveryOn')
    .orderBy('orders.id')
    .limit(mostAtOnce)
    .execute()
  return summarise(ctx, rows)
})

export type AskedOrder = {
  id: OrderId
  number: string
  farm: string
  crest: string
  dueAt: Date
  /** What the farm asks about: how many are held, and how many it can send. */
  lines: { lineId: OrderLineId; name: string; unitLabel: string; held: number; stated: number }[]
  /** The answers that take exactly what the farm proposes; null if that needs a look at the order. */
  accept: ProposalAnswer[] | null
  /** It asks to correct what it has shipped, for this reason; null: it does not. */
  correction: string | null
  /** The day that it proposes instead; null: it proposes none. */
  otherDay: JstDate | null
}

/**
 * Questions of farms that the restaurant has not answered yet, about what they can send, when, or what they have shipped,
 * soonest first: two queries for any number.
 */
export const askedOrders = query('own', async (ctx): Promise<AskedOrder[]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const corrections = ctx.db
    .selectFrom('adjustmentRequests')
    .innerJoin('orders', 'orders.id', 'adjustmentRequests.orderId')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['orders.id', 'orders.number', 'farms.name as farm', 'farms.crest'])
    .select([sql<Proposal | null>`null::jsonb`.as('proposal'), 'adjustmentRequests.dueAt'])
    .select([
      sql<string | null>`adjustment_requests.reason`.as('correction'),
      sql<JstDate | null>`null::text`.as('otherDay'),
    ])
    .where('orders.restaurantId', '=', restaurantId)
    .where('adjustmentRequests.state', '=', 'asked')
    .where('adjustmentRequests.dueAt', '>=', ctx.now)
  // answerableUntil of change-delivery.ts
  const until = sql<Date>`least(orders.pack_at, (proposed_day->>'packAt')::timestamptz)`
  const otherDays = ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['orders.id', 'orders.number', 'farms.name as farm', 'farms.crest'])
    .select([sql<Proposal | null>`null::jsonb`.as('proposal'), until.as('dueAt')])
    .select([
      sql<string | null>`null::text`.as('correction'),
      sql<JstDate | null>`proposed_day->>'deliveryOn'`.as('otherDay'),
    ])
    .where('orders.restaurantId', '=', restaurantId)
    .where('orders.state', '=', 'accepted')
    .where('orders.proposedDay', 'is not', null)
    .where(until, '>=', ctx.now)
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['orders.id', 'orders.number', 'farms.name as farm', 'farms.crest', 'proposal'])
    .select(['orders.proposalDueAt as dueAt', sql<string | null>`null::text`.as('correction')])
    .select(sql<JstDate | null>`null::text`.as('otherDay'))
    .where('orders.restaurantId', '=', restaurantId)
    .where(isOneOf('proposed'))
    .unionAll(corrections)
    .unionAll(otherDays)
    .orderBy('dueAt')
    .limit(mostAtOnce)
    .execute()
  const lines = await linesOf(
    ctx.db,
    rows.flatMap(({ id, proposal }) => (proposal ? id : [])),
  )
  return rows.flatMap(({ dueAt, proposal, ...row }): AskedOrder[] => {
    if (!dueAt) return []
    if (!proposal)
      return row.correction === null && row.otherDay === null ? [] : [{ ...row, dueAt, lines: [], accept: null }]
    return [{ ...row, dueAt, ...askedAbout(lines.get(row.id) ?? [], proposal) }]
  })
})

function askedAbout(lines: readonly OrderLine[], proposal: Proposal): Pick<AskedOrder, 'lines' | 'accept'> {
  const stated = new Map(proposal.lines.map((line) => [line.lineId, line.stated]))
  return {
    lines: lines.flatMap((line) => {
      const left = stated.get(line.id)
      if (left === undefined) return []
      return [
        { lineId: line.id, name: line.name, unitLabel: line.unitLabel, held: reservedQuantity(line), stated: left },
      ]
    }),
    accept: asProposed(lines, proposal),
  }
}

/**
 * What waits for an owner's approval, by purchase, oldest first; for members who may not approve, their own requests.
 */
export const waitingForApproval = query('own', async (ctx): Promise<WaitingPurchase[]> => {
  const buyer = requireBuyer(ctx.actor)
  let waiting = orderRows(ctx)
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select('people.name as askedBy')
    .where('orders.restaurantId', '=', buyer.restaurantId)
    .where(isOneOf('pending_approval'))
  if (buyer.role !== 'owner') waiting = waiting.where('purchases.personId', '=', buyer.personId)
  const rows = await waiting.orderBy('orders.placedAt').orderBy('orders.number').limit(mostAtOnce).execute()
  const orders = await summarise(ctx, rows)
  const askedBy = new Map(rows.map((row) => [row.purchaseId, row.askedBy]))
  return [...Map.groupBy(orders, (order) => order.purchaseId)].map(([purchaseId, ofPurchase]) => ({
    purchaseId,
    askedBy: askedBy.get(purchaseId) ?? '',
    orders: ofPurchase,
  }))
})

export type WaitingPurchase = { purchaseId: PurchaseId; askedBy: string; orders: OrderSummary[] }

export type SentBack = { purchaseId: PurchaseId; number: string; by: string; reason: string; at: Date }

/** The last purchase of a member for a kitchen, with the event that sent one of its orders back, if one did. */
const lastPurchase = (db: DbOrTx, { restaurantId, personId }: BuyerActor, kitchenId: KitchenId) =>
  db
    // the last one first: joined before, the orders and events of all purchases would be read
    .selectFrom((from) =>
      from
        .selectFrom('purchases')
        .selectAll()
        .where('restaurantId', '=', restaurantId)
        .where('personId', '=', personId)
        .where('kitchenId', '=', kitchenId)
        .orderBy('placedAt', 'desc')
        .orderBy('id')
        .limit(1)
        .as('purchases'),
    )
    // one of which everything joined open orders has none of its own
    .leftJoin('orders', 'orders.purchaseId', 'purchases.id')
    .leftJoin('events', (join) =>
      join.onRef('events.orderId', '=', 'orders.id').on('events.kind', '=', ruleOf('sendBack').event),
    )
    // of several orders the one that was sent back
    .orderBy('events.at', (order) => order.desc().nullsLast())
    .limit(1)

/** A purchase comes with an order or with lines, and what is sent back changes its state. */
const keptSentBack = keptRows<{ restaurantId: RestaurantId; wasSentBack: boolean }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`list:${restaurantId}`, `bought:${restaurantId}`],
  most: 5_000,
})

/** False if it is known that the last purchase was not sent back. */
async function mayBeSentBack({ db }: Ctx, buyer: BuyerActor, kitchenId: KitchenId): Promise<boolean> {
  if (!(await isKept(db))) return true
  const { wasSentBack } = await keptSentBack.one(db, `${buyer.personId} ${kitchenId}`, async () => {
    const last = await lastPurchase(db, buyer, kitchenId).select('events.at').executeTakeFirst()
    return { restaurantId: buyer.restaurantId, wasSentBack: Boolean(last?.at) }
  })
  return wasSentBack
}

/**
 * Why an owner sent back the last purchase of the asking user for this kitchen. Null as soon as they have ordered or asked
 * again, or nothing of it is left in their cart.
 */
export const lastSentBack = query('own', async (ctx, kitchenId: KitchenId): Promise<SentBack | null> => {
  const buyer = requireBuyer(ctx.actor)
  if (!(await mayBeSentBack(ctx, buyer, kitchenId))) return null
  const last = await lastPurchase(ctx.db, buyer, kitchenId)
    .select(['purchases.id as purchaseId', 'purchases.number', 'actorName as by', 'reason', 'at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders as back')
          .innerJoin('orderLines', 'orderLines.orderId', 'back.id')
          .innerJoin('cartLines', 'cartLines.productId', 'orderLines.productId')
          .innerJoin('carts', 'carts.id', 'cartLines.cartId')
          .select('back.id')
          .whereRef('back.purchaseId', '=', 'purchases.id')
          .whereRef('carts.kitchenId', '=', 'purchases.kitchenId')
          .whereRef('carts.personId', '=', 'purchases.personId'),
      ).as('inCart'),
    )
    .executeTakeFirst()
  if (!last?.at || !last.inCart || last.by === null || last.reason === null) return null
  const { purchaseId, number, by, reason, at } = last
  return { purchaseId, number, by, reason, at }
})
