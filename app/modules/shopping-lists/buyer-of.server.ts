import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { StandingRow } from './standing-orders.server.ts'

type Member = Pick<StandingRow, 'personId' | 'restaurantId' | 'kitchenId'>

/** `not_there`: the person, or the kitchen, no longer exist there; `not_now`: the restaurant may not order at the moment. */
type Buyer = BuyerActor | 'not_there' | 'not_now'

/**
 * The person in whose name something is ordered later (a standing order, a group buy), with their current rights at the
 * restaurant.
 */
export async function buyerOf(ctx: Pick<Ctx, 'db'>, member: Member): Promise<Buyer> {
  return (await buyersOf(ctx, [member])).get(member.kitchenId) ?? 'not_there'
}

/** The same for several kitchens in one statement, each with its person. */
export async function buyersOf({ db }: Pick<Ctx, 'db'>, members: readonly Member[]): Promise<Map<KitchenId, Buyer>> {
  const asked = JSON.stringify(members.map(({ personId, kitchenId }) => ({ personId, kitchenId })))
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
    .innerJoin('kitchens', 'kitchens.restaurantId', 'memberships.restaurantId')
    .select(['kitchens.id as kitchenId', 'kitchens.restaurantId', 'people.id as personId', 'people.name'])
    .select(['memberships.role', 'memberships.orderLimitYen', 'restaurants.status'])
    .where(
      sql<boolean>`(people.id, kitchens.id) in (select "personId", "kitchenId"
        from jsonb_to_recordset(${asked}::jsonb) as asked("personId" uuid, "kitchenId" uuid))`,
    )
    .where('people.suspendedAt', 'is', null)
    .where('people.closedAt', 'is', null)
    .where('kitchens.closedAt', 'is', null)
    .execute()
  return new Map(
    members.map((member) => {
      const row = rows.find(
        (it) =>
          it.kitchenId === member.kitchenId &&
          it.personId === member.personId &&
          it.restaurantId === member.restaurantId,
      )
      return [member.kitchenId, row ? toBuyer(row) : 'not_there'] as const
    }),
  )
}

type Row = Pick<BuyerActor, 'personId' | 'name' | 'role' | 'restaurantId' | 'orderLimitYen'> & {
  kitchenId: KitchenId
  status: string
}

const toBuyer = ({ status, kitchenId, ...row }: Row): Buyer =>
  status === 'approved' ? { kind: 'buyer', ...row, restaurantApproved: true, kitchenIds: [kitchenId] } : 'not_now'
