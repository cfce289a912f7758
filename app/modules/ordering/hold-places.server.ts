import type { BuyerActor } from '#access/actor.ts'
import type { Ctx } from '#access/ctx.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { CartId, FarmId, KitchenId } from '#kernel/ids.ts'
import type { MemberRole } from '#kernel/words.ts'
import type { Yen } from '#kernel/yen.ts'

/** What somebody may order now, whatever it was when their page was asked for. */
export type Standing = { role: MemberRole; orderLimitYen: Yen | null }

/**
 * Holds the restaurant for which an order is written, until the transaction ends: whoever closes or suspends it, or
 * changes who may order there, comes before it or after it, never in between. Then it is asked again who orders: an
 * owner may have taken them out a moment ago, or lowered their limit. Comes before the cart and the farms are locked:
 * whoever takes a member out holds the restaurant first as well, and then clears their cart.
 */
export async function holdRestaurant({ db }: Ctx, { restaurantId, personId }: BuyerActor): Promise<Standing> {
  const restaurant = await db
    .selectFrom('restaurants')
    .select('status')
    .where('id', '=', restaurantId)
    .forShare()
    .executeTakeFirst()
  const standing = await db
    .selectFrom('memberships')
    .select(['role', 'order_limit_yen as orderLimitYen'])
    .where('restaurant_id', '=', restaurantId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (restaurant?.status !== 'approved' || !standing) throw new Forbidden('order.place')
  return standing
}

/** The same for the farms of a cart. What is read of them afterwards is the truth of now. */
export async function holdFarmsInCart(ctx: Ctx, cartId: CartId): Promise<void> {
  const rows = await ctx.db
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'cart_lines.product_id')
    .select('products.farm_id')
    .distinct()
    .where('cart_id', '=', cartId)
    .execute()
  await holdFarms(
    ctx,
    rows.map((row) => row.farm_id),
  )
}

/**
 * One open order per farm, delivery day and kitchen: whoever orders for a kitchen comes after whoever does so at the
 * same time, and finds what they have placed. The orders that may still grow are locked with it, in one order.
 */
export async function holdOpenOrders({ db, now }: Ctx, kitchenId: KitchenId): Promise<void> {
  await db.selectFrom('kitchens').select('id').where('id', '=', kitchenId).forNoKeyUpdate().execute()
  await db
    .selectFrom('orders')
    .select('id')
    .where('kitchen_id', '=', kitchenId)
    .where('state', 'in', ['placed', 'accepted', 'proposed'])
    .where('cutoff_at', '>=', now)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** In one order, so that two who hold several of them never wait for each other. */
export async function holdFarms({ db }: Ctx, farmIds: readonly FarmId[]): Promise<void> {
  if (farmIds.length === 0) return
  await db.selectFrom('farms').select('id').where('id', 'in', farmIds).orderBy('id').forShare().execute()
}
