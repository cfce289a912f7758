import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { FarmId, OrderId, RestaurantId } from '#kernel/ids.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { type OrderSummary, orderRows, shownTo, wholeSummaries } from './order-queries.server.ts'

/** Some 20 kB each. */
const order = keptRows<OrderSummary>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ id, farmId, restaurantId }) => [`order:${id}`, `farm:${farmId}`, `restaurant:${restaurantId}`],
  most: 2_000,
})

/** Orders as this user may see them, in this order, from memory as far as they are there (docs/decisions/0111). */
export async function keptSummaries(ctx: Ctx, rows: readonly { id: OrderId }[]): Promise<OrderSummary[]> {
  const ids = rows.map(({ id }) => id)
  const orders = await order.many(ctx.db, ids, async (missing) => {
    const found = await wholeSummaries(ctx, await orderRows(ctx).where('orders.id', 'in', missing).execute())
    return new Map(found.map((one) => [one.id, one]))
  })
  return ids.flatMap((id) => {
    const one = orders.get(id)
    return one ? [can(ctx.actor, 'order_money.see', one) ? one : hiddenOnce(ctx, one)] : []
  })
}

/** Orders without their money, as long as they are kept. */
const hidden = new WeakMap<OrderSummary, OrderSummary>()

function hiddenOnce(ctx: Ctx, one: OrderSummary): OrderSummary {
  const known = hidden.get(one)
  if (known) return known
  const made = shownTo(ctx, one)
  hidden.set(one, made)
  return made
}

/** Which orders a list has, and where the next page begins. */
type List = { found: readonly { id: OrderId }[]; next: { placedAt: Date; id: OrderId } | null }

const list = keptRows<List & { of: string }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ of }) => [`list:${of}`],
  most: 2_000,
})

/** A list of all orders of a restaurant or a farm that a filter finds. */
export const keptList = (
  db: Ctx['db'],
  of: RestaurantId | FarmId,
  filter: object,
  read: () => Promise<List>,
): Promise<List> => list.one(db, JSON.stringify([of, filter]), async () => ({ ...(await read()), of }))
