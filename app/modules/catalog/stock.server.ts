import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import type { OrderLineId, ProductId } from '#kernel/ids.ts'

export type Reservation = { productId: ProductId; qty: number; orderLineId: OrderLineId }

/**
 * Takes stock for the lines of a purchase, in one statement per product and in the order
 * of product ids, so that two checkouts can never wait for each other in a circle. The
 * condition is asked by the update itself: at READ COMMITTED the second of two buyers sees
 * what the first left. Returns the products of which there was not enough; the caller
 * then refuses, and the transaction gives everything back.
 */
export async function reserveStock(ctx: Ctx, wanted: readonly Reservation[]): Promise<ProductId[]> {
  const inOrder = [...wanted].sort((a, b) => (a.productId < b.productId ? -1 : 1))
  const missing: ProductId[] = []
  for (const { productId, qty } of inOrder) {
    const taken = await ctx.db
      .updateTable('product_stock')
      .set({ available_qty: sql`available_qty - ${qty}` })
      .where('product_id', '=', productId)
      .where('available_qty', '>=', qty)
      .returning('available_qty')
      .executeTakeFirst()
    if (!taken) missing.push(productId)
    else if (taken.available_qty === 0) await showInStock(ctx, productId, false)
  }
  return missing
}

/** Notes the reservations once the lines exist to which they belong. */
export async function noteReservations(ctx: Ctx, taken: readonly Reservation[]): Promise<void> {
  await ctx.db
    .insertInto('stock_entries')
    .values(
      taken.map(({ productId, qty, orderLineId }) => ({
        product_id: productId,
        delta: -qty,
        cause: 'reserved' as const,
        order_line_id: orderLineId,
        at: ctx.now,
      })),
    )
    .execute()
}

/** Gives back what was reserved. Not for perishables that were harvested and fell short: those are gone. */
export async function releaseStock(ctx: Ctx, given: readonly Reservation[]): Promise<void> {
  const inOrder = given.filter(({ qty }) => qty > 0).sort((a, b) => (a.productId < b.productId ? -1 : 1))
  for (const { productId, qty, orderLineId } of inOrder) {
    await ctx.db
      .updateTable('product_stock')
      .set({ available_qty: sql`available_qty + ${qty}` })
      .where('product_id', '=', productId)
      .execute()
    await ctx.db
      .insertInto('stock_entries')
      .values({ product_id: productId, delta: qty, cause: 'released', order_line_id: orderLineId, at: ctx.now })
      .execute()
    await showInStock(ctx, productId, true)
  }
}

const showInStock = (ctx: Ctx, productId: ProductId, inStock: boolean) =>
  ctx.db
    .updateTable('product_search')
    .set({ in_stock: inStock })
    .where('product_id', '=', productId)
    .where('in_stock', '!=', inStock)
    .execute()
