import { sql } from 'kysely'
import { requireBuyer } from '#authorization/authorize.ts'
import type { ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'
import { deadStates } from '../order-process.ts'

export type OrderedThen = {
  productId: ProductId
  name: string
  farm: string
  picture: string
  unitLabel: string
  qty: number
  /** The number of orders with it. */
  orders: number
  /** On sale for this restaurant today. */
  onSale: boolean
}
/** `from`, `to`: the days between which it was ordered, both included. */
export type YearAgo = { from: JstDate; to: JstDate; goods: OrderedThen[] }

const around = 10
const mostGoods = 8

/**
 * What the restaurant ordered a year ago, plus or minus ten days, most frequent first; null if it ordered nothing then.
 * One query.
 */
export const aYearAgo = query('own', async (ctx): Promise<YearAgo | null> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const then = addDays(jstDateOf(ctx.now), -365)
  const [from, to] = [addDays(then, -around), addDays(then, around)]
  const goods = await ctx.db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .innerJoin('products', 'products.id', 'orderLines.productId')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .select(['products.id as productId', 'products.name', 'farms.name as farm', 'products.picture'])
    .select('products.unitLabel')
    .select([
      sql<number>`sum(order_lines.ordered_qty)::int`.as('qty'),
      sql<number>`count(distinct orders.id)::int`.as('orders'),
      sql<boolean>`products.status = 'listed' and farms.status = 'approved' and ${existsFor(ctx, 'products')}`.as(
        'onSale',
      ),
    ])
    .where('orders.restaurantId', '=', restaurantId)
    .where('orders.placedAt', '>=', momentOf(from, 0))
    .where('orders.placedAt', '<', momentOf(addDays(to, 1), 0))
    .where('orders.state', 'not in', ['pending_approval', ...deadStates])
    .where('orderLines.orderedQty', '>', 0)
    .groupBy(['products.id', 'farms.id'])
    .orderBy('orders', 'desc')
    .orderBy('qty', 'desc')
    .orderBy('products.id')
    .limit(mostGoods)
    .execute()
  return goods.length > 0 ? { from, to, goods } : null
})
