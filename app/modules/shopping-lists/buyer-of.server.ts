import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { StandingRow } from './standing-orders.server.ts'

/**
 * The person in whose name a standing order is placed, with their current rights at the restaurant. `not_there`: they,
 * or the kitchen, no longer exist there; `not_now`: the restaurant may not order at the moment.
 */
export async function buyerOf(
  { db }: Pick<Ctx, 'db'>,
  { person_id, restaurant_id, kitchen_id }: StandingRow,
): Promise<BuyerActor | 'not_there' | 'not_now'> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurant_id')
    .innerJoin('kitchens', 'kitchens.restaurant_id', 'memberships.restaurant_id')
    .select(['people.name', 'memberships.role', 'memberships.order_limit_yen', 'restaurants.status'])
    .where('people.id', '=', person_id)
    .where('people.suspended_at', 'is', null)
    .where('people.closed_at', 'is', null)
    .where('memberships.restaurant_id', '=', restaurant_id)
    .where('kitchens.id', '=', kitchen_id)
    .where('kitchens.closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return 'not_there'
  if (row.status !== 'approved') return 'not_now'
  return {
    kind: 'buyer',
    personId: person_id,
    name: row.name,
    role: row.role,
    restaurantId: restaurant_id,
    restaurantApproved: true,
    kitchenIds: [kitchen_id],
    orderLimitYen: row.order_limit_yen,
  }
}
