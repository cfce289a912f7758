import { Forbidden, ReauthRequired, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { type Actor, refusalOfVisitor, type UnprovenAccount, unprovenAccountOf, viewerOf } from './actor.ts'

/** How long a re-authentication counts for irreversible operations, in milliseconds (docs/decisions/0003). */
export const recentAuthMs = 10 * 60_000

/** Whether this session was re-authenticated within the last ten minutes. */
export function isRecentAuth(actor: Actor, now: Date): boolean {
  const session = 'session' in actor ? actor.session : undefined
  return session !== undefined && now.getTime() - session.authTime.getTime() < recentAuthMs
}

/** Throws ReauthRequired, which asks for the password, unless the session was re-authenticated; see authorizeProven. */
export function requireRecentAuth(actor: Actor, now: Date): void {
  if (!isRecentAuth(actor, now)) throw new ReauthRequired('fresh')
}

export type SignedInPerson = Extract<Actor, { personId: PersonId }>

/** Only the caller's own account: no target is named. */
export function requirePerson(actor: Actor): SignedInPerson {
  if (actor.kind === 'visitor') throw refusalOfVisitor(actor, 'person')
  if (!('personId' in actor)) throw new Forbidden('person')
  return actor
}

/** The account whose address is still to be verified: for what it may do until then. */
export function requireUnproven(actor: Actor): UnprovenAccount {
  const account = unprovenAccountOf(actor)
  if (account) return account
  if (actor.kind === 'visitor') throw new Unauthenticated('unproven account')
  throw new Forbidden('unproven account')
}

/** Only the user in person: for secrets that even staff who view as the user must not see. */
export function requireSelf(actor: Actor): SignedInPerson {
  const person = requirePerson(actor)
  if (viewerOf(person)) throw new ViewOnly()
  return person
}
