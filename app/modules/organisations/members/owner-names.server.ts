import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'

/** The owners of the user's restaurant who can sign in, the first of them first. */
export async function ownerNames(ctx: Ctx): Promise<string[]> {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.see', { farmId: null, restaurantId })
  const rows = await ctx.db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select('people.name')
    .where('restaurantId', '=', restaurantId)
    .where('role', '=', 'owner')
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .orderBy('memberships.id')
    .execute()
  return rows.map(({ name }) => name)
}
