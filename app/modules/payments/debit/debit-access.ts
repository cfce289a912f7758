import { refusalOfVisitor } from '#authorization/actor.ts'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { Forbidden } from '#kernel/errors.ts'

/** For a user who is not staff there are no collections. */
export function requireSeesDebits({ actor }: Pick<Ctx, 'actor'>): void {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'debits.see')
  seeOrNotFound(actor, 'debits.see', null)
}

export function requireChangesDebits(ctx: Pick<Ctx, 'actor'>) {
  requireSeesDebits(ctx)
  authorize(ctx.actor, 'debits.change', null)
  if (ctx.actor.kind !== 'staff') throw new Forbidden('debits.change')
  return ctx.actor.adminId
}

/** The restaurant that the user owns. */
export function ownRestaurant(ctx: Pick<Ctx, 'actor'>) {
  const { restaurantId, personId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.manage', { farmId: null, restaurantId })
  return { restaurantId, personId }
}
