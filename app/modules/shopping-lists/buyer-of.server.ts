import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { StandingRow } from './standing-orders.server.ts'

/**
 * The person in whose name something is ordered later (a standing order, a group buy), with their current rights at the restaurant. `not_there`: they,
 * or the kitchen, no longer exist there; `not_now`: the restaurant may not order at the moment.
 */
export async function buyerOf(
  { db }: Pick<Ctx, 'db'>,
  { personId, restaurantId, kitchenId }: Pick<StandingRow, 'personId' | 'restaurantId' | 'kitchenId'>,
): Promise<BuyerActor | 'not_there' | 'not_now'> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
    .innerJoin('kitchens', 'kitchens.restaurantId', 'memberships.restaurantId')
    .select(['people.name', 'memberships.role', 'memberships.orderLimitYen', 'restaurants.status'])
    .where('people.id', '=', personId)
    .where('people.suspendedAt', 'is', null)
    .where('people.closedAt', 'is', null)
    .where('memberships.restaurantId', '=', restaurantId)
    .where('kitchens.id', '=', kitchenId)
    .where('kitchens.closedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return 'not_there'
  if (row.status !== 'approved') return 'not_now'
  return {
    kind: 'buyer',
    personId: personId,
    name: row.name,
    role: row.role,
    restaurantId: restaurantId,
    restaurantApproved: true,
    kitchenIds: [kitchenId],
    orderLimitYen: row.orderLimitYen,
  }
}
