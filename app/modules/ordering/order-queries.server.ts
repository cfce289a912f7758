import { sql } from 'kysely'
import { requireBuyer, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { ActorKind, OrderState } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { FarmId, OrderId, OrderLineId, PurchaseId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { lotsOfLines, type NamedLot } from '#modules/traceability/lot.server.ts'
import type { Adjustment } from './adjustments/adjustment.ts'
import { adjustmentsOf } from './adjustments/adjustment-queries.server.ts'
import { figuresOf, type OrderFigures, type OrderLine, type Parcel } from './order.ts'
import { actionsFor } from './order-process.ts'
import { linesOf, type Order, parcelsOf, toOrder } from './order-store.server.ts'
import { type PartialShipment, partialShipment } from './partial-shipment.server.ts'

export type OrderParties = {
  farm: { id: FarmId; name: string; crest: string; place: string; phone: string; picture: string }
  /** `logo`: the name of its picture (kernel/picture-name.ts). */
  restaurant: { name: string; crest: string; logo: string | null }
  purchaseNumber: string
}

/** An order as lists show it: who, when, what, and the amount as far as it is known now. */
export type OrderSummary = Order & OrderParties & { lines: OrderLine[]; parcels: Parcel[]; figures: OrderFigures }

export type OrderEvent = {
  id: string
  at: Date
  /** When it was done offline on a device, before it arrived; null: online. */
  pressedAt: Date | null
  kind: string
  actorKind: ActorKind
  actorName: string
  lineId: OrderLineId | null
  fromState: OrderState | null
  toState: OrderState | null
  reason: string | null
  data: Record<string, unknown>
}

/** An order as its page shows it: also every change with who, when and why, and the possible actions. */
export type OrderDetail = OrderSummary & {
  events: OrderEvent[]
  lots: Map<OrderLineId, NamedLot[]>
  /** What left before the rest, if it was divided. */
  left: PartialShipment
  /** Corrections after the bill was final, oldest first. */
  adjustments: Adjustment[]
  actions: ReturnType<typeof actionsFor>
  /** For the farm and staff only; a buyer never sees commission. */
  commissionBp: number | null
}

/** Every order with its parties; the caller restricts whose. */
export const orderRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .selectAll('orders')
    .select([
      'farms.name as farmName',
      'farms.crest as farmCrest',
      'farms.place as farmPlace',
      'farms.phone as farmPhone',
      'farms.picture as farmPicture',
      'restaurants.name as restaurantName',
      'restaurants.crest as restaurantCrest',
      'restaurants.logo as restaurantLogo',
      'purchases.number as purchaseNumber',
    ])

type OrderRow = Awaited<ReturnType<ReturnType<typeof orderRows>['execute']>>[number]

/** Two more queries for any number of orders: their lines and their parcels. */
export async function summarise(ctx: Ctx, rows: readonly OrderRow[]): Promise<OrderSummary[]> {
  const ids = rows.map((row) => row.id)
  const [lines, parcels] = [await linesOf(ctx.db, ids), await parcelsOf(ctx.db, ids)]
  return rows.map((row) => {
    const order = toOrder(row)
    const ofOrder = { lines: lines.get(row.id) ?? [], parcels: parcels.get(row.id) ?? [] }
    return {
      ...order,
      farm: {
        id: row.farmId,
        name: row.farmName,
        crest: row.farmCrest,
        place: row.farmPlace,
        phone: row.farmPhone,
        picture: row.farmPicture,
      },
      restaurant: { name: row.restaurantName, crest: row.restaurantCrest, logo: row.restaurantLogo },
      purchaseNumber: row.purchaseNumber,
      ...ofOrder,
      figures: figuresOf(order, ofOrder.lines, ofOrder.parcels),
    }
  })
}

/** Visitors are asked to sign in before anything is looked up: a link from a mail, a session that ended. */
export function requireSignedIn({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('orders')
}

/** One order with its whole history, for either side or staff; NotFound for others. */
export const orderDetail = query('order.see', async (ctx, orderId: OrderId): Promise<OrderDetail> => {
  requireSignedIn(ctx)
  const row = await orderRows(ctx).where('orders.id', '=', orderId).executeTakeFirst()
  if (!row) throw new NotFound('order')
  const sides = { farmId: row.farmId, restaurantId: row.restaurantId, state: row.state }
  seeOrNotFound(ctx.actor, 'order.see', sides)
  const [summary] = await summarise(ctx, [row])
  if (!summary) throw new NotFound('order')
  const lots = await lotsOfLines(
    ctx,
    summary.lines.map((line) => line.id),
  )
  return {
    ...summary,
    events: await eventsOf(ctx, orderId),
    lots,
    left: summary.restOn === null ? new Map() : await partialShipment(ctx, orderId),
    adjustments: summary.state === 'finalized' ? await adjustmentsOf(ctx, summary) : [],
    actions: actionsFor(summary, actorKindOf(ctx.actor), ctx.now),
    commissionBp: can(ctx.actor, 'commission.see', sides) ? row.commissionBp : null,
  }
})

async function eventsOf(ctx: Ctx, orderId: OrderId): Promise<OrderEvent[]> {
  return (
    ctx.db
      .selectFrom('events')
      .select([
        'id',
        'at',
        'pressedAt',
        'kind',
        'actorKind',
        'actorName',
        'orderLineId as lineId',
        sql<OrderState | null>`from_state`.as('fromState'),
        sql<OrderState | null>`to_state`.as('toState'),
        'reason',
        'data',
      ])
      .where('orderId', '=', orderId)
      // what happened within the restaurant before it ordered is hidden from the farm
      .$if(ctx.actor.kind === 'farm', (events) => events.where('kind', 'not in', ['order_approval_asked']))
      .orderBy('at')
      .orderBy('id')
      .execute()
  )
}

/** The orders of one checkout, in their order; for the page after 注文する and the API. */
export const ordersOfPurchase = query('purchase.see', async (ctx, purchaseId: PurchaseId): Promise<OrderSummary[]> => {
  requireSignedIn(ctx)
  const rows = await orderRows(ctx)
    .where((is) =>
      is.or([
        is('orders.purchaseId', '=', purchaseId),
        is(
          'orders.id',
          'in',
          is.selectFrom('purchaseAdditions').select('orderId').where('purchaseId', '=', purchaseId),
        ),
      ]),
    )
    .orderBy('orders.number')
    .execute()
  const [first] = rows
  if (!first) throw new NotFound('purchase')
  seeOrNotFound(ctx.actor, 'purchase.see', { restaurantId: first.restaurantId })
  return summarise(ctx, rows)
})

/** A checkout: its own number and time, even if its products joined existing orders. */
export const purchaseOf = query('purchase.see', async (ctx, purchaseId: PurchaseId) => {
  const orders = await ordersOfPurchase(ctx, purchaseId)
  const { number, placedAt } = await ctx.db
    .selectFrom('purchases')
    .select(['number', 'placedAt'])
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return { number, placedAt, orders }
})

export type HistoryFilter = {
  /** `2026-11`: the month in which the order was placed, in Japan. */
  month?: string
  farmId?: FarmId
  states?: readonly OrderState[]
  /** Continue after this order, from the previous page. */
  after?: { placedAt: Date; id: OrderId } | undefined
  limit?: number
}

export type HistoryPage = { orders: OrderSummary[]; next: { placedAt: Date; id: OrderId } | null }

/** The restaurant's orders, newest first: three queries for a page of any size. */
export const historyOfRestaurant = query('own', async (ctx, filter: HistoryFilter = {}): Promise<HistoryPage> => {
  const buyer = requireBuyer(ctx.actor)
  return history(ctx, orderRows(ctx).where('orders.restaurantId', '=', buyer.restaurantId), filter)
})

/** The farm's orders, newest first. */
export const historyOfFarm = query('own', async (ctx, filter: HistoryFilter = {}): Promise<HistoryPage> => {
  const farm = requireFarm(ctx.actor)
  const rows = orderRows(ctx)
    .where('orders.farmId', '=', farm.farmId)
    .where('orders.state', 'not in', ['draft', 'pending_approval'])
  return history(ctx, rows, filter)
})

/** The orders of all restaurants, for staff. */
export const historyOfAll = query('orders.list_all', async (ctx, filter: HistoryFilter = {}): Promise<HistoryPage> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'orders.list_all', null)
  return history(ctx, orderRows(ctx), filter)
})

/** One page of these orders, newest first: always three queries. */
export async function history(
  ctx: Ctx,
  base: ReturnType<typeof orderRows>,
  filter: HistoryFilter,
): Promise<HistoryPage> {
  const limit = filter.limit ?? 20
  let rows = narrowed(base, filter)
  const { after } = filter
  if (after) rows = rows.where(sql<boolean>`(orders.placed_at, orders.id) < (${after.placedAt}, ${after.id})`)
  const found = await rows
    .orderBy('orders.placedAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit + 1)
    .execute()
  const orders = await summarise(ctx, found.slice(0, limit))
  const last = orders.at(-1)
  return { orders, next: found.length > limit && last ? { placedAt: last.placedAt, id: last.id } : null }
}

type Rows = ReturnType<typeof orderRows>

/** Only the orders of a month, of a farm, in some states. */
export function narrowed(
  base: Rows,
  { month, farmId, states }: Pick<HistoryFilter, 'month' | 'farmId' | 'states'>,
): Rows {
  let rows = base
  if (month) {
    const start = jstDate(`${month}-01`)
    const end = jstDate(`${addDays(start, 31).slice(0, 7)}-01`)
    rows = rows.where('orders.placedAt', '>=', momentOf(start, 0)).where('orders.placedAt', '<', momentOf(end, 0))
  }
  if (farmId) rows = rows.where('orders.farmId', '=', farmId)
  return states?.length ? rows.where('orders.state', 'in', states) : rows
}

/**
 * For the filters of the restaurant's history: the months from its first order to its last, and the farms it ordered
 * from, found by a loose index scan from farm to farm instead of reading every order.
 */
export const historyFilters = query(
  'own',
  async (ctx): Promise<{ months: string[]; farms: { id: FarmId; name: string }[] }> => {
    const { restaurantId } = requireBuyer(ctx.actor)
    const { rows } = await sql<{ id: FarmId; name: string; first: Date; last: Date }>`
    with recursive known (farm_id) as (
      (select farm_id from orders where restaurant_id = ${restaurantId} order by farm_id limit 1)
      union all
      select (
        select farm_id from orders
        where restaurant_id = ${restaurantId} and farm_id > known.farm_id order by farm_id limit 1
      ) from known where known.farm_id is not null
    )
    select farms.id, farms.name,
      (select min(placed_at) from orders where restaurant_id = ${restaurantId}) as first,
      (select max(placed_at) from orders where restaurant_id = ${restaurantId}) as last
    from known join farms on farms.id = known.farm_id`.execute(ctx.db)
    const [bounds] = rows
    return {
      months: bounds ? monthsBetween(bounds.first, bounds.last) : [],
      farms: rows.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    }
  },
)

/** `2026-11` and every month before it back to the first, in Japan. */
function monthsBetween(first: Date, last: Date): string[] {
  const months: string[] = []
  const until = jstDateOf(first).slice(0, 7)
  for (let day = jstDateOf(last); day.slice(0, 7) >= until; day = addDays(jstDate(`${day.slice(0, 7)}-01`), -1))
    months.push(day.slice(0, 7))
  return months
}

/** The last checkouts of the restaurant, newest first, each with all of its orders, for any number of farms. */
export const lastPurchases = query('own', async (ctx, count: number): Promise<OrderSummary[][]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const last = ctx.db
    .selectFrom('purchases')
    .select('id')
    .where('restaurantId', '=', restaurantId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders as placed')
          .select('placed.id')
          .whereRef('placed.purchaseId', '=', 'purchases.id')
          .where('placed.state', 'not in', ['draft', 'pending_approval']),
      ),
    )
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
  const rows = await orderRows(ctx)
    .where('orders.purchaseId', 'in', last)
    .where('orders.state', 'not in', ['draft', 'pending_approval'])
    .orderBy('orders.placedAt', 'desc')
    .orderBy('orders.purchaseId', 'desc')
    .orderBy('orders.number')
    .execute()
  const orders = await summarise(ctx, rows)
  return [...Map.groupBy(orders, (order) => order.purchaseId).values()]
})

/** More than a person reads or packs in a day; the upper bound of a page. */
const mostAtOnce = 200

/** How many orders wait for the farm's answer. */
export const farmWaiting = query('own', async (ctx): Promise<number> => {
  const { farmId } = requireFarm(ctx.actor)
  const { waiting } = await ctx.db
    .selectFrom('orders')
    .select((count) => count.fn.countAll<string>().as('waiting'))
    .where('farmId', '=', farmId)
    .where('state', '=', 'placed')
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
    .where('state', 'in', ['placed', 'accepted', 'preparing', 'partly_shipped'])
    .where((is) => is.or([is('state', '=', 'placed'), is('shipOn', '<=', until)]))
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
    .where('state', 'in', ['shipped', 'delivered', 'inspected', 'finalized'])
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

/** How many of the restaurant's orders have arrived, or should have by today, and wait for inspection (検収). */
export const receivingWaiting = query('own', async (ctx): Promise<number> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const { waiting } = await ctx.db
    .selectFrom('orders')
    .select((count) => count.fn.countAll<string>().as('waiting'))
    .where('restaurantId', '=', restaurantId)
    .where('state', 'in', ['shipped', 'delivered'])
    .where((is) => is.or([is('state', '=', 'delivered'), is('deliveryOn', '<=', jstDateOf(ctx.now))]))
    .executeTakeFirstOrThrow()
  return Number(waiting)
})

/** Orders of the restaurant that are on their way or wait for inspection (検収), soonest first. */
export const arrivals = query('own', async (ctx): Promise<OrderSummary[]> => {
  const buyer = requireBuyer(ctx.actor)
  const rows = await orderRows(ctx)
    .where('orders.restaurantId', '=', buyer.restaurantId)
    .where('orders.state', 'in', ['partly_shipped', 'shipped', 'delivered'])
    .orderBy('orders.deliveryOn')
    .orderBy('orders.id')
    .limit(mostAtOnce)
    .execute()
  return summarise(ctx, rows)
})

export type AskedOrder = { id: OrderId; number: string; farm: string; crest: string; dueAt: Date }

/** Questions of farms that the restaurant has not answered yet, soonest first. */
export const askedOrders = query('own', async (ctx): Promise<AskedOrder[]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['orders.id', 'orders.number', 'farms.name as farm', 'farms.crest', 'orders.proposalDueAt'])
    .where('orders.restaurantId', '=', restaurantId)
    .where('orders.state', '=', 'proposed')
    .orderBy('orders.proposalDueAt')
    .limit(mostAtOnce)
    .execute()
  return rows.flatMap(({ proposalDueAt: dueAt, ...row }) => (dueAt ? [{ ...row, dueAt }] : []))
})

/**
 * What waits for an owner's approval, by purchase, oldest first; for members who may not approve, their own requests.
 */
export const waitingForApproval = query('own', async (ctx): Promise<WaitingPurchase[]> => {
  const buyer = requireBuyer(ctx.actor)
  let waiting = orderRows(ctx)
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select('people.name as askedBy')
    .where('orders.restaurantId', '=', buyer.restaurantId)
    .where('orders.state', '=', 'pending_approval')
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
