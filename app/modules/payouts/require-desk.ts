import { refusalOfVisitor } from '#authorization/actor.ts'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'

/** Runs and accounts of all farms exist for staff only; a visitor is asked to sign in. */
export function requireDesk({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'payouts.see')
  seeOrNotFound(actor, 'payouts.see', null)
}
