import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, OrderId, PersonId, RestaurantId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { holdYen } from './hold-yen.ts'

/** Whether this restaurant has chosen the card and saved one, and cards are set up here. If not, it pays the invoice. */
export async function paysByCard(
  { db, cards }: Pick<Ctx, 'db' | 'cards'>,
  restaurantId: RestaurantId,
): Promise<boolean> {
  if (!cards) return false
  const row = await db
    .selectFrom('restaurants')
    .innerJoin('cardCustomers', 'cardCustomers.restaurantId', 'restaurants.id')
    .select('restaurants.id')
    .where('restaurants.id', '=', restaurantId)
    .where('paymentMethod', '=', 'card')
    .where('cardCustomers.method', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasSavedCard(db: DbOrTx, restaurantId: RestaurantId): Promise<boolean> {
  const row = await db
    .selectFrom('cardCustomers')
    .select('method')
    .where('restaurantId', '=', restaurantId)
    .where('method', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

type Ordered = {
  restaurantId: RestaurantId
  /** Whose checkout, by the key with which it places the order; null: no user is present, and a job holds the amounts. */
  checkout: { personId: PersonId; key: string } | null
  orders: readonly { orderId: OrderId; farmId: FarmId; yen: Yen }[]
}

/**
 * Notes, in the transaction that places them, that orders are paid by card, with what was held for them. false: they are
 * to be paid by card and something is not held yet.
 */
export async function payByCard(ctx: Pick<Ctx, 'db' | 'now' | 'cards'>, ordered: Ordered): Promise<boolean> {
  const { restaurantId, checkout, orders } = ordered
  if (orders.length === 0 || !(await paysByCard(ctx, restaurantId))) return true
  if (checkout) {
    const held = await heldFor(ctx, { restaurantId, ...checkout })
    for (const { orderId, farmId, yen } of orders) {
      // what joins an open order may save more freight than it costs
      if (yen <= 0) continue
      const at = held.findIndex((hold) => hold.farmId === farmId && hold.yen >= holdYen(yen))
      const [hold] = at < 0 ? [] : held.splice(at, 1)
      if (!hold) return false
      await ctx.db.updateTable('cardHolds').set({ orderId }).where('id', '=', hold.id).execute()
    }
  }
  await ctx.db
    .insertInto('cardOrders')
    .values(orders.map(({ orderId }) => ({ orderId, at: ctx.now, releasedAt: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

const heldFor = (
  { db }: Pick<Ctx, 'db'>,
  { restaurantId, personId, key }: { restaurantId: RestaurantId; personId: PersonId; key: string },
) =>
  db
    .selectFrom('cardHolds')
    .innerJoin('cardCheckouts', 'cardCheckouts.id', 'cardHolds.checkoutId')
    .select(['cardHolds.id', 'cardHolds.farmId', 'cardHolds.yen'])
    .where('cardCheckouts.restaurantId', '=', restaurantId)
    .where('cardCheckouts.personId', '=', personId)
    .where('cardCheckouts.key', '=', key)
    .where('cardHolds.state', '=', 'held')
    .where('cardHolds.orderId', 'is', null)
    .orderBy('cardHolds.id')
    .forUpdate('cardHolds')
    .execute()
