import { seeOrNotFound } from '#authorization/authorize.ts'
import type { OrderId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import type { Order } from '#modules/ordering/order-store.server.ts'

export type InOneBox = { orderId: OrderId; number: string; restaurant: string; kitchen: string; hasParcels: boolean }

/** The orders that leave in one box with this one, its own among them, for the farm that packs it; empty: it is in none. */
export const groupOfOrder = query('order.see', async (ctx, order: Order): Promise<InOneBox[]> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'order.see', order)
  if (order.way?.kind !== 'shared' || ctx.actor.kind === 'buyer') return []
  const rows = await ctx.db
    .selectFrom('groupBuyKitchens as mine')
    .innerJoin('groupBuyKitchens as all', 'all.groupBuyId', 'mine.groupBuyId')
    .innerJoin('groupBuys', 'groupBuys.id', 'mine.groupBuyId')
    .innerJoin('orders', 'orders.id', 'all.orderId')
    .select([
      'orders.id as orderId',
      'orders.number',
      'orders.shipTo',
      'all.kitchenId',
      'groupBuys.kitchenId as hostId',
    ])
    .where('mine.orderId', '=', order.id)
    .orderBy('all.joinedAt')
    .orderBy('all.kitchenId')
    .execute()
  return rows.map(({ orderId, number, shipTo, kitchenId, hostId }) => ({
    orderId,
    number,
    restaurant: shipTo.restaurant,
    kitchen: shipTo.kitchen,
    hasParcels: kitchenId === hostId,
  }))
})
