import { refusalOfVisitor } from '#authorization/actor.ts'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'

/** The ledger exists for staff only; a visitor is asked to sign in. */
export function requireLedger({ actor }: Pick<Ctx, 'actor'>): void {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'ledger.see')
  seeOrNotFound(actor, 'ledger.see', null)
}
