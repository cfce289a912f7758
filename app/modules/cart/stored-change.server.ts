import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { KitchenId, ProductId } from '#kernel/ids.ts'
import { type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { lockedCartOf } from './cart-store.server.ts'

export type StoredChange = {
  key: string
  kitchenId: KitchenId
  /** The whole content of the change. */
  said: Record<string, string>
  /** The quantity of a product that the user saw and the one they want; null if the change is about something else. */
  line: { productId: ProductId; seen: number; wanted: number } | null
}

/**
 * A change of the cart that a device has queued: applied once per key. Amounts are absolute, so a change made on
 * another screen in between is not overwritten silently.
 */
export function storedChange<T, R extends string>(
  ctx: Ctx,
  { key, kitchenId, said, line }: StoredChange,
  run: (ctx: Ctx) => Promise<Result<T, R>>,
) {
  const { key: _, ...contents } = said
  return idempotent<T, R | 'cart_moved'>(ctx, 'cart.kept_change', key, contents, async (within) => {
    if (line) {
      const now = await qtyInCart(within, kitchenId, line.productId)
      if (now !== line.seen && now !== line.wanted) return refuse('cart_moved', { now })
    }
    return run(within)
  })
}

async function qtyInCart(ctx: Ctx, kitchenId: KitchenId, productId: ProductId): Promise<number> {
  const buyer = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'cart.change', { personId: buyer.personId, restaurantId: buyer.restaurantId })
  const line = await ctx.db
    // the cart before its line, as when it is ordered
    .with('cart', (db) => lockedCartOf(db, buyer, kitchenId))
    .selectFrom('cart')
    .innerJoin('cartLines', 'cartLines.cartId', 'cart.id')
    .select('cartLines.qty')
    .where('cartLines.productId', '=', productId)
    .forUpdate('cartLines')
    .executeTakeFirst()
  return line?.qty ?? 0
}
