import type { Ctx } from '#authorization/ctx.ts'
import { figuresOf } from '../order.ts'
import { linesOf, type Order, parcelsOf } from '../order-store.server.ts'

/** Stores the order's amount with tax once it is final, so that totals and searches need not calculate it again. */
export async function keepTotal(ctx: Ctx, order: Order): Promise<void> {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
  await ctx.db
    .updateTable('orders')
    .set({ totalIncYen: figuresOf(order, lines, parcels).totalIncYen })
    .where('id', '=', order.id)
    .execute()
}
