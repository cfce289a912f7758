import type { Ctx } from '#access/ctx.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import type { Quantity } from '#kernel/words.ts'

/** What of a divided order left before the rest, by line. */
export type LeftFirst = ReadonlyMap<OrderLineId, Quantity>

/** Empty if the order was not divided. For actors who may see the order. */
export async function leftFirst(ctx: Ctx, orderId: OrderId): Promise<LeftFirst> {
  const rows = await ctx.db
    .selectFrom('part_lines')
    .select(['order_line_id as lineId', 'qty', 'grams'])
    .where('order_id', '=', orderId)
    .execute()
  return new Map(rows.map(({ lineId, ...quantity }) => [lineId, quantity]))
}
