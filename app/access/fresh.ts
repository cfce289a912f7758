import { Forbidden, ReauthRequired, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { type Actor, type SessionFacts, type UnprovenAccount, unprovenAccountOf, viewerOf } from './actor.ts'
import { refusalOfVisitor } from './authorize.ts'

/** For how long a proof of who one is counts for what cannot be undone, in milliseconds (docs/decisions/0003). */
export const freshForMs = 10 * 60_000

/** Whether this session has proved within the last ten minutes who it is. */
export function isFresh(actor: Actor, now: Date): boolean {
  const session = 'session' in actor ? actor.session : undefined
  return session !== undefined && now.getTime() - session.authTime.getTime() < freshForMs
}

/** Stands before what a stranger at an unlocked screen must not do; throws ReauthRequired, which asks for the password. */
export function requireFresh(actor: Actor, now: Date): void {
  if (!isFresh(actor, now)) throw new ReauthRequired('fresh')
}

type SignedInPerson = Extract<Actor, { personId: PersonId }>

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

/** The person, in a session that has proved just now who it is. */
export function requireFreshPerson(actor: Actor, now: Date): SignedInPerson & { session: SessionFacts } {
  const person = requireSelf(actor)
  requireFresh(person, now)
  if (!person.session) throw new ReauthRequired('session')
  return { ...person, session: person.session }
}
