import { type RawBuilder, sql } from 'kysely'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isKept } from '#kernel/changes.ts'
import type { OrderId, RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { keptSummaries } from '../kept-orders.server.ts'
import { type HistoryFilter, type HistoryPage, history } from '../order-history.server.ts'
import { deadStates } from '../order-process.ts'
import { isUnsettled, type OrderSummary, orderRows, summarise } from '../order-queries.server.ts'
import { boughtGoods } from './bought-goods.server.ts'
import { orderedWithin, type PastFilter } from './past-filter.ts'

export type MonthTotal = {
  /** `2026-11` */
  month: string
  orders: number
  totalIncYen: Yen
  /** How many of them are not final; the total may still change. */
  unsettled: number
}

export type FoundOrders = HistoryPage & {
  /** Of all matches, for the months on this page. Without orders that came to nothing. */
  months: MonthTotal[]
}

type Paging = Pick<HistoryFilter, 'after' | 'limit'>

/**
 * The restaurant's orders that match the filter, newest first, with the totals of their months. At most seven queries,
 * and two more for search words, for any number of orders: final ones have a stored total, and only the others are
 * calculated from their lines. None for what was asked before and has not changed (docs/decisions/0121), except by words and by amount.
 */
export const findOrders = query('own', async (ctx, filter: PastFilter, paging: Paging = {}): Promise<FoundOrders> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const asked = await conditionsOf(ctx, restaurantId, filter)
  const inMemory = !filter.words && !hasAmount(filter) && (await isKept(ctx.db))
  const unsettled = inMemory
    ? await keptSummaries(ctx, await keptUnsettled(ctx, restaurantId, filter, asked))
    : await unsettledOf(ctx, asked, filter)
  const found = all([...asked, ...amountOf(filter, unsettled)])
  const rows = orderRows(ctx).where(found)
  const page = inMemory
    ? await history(ctx, rows, paging, { of: restaurantId, asked: [filter, paging] })
    : await history(ctx, rows, paging)
  const months = [...new Set(page.orders.map(monthOfOrder))]
  const settled = inMemory
    ? await keptSettled(ctx, restaurantId, [filter, months], () => settledIn(ctx, found, months))
    : await settledIn(ctx, found, months)
  return { ...page, months: totalsOf(months, settled, unsettled) }
})

type Settled = { month: string; orders: string; total: Yen }

const unsettledRows = keptRows<{ restaurantId: RestaurantId; found: { id: OrderId }[] }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`list:${restaurantId}`],
  most: 2_000,
})
const settledRows = keptRows<{ restaurantId: RestaurantId; settled: Settled[] }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`list:${restaurantId}`],
  most: 2_000,
})

async function keptUnsettled(ctx: Ctx, restaurantId: RestaurantId, filter: PastFilter, asked: readonly Condition[]) {
  const { found } = await unsettledRows.one(ctx.db, JSON.stringify([restaurantId, filter]), async () => ({
    restaurantId,
    found: await unsettled(ctx, asked).clearSelect().select('orders.id').execute(),
  }))
  return found
}

async function keptSettled(
  ctx: Ctx,
  restaurantId: RestaurantId,
  asked: readonly unknown[],
  read: () => Promise<Settled[]>,
): Promise<Settled[]> {
  const { settled } = await settledRows.one(ctx.db, JSON.stringify([restaurantId, ...asked]), async () => ({
    restaurantId,
    settled: await read(),
  }))
  return settled
}

/** All matches, a few hundred at a time; for files. */
export async function* foundInChunks(ctx: Ctx, filter: PastFilter): AsyncGenerator<OrderSummary[]> {
  const { restaurantId } = requireBuyer(ctx.actor)
  const asked = await conditionsOf(ctx, restaurantId, filter)
  const found = all([...asked, ...amountOf(filter, hasAmount(filter) ? await unsettledOf(ctx, asked, filter) : [])])
  for (let after: Paging['after']; ; ) {
    const page = await history(ctx, orderRows(ctx).where(found), { after, limit: chunk })
    if (page.orders.length > 0) yield page.orders
    if (!page.next) return
    after = page.next
  }
}

const chunk = 300

type Condition = RawBuilder<boolean>

const all = (conditions: readonly Condition[]): Condition => sql<boolean>`${sql.join(conditions, sql` and `)}`

async function conditionsOf(ctx: Ctx, restaurantId: RestaurantId, filter: PastFilter): Promise<Condition[]> {
  const conditions: Condition[] = [sql`orders.restaurant_id = ${restaurantId}`]
  const { since, before } = orderedWithin(filter)
  if (since) conditions.push(sql`orders.placed_at >= ${since}`)
  if (before) conditions.push(sql`orders.placed_at < ${before}`)
  if (filter.farmId) conditions.push(sql`orders.farm_id = ${filter.farmId}`)
  if (filter.states?.length) conditions.push(sql`orders.state = any (${filter.states}::text[])`)
  if (filter.words) conditions.push(await namedBy(ctx, restaurantId, filter.words))
  return conditions
}

/** `261121-00001` or `261121-00001-2`: the number of a purchase or of one of its orders. */
const numberShape = /^\d{6}-\d{5,}(-\d+)?$/

async function namedBy(ctx: Ctx, restaurantId: RestaurantId, typed: string): Promise<Condition> {
  const number = typed
    .normalize('NFKC')
    .replace(/[‐‑–—―−ー]/g, '-')
    .trim()
  if (numberShape.test(number)) return sql`(orders.number = ${number} or orders.number like ${`${number}-%`})`
  const goods = await boughtGoods(ctx, restaurantId, typed)
  return sql`orders.id in (
    select order_id from order_lines where restaurant_id = ${restaurantId} and product_id = any (${goods}::uuid[]))`
}

const hasAmount = ({ leastYen, mostYen }: PastFilter): boolean => leastYen !== undefined || mostYen !== undefined

const isWithin = ({ leastYen, mostYen }: PastFilter, amount: Yen): boolean =>
  amount >= (leastYen ?? 0) && amount <= (mostYen ?? Number.MAX_SAFE_INTEGER)

/** Orders with costs that are not final yet: few, and the newest. */
const unsettled = (ctx: Ctx, asked: readonly Condition[]) => orderRows(ctx).where(all(asked)).where(isUnsettled)

async function unsettledOf(ctx: Ctx, asked: readonly Condition[], filter: PastFilter): Promise<OrderSummary[]> {
  const orders = await summarise(ctx, await unsettled(ctx, asked).execute())
  return orders.filter(({ figures }) => isWithin(filter, figures.totalIncYen))
}

/** By the stored or the calculated total; orders that came to nothing count as zero. */
function amountOf(filter: PastFilter, unsettled: readonly OrderSummary[]): Condition[] {
  if (!hasAmount(filter)) return []
  const { leastYen = zeroYen, mostYen = yen(Number.MAX_SAFE_INTEGER) } = filter
  const ids: OrderId[] = unsettled.map(({ id }) => id)
  const dead = isWithin(filter, zeroYen) ? deadStates : []
  return [
    sql`(orders.total_inc_yen between ${leastYen} and ${mostYen} or orders.id = any (${ids}::uuid[])
         or orders.state = any (${dead}::text[]))`,
  ]
}

const monthOfOrder = ({ placedAt }: { placedAt: Date }): string => jstDateOf(placedAt).slice(0, 7)

/** The final totals of these months, the newest first. */
async function settledIn(ctx: Ctx, found: Condition, months: readonly string[]): Promise<Settled[]> {
  const [newest, oldest] = [months[0], months.at(-1)]
  if (!newest || !oldest) return []
  const since = momentOf(jstDate(`${oldest}-01`), 0)
  const before = momentOf(addDays(jstDate(`${newest}-01`), 31), 0)
  const month = sql<string>`to_char(orders.placed_at at time zone 'Asia/Tokyo', 'YYYY-MM')`
  return await ctx.db
    .selectFrom('orders')
    .select((of) => [month.as('month'), of.fn.countAll<string>().as('orders')])
    .select(sql<Yen>`sum(orders.total_inc_yen)::bigint`.as('total'))
    .where(found)
    .where('orders.totalIncYen', 'is not', null)
    .where('orders.placedAt', '>=', since)
    .where('orders.placedAt', '<', before)
    .groupBy(month)
    .execute()
}

const totalsOf = (
  months: readonly string[],
  settled: readonly Settled[],
  unsettled: readonly OrderSummary[],
): MonthTotal[] =>
  months.map((month) => {
    const done = settled.find((row) => row.month === month)
    const open = unsettled.filter((order) => monthOfOrder(order) === month && order.state !== 'pending_approval')
    return {
      month,
      orders: Number(done?.orders ?? 0) + open.length,
      totalIncYen: yen(open.reduce((sum, { figures }) => sum + figures.totalIncYen, done?.total ?? 0)),
      unsettled: open.length,
    }
  })
