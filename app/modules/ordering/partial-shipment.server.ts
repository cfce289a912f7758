import type { Ctx } from '#authorization/ctx.ts'
import type { Quantity } from '#kernel/enums.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'

/** What of a divided order left before the rest, by line. */
export type PartialShipment = ReadonlyMap<OrderLineId, Quantity>

/** Empty if the order was not divided. For actors who may see the order. */
export async function partialShipment(ctx: Ctx, orderId: OrderId): Promise<PartialShipment> {
  const rows = await ctx.db
    .selectFrom('partLines')
    .select(['orderLineId as lineId', 'qty', 'grams'])
    .where('orderId', '=', orderId)
    .execute()
  return new Map(rows.map(({ lineId, ...quantity }) => [lineId, quantity]))
}
