import { sql } from 'kysely'
import { requireBuyer } from '#authorization/authorize.ts'
import type { ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type Analysis, analyse, type BoughtCell, onePerDay, type PricePoint } from './purchase-analysis.ts'

type Days = { from: JstDate; to: JstDate }

export type PurchaseAnalysis = Analysis & {
  /** Ordered in these days, and not final yet: not included in the figures. */
  unsettled: number
}

/**
 * What the restaurant has paid for, of orders placed from the first day to the last: final ones only, as billed,
 * without tax and freight. Always two queries. `offset 0`: the lines of each order are looked up in the index of what was billed;
 * PostgreSQL would otherwise read all lines of the market once there are some thousand orders.
 */
export const purchaseAnalysis = query('own', async (ctx, { from, to }: Days): Promise<PurchaseAnalysis> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const [since, before] = [momentOf(from, 0), momentOf(addDays(to, 1), 0)]
  const { rows } = await sql<BoughtCell>`
    select to_char(orders.placed_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, orders.farm_id as "farmId",
           farms.name as farm, line.category, line.product_id as "productId", max(line.name) as name,
           sum(line.billed_yen)::bigint as "billedYen"
    from orders
    join farms on farms.id = orders.farm_id
    cross join lateral (
      select category, product_id, name, billed_yen from order_lines where order_id = orders.id and billed_yen > 0 offset 0) line
    where orders.restaurant_id = ${restaurantId} and orders.placed_at >= ${since} and orders.placed_at < ${before}
      and orders.state = 'finalized'
    group by 1, 2, 3, 4, 5
    order by 1, 3, 6`.execute(ctx.db)
  const { unsettled } = await ctx.db
    .selectFrom('orders')
    .select((of) => of.fn.countAll<string>().as('unsettled'))
    .where('restaurantId', '=', restaurantId)
    .where('totalIncYen', 'is', null)
    // in the statement, not among its values: so their index is found also where it is planned for any values
    .where(sql<boolean>`state not in ('draft', 'pending_approval', 'declined', 'expired', 'cancelled', 'sent_back')`)
    .where('placedAt', '>=', since)
    .where('placedAt', '<', before)
    .executeTakeFirstOrThrow()
  return { ...analyse(rows, { from, to }), unsettled: Number(unsettled) }
})

export type PriceHistory = {
  productId: ProductId
  name: string
  /** `kg` if it is sold by weight, else its unit. */
  per: string
  /** Its page exists: the farm has not archived it. */
  open: boolean
  /** As agreed in the restaurant's own orders, oldest first. */
  points: PricePoint[]
}

/** The maximum number of days in a chart. */
const mostDays = 200

/** The price of one product for this restaurant over time, the newest days; null if it was not ordered then. */
export const priceHistory = query(
  'own',
  async (ctx, productId: ProductId, { from, to }: Days): Promise<PriceHistory | null> => {
    const { restaurantId } = requireBuyer(ctx.actor)
    const rows = await ctx.db
      .selectFrom('orderLines')
      .innerJoin('orders', 'orders.id', 'orderLines.orderId')
      .innerJoin('products', 'products.id', 'orderLines.productId')
      .select(['orderLines.name', 'orderLines.unitLabel', 'orderLines.catchWeight', 'orderLines.priceYen'])
      .select(['orders.placedAt', 'products.status'])
      .where('orderLines.restaurantId', '=', restaurantId)
      .where('orderLines.productId', '=', productId)
      .where('orders.placedAt', '>=', momentOf(from, 0))
      .where('orders.placedAt', '<', momentOf(addDays(to, 1), 0))
      .where('orders.state', 'not in', ['draft', 'pending_approval'])
      .orderBy('orders.placedAt', 'desc')
      .orderBy('orderLines.ordinal', 'desc')
      .limit(mostDays)
      .execute()
    const [last] = rows
    if (!last) return null
    const points = rows.map((row) => ({ orderedOn: jstDateOf(row.placedAt), priceYen: row.priceYen })).reverse()
    return {
      productId,
      name: last.name,
      per: last.catchWeight ? 'kg' : last.unitLabel,
      open: last.status !== 'archived',
      points: onePerDay(points),
    }
  },
)
