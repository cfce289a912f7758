import { Forbidden, NotFound, ReauthRequired, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { type Actor, type BuyerActor, type FarmActor, refusalOfVisitor, type SessionFacts, viewerOf } from './actor.ts'
import type { Ctx } from './ctx.ts'
import { requireRecentAuth, requireSelf, type SignedInPerson } from './recent-auth.ts'
import { can, type Operation, type ProvenOperation, type rules } from './rules.ts'

type Target<O extends Operation> = Parameters<(typeof rules)[O]>[1]

/** Throws Forbidden (for a visitor Unauthenticated or EmailNotVerified) unless the actor is allowed to. */
export function authorize<O extends Exclude<Operation, ProvenOperation>>(
  actor: Actor,
  operation: O,
  target: Target<O>,
): void {
  requireAllowed(actor, operation, target)
}

/** The same for operations that need re-authentication within the last ten minutes; throws ReauthRequired otherwise. */
export function authorizeProven<O extends ProvenOperation>(
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  operation: O,
  target: Target<O>,
): void {
  requireAllowed(actor, operation, target)
  requireRecentAuth(actor, now)
}

function requireAllowed<O extends Operation>(actor: Actor, operation: O, target: Target<O>): void {
  if (can(actor, operation, target)) return
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, operation)
  if (viewerOf(actor)) throw new ViewOnly()
  throw new Forbidden(operation)
}

/** Throws NotFound unless the actor may see it: what a caller may not see does not exist. */
export function seeOrNotFound<O extends Operation>(actor: Actor, operation: O, target: Target<O>): void {
  if (!can(actor, operation, target)) throw new NotFound(operation)
}

/** Lists start from the actor: only the buyer's own data. */
export function requireBuyer(actor: Actor): BuyerActor {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'buyer')
  if (actor.kind !== 'buyer') throw new Forbidden('buyer')
  return actor
}

/** The kitchen that was named, or the buyer's first. */
export function kitchenOf(actor: Actor, named: KitchenId | undefined): KitchenId {
  const kitchenId = named ?? requireBuyer(actor).kitchenIds[0]
  if (!kitchenId) throw new NotFound('kitchen')
  return kitchenId
}

export function requireFarm(actor: Actor): FarmActor {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'farm')
  if (actor.kind !== 'farm') throw new Forbidden('farm')
  return actor
}

/** Who can have conversations: members of a restaurant or a farm. */
export function requireSide(actor: Actor): BuyerActor | FarmActor {
  if (actor.kind === 'visitor') throw new Unauthenticated('talk')
  if (actor.kind !== 'buyer' && actor.kind !== 'farm') throw new Forbidden('talk')
  return actor
}

/** The owner of an account that is being changed, in a session re-authenticated within the last ten minutes. */
export function requireRecentAuthOfPerson(actor: Actor, now: Date): SignedInPerson & { session: SessionFacts } {
  const person = requireSelf(actor)
  authorizeProven({ actor, now }, 'own_account.change', null)
  if (!person.session) throw new ReauthRequired('session')
  return { ...person, session: person.session }
}
