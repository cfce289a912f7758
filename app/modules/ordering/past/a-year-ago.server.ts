import { sql } from 'kysely'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
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

type Ordered = Pick<OrderedThen, 'productId' | 'qty' | 'orders'> & { farmId: FarmId }

const keptOrdered = keptRows<{ restaurantId: RestaurantId; ordered: readonly Ordered[] }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`list:${restaurantId}`, `bought:${restaurantId}`],
  most: 2_000,
})

type Goods = Omit<OrderedThen, 'qty' | 'orders'> & { farmId: FarmId }

const keptGoods = keptRows<{ restaurantId: RestaurantId; goods: readonly Goods[] }>({
  channel: 'catalogue',
  all: 'everything',
  tagsOf: ({ restaurantId, goods }) => [
    `restaurant:${restaurantId}`,
    ...goods.flatMap(({ productId, farmId }) => [`product:${productId}`, `farm:${farmId}`]),
  ],
  most: 2_000,
})

/**
 * What the restaurant ordered a year ago, plus or minus ten days, most frequent first; null if it ordered nothing then. From memory
 * unless it has changed; otherwise a query, and one for the products.
 */
export const aYearAgo = query('own', async (ctx): Promise<YearAgo | null> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const then = addDays(jstDateOf(ctx.now), -365)
  const [from, to] = [addDays(then, -around), addDays(then, around)]
  const { ordered } = await keptOrdered.one(ctx.db, `${restaurantId} ${from}`, async () => ({
    restaurantId,
    ordered: await readOrdered(ctx, restaurantId, { from, to }),
  }))
  if (ordered.length === 0) return null
  const ids = ordered.map(({ productId }) => productId)
  const { goods } = await keptGoods.one(ctx.db, `${restaurantId} ${ids.join(' ')}`, async () => ({
    restaurantId,
    goods: await readGoods(ctx, ids),
  }))
  const byId = new Map(goods.map(({ farmId: _, ...one }) => [one.productId, one]))
  return {
    from,
    to,
    goods: ordered.flatMap(({ productId, qty, orders }) => {
      const one = byId.get(productId)
      if (!one) return []
      const { onSale, ...facts } = one
      return [{ ...facts, qty, orders, onSale }]
    }),
  }
})

const readOrdered = (
  { db }: Ctx,
  restaurantId: RestaurantId,
  { from, to }: Pick<YearAgo, 'from' | 'to'>,
): Promise<Ordered[]> =>
  db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .select(['orderLines.productId', 'orders.farmId'])
    .select([
      sql<number>`sum(order_lines.ordered_qty)::int`.as('qty'),
      sql<number>`count(distinct orders.id)::int`.as('orders'),
    ])
    .where('orders.restaurantId', '=', restaurantId)
    .where('orders.placedAt', '>=', momentOf(from, 0))
    .where('orders.placedAt', '<', momentOf(addDays(to, 1), 0))
    .where('orders.state', 'not in', ['pending_approval', ...deadStates])
    .where('orderLines.orderedQty', '>', 0)
    .groupBy(['orderLines.productId', 'orders.farmId'])
    .orderBy('orders', 'desc')
    .orderBy('qty', 'desc')
    .orderBy('orderLines.productId')
    .limit(mostGoods)
    .execute()

const readGoods = (ctx: Ctx, ids: readonly ProductId[]): Promise<Goods[]> =>
  ctx.db
    .selectFrom('products')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .select(['products.id as productId', 'products.name', 'farms.name as farm', 'farms.id as farmId'])
    .select(['products.picture', 'products.unitLabel'])
    .select(
      sql<boolean>`products.status = 'listed' and farms.status = 'approved' and ${existsFor(ctx, 'products')}`.as(
        'onSale',
      ),
    )
    .where('products.id', 'in', ids)
    .execute()
