import type { Ctx } from '#access/ctx.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import type { Quantity } from '#kernel/words.ts'

/** What has left of a divided order before the rest, by line. */
export type LeftFirst = ReadonlyMap<OrderLineId, Quantity>

/** Empty where the order was never divided. For whoever may see the order. */
export async function leftFirst(ctx: Ctx, orderId: OrderId): Promise<LeftFirst> {
  const rows = await ctx.db
    .selectFrom('part_lines')
    .select(['order_line_id as lineId', 'qty', 'grams'])
    .where('order_id', '=', orderId)
    .execute()
  return new Map(rows.map(({ lineId, ...quantity }) => [lineId, quantity]))
}
