import { sql } from 'kysely'
import { requireBuyer, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isKept } from '#kernel/changes.ts'
import type { OrderState } from '#kernel/enums.ts'
import type { FarmId, OrderId, RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { keptList, keptSummaries } from './kept-orders.server.ts'
import { type OrderSummary, orderRows, summarise } from './order-queries.server.ts'

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

/** The restaurant's orders, newest first: two queries for a page of any size; none if they have not changed since. */
export const historyOfRestaurant = query('own', async (ctx, filter: HistoryFilter = {}): Promise<HistoryPage> => {
  const buyer = requireBuyer(ctx.actor)
  const { restaurantId } = buyer
  return history(ctx, orderRows(ctx).where('orders.restaurantId', '=', restaurantId), filter, {
    of: restaurantId,
    asked: filter,
  })
})

/** The farm's orders, newest first. */
export const historyOfFarm = query('own', async (ctx, filter: HistoryFilter = {}): Promise<HistoryPage> => {
  const farm = requireFarm(ctx.actor)
  const rows = orderRows(ctx)
    .where('orders.farmId', '=', farm.farmId)
    .where('orders.state', 'not in', ['draft', 'pending_approval'])
  return history(ctx, rows, filter, { of: farm.farmId, asked: filter })
})

/**
 * One page of these orders, newest first: two queries. `kept`: all orders of this restaurant or farm that are
 * found by what is `asked`, which may be kept.
 */
export async function history(
  ctx: Ctx,
  base: ReturnType<typeof orderRows>,
  filter: HistoryFilter,
  kept?: { of: RestaurantId | FarmId; asked: object },
): Promise<HistoryPage> {
  const limit = filter.limit ?? 20
  let rows = narrowed(base, filter)
  const { after } = filter
  if (after) rows = rows.where(sql<boolean>`(orders.placed_at, orders.id) < (${after.placedAt}, ${after.id})`)
  const page = rows
    .orderBy('orders.placedAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit + 1)
  // longer ones are read for a file, and once
  if (limit <= mostShown && (await isKept(ctx.db))) {
    const read = async () => pageOf(await page.clearSelect().select(['orders.id', 'orders.placedAt']).execute(), limit)
    const { found, next } = kept ? await keptList(ctx.db, kept.of, kept.asked, read) : await read()
    return { orders: await keptSummaries(ctx, found), next }
  }
  const { found, next } = pageOf(await page.execute(), limit)
  return { orders: await summarise(ctx, found), next }
}

const mostShown = 100

function pageOf<Row extends { id: OrderId; placedAt: Date }>(rows: readonly Row[], limit: number) {
  const found = rows.slice(0, limit)
  const last = found.at(-1)
  return { found, next: rows.length > limit && last ? { placedAt: last.placedAt, id: last.id } : null }
}

type Rows = ReturnType<typeof orderRows>

/** When a month (`2026-11`) begins and ends in Japan. */
export function momentsOfMonth(month: string): { since: Date; before: Date } {
  const start = jstDate(`${month}-01`)
  const end = jstDate(`${addDays(start, 31).slice(0, 7)}-01`)
  return { since: momentOf(start, 0), before: momentOf(end, 0) }
}

/** Only the orders of a month, of a farm, in some states. */
function narrowed(base: Rows, { month, farmId, states }: Pick<HistoryFilter, 'month' | 'farmId' | 'states'>): Rows {
  let rows = base
  if (month) {
    const { since, before } = momentsOfMonth(month)
    rows = rows.where('orders.placedAt', '>=', since).where('orders.placedAt', '<', before)
  }
  if (farmId) rows = rows.where('orders.farmId', '=', farmId)
  return states?.length ? rows.where('orders.state', 'in', states) : rows
}

type Filters = { months: string[]; farms: { id: FarmId; name: string }[] }

const keptFilters = keptRows<Filters & { restaurantId: RestaurantId }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ restaurantId, farms }) => [`list:${restaurantId}`, ...farms.map(({ id }) => `farm:${id}`)],
  most: 2_000,
})

/**
 * For the filters of the restaurant's history: the months from its first order to its last, and the farms it ordered
 * from; from memory unless they have changed.
 */
export const historyFilters = query('own', async (ctx): Promise<Filters> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const { months, farms } = await keptFilters.one(ctx.db, restaurantId, async () => ({
    restaurantId,
    ...(await readFilters(ctx, restaurantId)),
  }))
  return { months, farms }
})

/** The farms are found by a loose index scan from farm to farm instead of reading every order. */
async function readFilters(ctx: Ctx, restaurantId: RestaurantId): Promise<Filters> {
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
}

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
