import { Forbidden, ReauthRequired, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { type Actor, refusalOfVisitor, type UnprovenAccount, unprovenAccountOf, viewerOf } from './actor.ts'

/** For how long a proof of who one is counts for what cannot be undone, in milliseconds (docs/decisions/0003). */
export const freshForMs = 10 * 60_000

/** Whether this session has proved within the last ten minutes who it is. */
export function isFresh(actor: Actor, now: Date): boolean {
  const session = 'session' in actor ? actor.session : undefined
  return session !== undefined && now.getTime() - session.authTime.getTime() < freshForMs
}

/** Throws ReauthRequired, which asks for the password, unless the session proved it; see authorizeProven. */
export function requireFresh(actor: Actor, now: Date): void {
  if (!isFresh(actor, now)) throw new ReauthRequired('fresh')
}

export type SignedInPerson = Extract<Actor, { personId: PersonId }>

/** One's own account only: there is nobody else to name. */
export function requirePerson(actor: Actor): SignedInPerson {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'person')
  if (!('personId' in actor)) throw new Forbidden('person')
  return actor
}

/** The account whose address is still to be proven: for what it may do until then. */
export function requireUnproven(actor: Actor): UnprovenAccount {
  const account = unprovenAccountOf(actor)
  if (account) return account
  if (actor.kind === 'visitor') throw new Unauthenticated('unproven account')
  throw new Forbidden('unproven account')
}

/** The person themselves: what is secret even from staff who look through their eyes. */
export function requireSelf(actor: Actor): SignedInPerson {
  const person = requirePerson(actor)
  if (viewerOf(person)) throw new ViewOnly()
  return person
}
