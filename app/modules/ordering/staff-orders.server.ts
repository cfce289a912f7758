import { type RawBuilder, sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type OrderState, orderStates } from '#kernel/enums.ts'
import type { OrderId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { momentsOfMonth } from './order-history.server.ts'
import { type OrderSummary, orderRows, requireSignedIn, summarise } from './order-queries.server.ts'
import { allOf, type Condition, waysOfSaying } from './search-orders.server.ts'

/** By a column of orders, or by what they have in common: `groups` with their `key`, and the column that names one of them. */
type SortKey = { key: RawBuilder<unknown> } | { groups: RawBuilder<unknown>; of: RawBuilder<unknown> }

/** The sort orders of the staff list. An order's amount is calculated from its lines, so it is not among them. */
const sorted = {
  number: { key: sql`orders.number` },
  placed: { key: sql`orders.placed_at` },
  restaurant: { groups: sql`(select id, kana as key from restaurants)`, of: sql`orders.restaurant_id` },
  farm: { groups: sql`(select id, kana as key from farms)`, of: sql`orders.farm_id` },
  delivery: { key: sql`orders.delivery_on` },
  state: {
    groups: sql`unnest(${sql.lit(`{${orderStates.join(',')}}`)}::text[]) with ordinality`,
    of: sql`orders.state`,
  },
} satisfies Record<string, SortKey>
export type StaffOrderSort = { by: keyof typeof sorted; descending: boolean }
export const isStaffSort = (by: string): by is StaffOrderSort['by'] => by in sorted

export type StaffOrderFilter = {
  /** As it was typed; see search-orders.server.ts. */
  q?: string | undefined
  month?: string | undefined
  states?: readonly OrderState[] | undefined
}

/** `capped`: there are more than were counted. */
export type StaffOrderPage = { orders: OrderSummary[]; total: number; capped: boolean }

/** Counting all orders takes longer with each of them. */
export const mostCounted = 10_000

/**
 * One page of all orders, for staff: three queries, and up to three more for each word that is searched for. Pages are numbered
 * from 1; what one takes does not depend on the number of all orders, but on how many stand before it.
 */
export const staffOrders = query(
  'orders.list_all',
  async (
    ctx,
    filter: StaffOrderFilter,
    { sort, page, perPage }: { sort: StaffOrderSort; page: number; perPage: number },
  ): Promise<StaffOrderPage> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'orders.list_all', null)
    const ways = await waysTo(ctx, filter)
    const count = await countUpTo(ctx, ways, mostCounted + 1)
    const capped = count > mostCounted
    const rows = await rowsFound(ctx, ways, { sort, capped, offset: (page - 1) * perPage, limit: perPage })
    return { orders: await summarise(ctx, rows), total: Math.min(count, mostCounted), capped }
  },
)

/** These orders, newest first. Unknown ones are left out. */
export const staffOrdersById = query(
  'orders.list_all',
  async (ctx, ids: readonly OrderId[]): Promise<OrderSummary[]> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'orders.list_all', null)
    const rows = await rowsFound(ctx, [sql`orders.id = any(${ids}::uuid[])`], { ...newest, limit: ids.length })
    return summarise(ctx, rows)
  },
)

const newest = { sort: { by: 'placed', descending: true }, capped: false, offset: 0 } as const
/** Read per query; the rest waits until these are sent. */
const chunk = 500

/** All orders of the filter, newest first, in chunks, so that a year of orders is never in memory. */
export async function* staffOrdersInChunks(ctx: Ctx, filter: StaffOrderFilter): AsyncGenerator<OrderSummary[]> {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'orders.list_all', null)
  const ways = await waysTo(ctx, filter)
  for (let after: Condition[] = []; ; ) {
    const rows = await rowsFound(
      ctx,
      ways.map((way) => allOf([way, ...after])),
      { ...newest, limit: chunk },
    )
    yield await summarise(ctx, rows)
    const last = rows.at(-1)
    if (!last || rows.length < chunk) return
    after = [sql`(orders.placed_at, orders.id) < (${last.placedAt}, ${last.id})`]
  }
}

/** Conditions of which an order has to meet one. */
async function waysTo(ctx: Ctx, { q, month, states }: StaffOrderFilter): Promise<Condition[]> {
  const { since, before } = month ? momentsOfMonth(month) : {}
  const narrowing: Condition[] = [
    ...(since ? [sql<boolean>`orders.placed_at >= ${since}`, sql<boolean>`orders.placed_at < ${before}`] : []),
    ...(states?.length ? [sql<boolean>`orders.state in (${sql.join(states)})`] : []),
  ]
  const ways = await waysOfSaying(ctx, q ?? '')
  return ways.map((way) => allOf([way, ...narrowing]))
}

const unionOf = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` union `)})`

async function countUpTo({ db }: Ctx, ways: readonly Condition[], most: number): Promise<number> {
  if (ways.length === 0) return 0
  const found = unionOf(ways.map((way) => sql`(select orders.id from orders where ${way} limit ${most})`))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${found} found`.execute(db)
  return rows[0]?.count ?? 0
}

type Slice = { sort: StaffOrderSort; capped: boolean; offset: number; limit: number }

/**
 * The orders of a page. Of each way the first ones are read, of which the page then takes its own. Very many (`capped`) are sorted
 * by what they have in common group by group, so that only those of the first groups are read.
 */
async function rowsFound(ctx: Ctx, ways: readonly Condition[], { sort, capped, offset, limit }: Slice) {
  if (ways.length === 0) return []
  const direction = sort.descending ? sql`desc` : sql`asc`
  const most = sql`limit ${offset + limit}`
  const firstOf = (way: Condition) => {
    const by: SortKey = sorted[sort.by]
    if ('key' in by)
      return sql`(select orders.id, orders.placed_at, ${by.key} as key from orders where ${way}
        order by 3 ${direction}, 2 desc, 1 desc ${most})`
    const firstOfGroup = capped ? sql`order by 2 desc, 1 desc ${most}` : sql``
    return sql`(select one.id, one.placed_at, each.key
      from (select * from ${by.groups} it (id, key) order by key ${direction}) each
      cross join lateral (select orders.id, orders.placed_at from orders where ${by.of} = each.id and ${way} ${firstOfGroup}) one
      order by 3 ${direction}, 2 desc, 1 desc ${most})`
  }
  const nth = sql`row_number() over (order by key ${direction}, placed_at desc, id desc)`
  const page = sql<{ id: OrderId; nth: string }>`(select id, ${nth} as nth from (
    select * from ${unionOf(ways.map(firstOf))} found
     order by key ${direction}, placed_at desc, id desc limit ${limit} offset ${offset}) page)`
  return await orderRows(ctx).innerJoin(page.as('page'), 'page.id', 'orders.id').orderBy('page.nth').execute()
}
