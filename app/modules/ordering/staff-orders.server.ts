import { type SqlBool, sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type OrderState, orderStates } from '#kernel/enums.ts'
import type { OrderId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type HistoryFilter, history, narrowed } from './order-history.server.ts'
import { type OrderSummary, orderRows, requireSignedIn, summarise } from './order-queries.server.ts'
import { ordersSaying } from './search-orders.server.ts'

/** The sort orders of the staff list. An order's amount is calculated from its lines, so it is not among them. */
const sorted = {
  number: sql`orders.number`,
  placed: sql`orders.placed_at`,
  restaurant: sql`restaurants.kana`,
  farm: sql`farms.kana`,
  delivery: sql`orders.delivery_on`,
  state: sql`array_position(${sql.lit(`{${orderStates.join(',')}}`)}::text[], orders.state)`,
}
export type StaffOrderSort = { by: keyof typeof sorted; descending: boolean }
export const isStaffSort = (by: string): by is StaffOrderSort['by'] => by in sorted

export type StaffOrderFilter = {
  /** As it was typed; see search-orders.server.ts. */
  q?: string | undefined
  month?: string | undefined
  states?: readonly OrderState[] | undefined
}

/** One page of all orders, for staff: always four queries. Pages are numbered from 1. */
export const staffOrders = query(
  'orders.list_all',
  async (
    ctx,
    filter: StaffOrderFilter,
    { sort, page, perPage }: { sort: StaffOrderSort; page: number; perPage: number },
  ): Promise<{ orders: OrderSummary[]; total: number }> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'orders.list_all', null)
    const rows = narrowed(await searched(ctx, filter), asHistory(filter))
    const { total } = await rows
      .clearSelect()
      .select((count) => count.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow()
    const found = await rows
      .orderBy(sorted[sort.by], sort.descending ? 'desc' : 'asc')
      .orderBy('orders.id', 'desc')
      .offset((page - 1) * perPage)
      .limit(perPage)
      .execute()
    return { orders: await summarise(ctx, found), total: Number(total) }
  },
)

/** These orders, newest first. Unknown ones are left out. */
export const staffOrdersById = query(
  'orders.list_all',
  async (ctx, ids: readonly OrderId[]): Promise<OrderSummary[]> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'orders.list_all', null)
    if (ids.length === 0) return []
    const rows = await orderRows(ctx)
      .where(sql<SqlBool>`orders.id = any(${ids}::uuid[])`)
      .orderBy('orders.placedAt', 'desc')
      .orderBy('orders.id', 'desc')
      .execute()
    return summarise(ctx, rows)
  },
)

/** Read per query; the rest waits until these are sent. */
const chunk = 500

/** All orders of the filter, newest first, in chunks, so that a year of orders is never in memory. */
export async function* staffOrdersInChunks(ctx: Ctx, filter: StaffOrderFilter): AsyncGenerator<OrderSummary[]> {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'orders.list_all', null)
  const rows = await searched(ctx, filter)
  let after: HistoryFilter['after']
  do {
    const { orders, next } = await history(ctx, rows, { ...asHistory(filter), after, limit: chunk })
    yield orders
    after = next ?? undefined
  } while (after)
}

async function searched(ctx: Ctx, { q }: StaffOrderFilter): Promise<ReturnType<typeof orderRows>> {
  const saying = q ? await ordersSaying(ctx, q) : []
  return saying.reduce((rows, says) => rows.where(says), orderRows(ctx))
}

const asHistory = ({ month, states }: StaffOrderFilter): HistoryFilter => ({
  ...(month && { month }),
  ...(states && { states }),
})
