import { refusalOfVisitor } from '#authorization/actor.ts'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'

/** For a user who is not staff there are no deposits. */
export function requireSeesDeposits({ actor }: Pick<Ctx, 'actor'>): void {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'deposits.see')
  seeOrNotFound(actor, 'deposits.see', null)
}

export function requireChangesDeposits(ctx: Pick<Ctx, 'actor'>): void {
  requireSeesDeposits(ctx)
  authorize(ctx.actor, 'deposits.change', null)
}
