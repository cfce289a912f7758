import { EmailNotVerified, Forbidden, NotFound, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import { type Actor, type BuyerActor, type FarmActor, unprovenAccountOf, viewerOf } from './actor.ts'
import { can, type Operation, type rules } from './rules.ts'

type Target<O extends Operation> = Parameters<(typeof rules)[O]>[1]

/** Why a visitor is refused: nobody is signed in, or the address of the account is not proven. */
export const refusalOfVisitor = (actor: Actor, operation: string): Unauthenticated =>
  unprovenAccountOf(actor) ? new EmailNotVerified(operation) : new Unauthenticated(operation)

/** Throws Forbidden (for a visitor Unauthenticated or EmailNotVerified) unless the actor may. */
export function authorize<O extends Operation>(actor: Actor, operation: O, target: Target<O>): void {
  if (can(actor, operation, target)) return
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, operation)
  if (viewerOf(actor)) throw new ViewOnly()
  throw new Forbidden(operation)
}

/** Throws NotFound unless the actor may see it: what you may not see does not exist. */
export function seeOrNotFound<O extends Operation>(actor: Actor, operation: O, target: Target<O>): void {
  if (!can(actor, operation, target)) throw new NotFound(operation)
}

/** Lists start from the actor: a buyer's own things only. */
export function requireBuyer(actor: Actor): BuyerActor {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'buyer')
  if (actor.kind !== 'buyer') throw new Forbidden('buyer')
  return actor
}

export function requireFarm(actor: Actor): FarmActor {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'farm')
  if (actor.kind !== 'farm') throw new Forbidden('farm')
  return actor
}
