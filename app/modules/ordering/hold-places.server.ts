import type { BuyerActor } from '#access/actor.ts'
import type { Ctx } from '#access/ctx.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { CartId, FarmId } from '#kernel/ids.ts'
import type { MemberRole } from '#kernel/words.ts'
import type { Yen } from '#kernel/yen.ts'

/** What somebody may order now, whatever it was when their page was asked for. */
export type Standing = { role: MemberRole; orderLimitYen: Yen | null }

/** The farms whose goods are in this cart. */
export async function farmsInCart({ db }: Ctx, cartId: CartId): Promise<FarmId[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'cart_lines.product_id')
    .select('products.farm_id')
    .distinct()
    .where('cart_id', '=', cartId)
    .execute()
  return rows.map((row) => row.farm_id)
}

/**
 * Holds the places between which an order is written, until the transaction ends: whoever closes or suspends one of
 * them, or changes who may order there, comes before it or after it, never in between. Farms first and in one order,
 * as by whoever closes them. Then it is asked again who orders: an owner may have taken them out a moment ago, or
 * lowered their limit. Everything else that is read afterwards is the truth of now.
 */
export async function holdPlaces(ctx: Ctx, buyer: BuyerActor, farmIds: readonly FarmId[]): Promise<Standing> {
  const { db } = ctx
  if (farmIds.length > 0)
    await db.selectFrom('farms').select('id').where('id', 'in', farmIds).orderBy('id').forShare().execute()
  const restaurant = await db
    .selectFrom('restaurants')
    .select('status')
    .where('id', '=', buyer.restaurantId)
    .forShare()
    .executeTakeFirst()
  const standing = await db
    .selectFrom('memberships')
    .select(['role', 'order_limit_yen as orderLimitYen'])
    .where('restaurant_id', '=', buyer.restaurantId)
    .where('person_id', '=', buyer.personId)
    .executeTakeFirst()
  if (restaurant?.status !== 'approved' || !standing) throw new Forbidden('order.place')
  return standing
}
