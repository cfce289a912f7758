import { EmailNotVerified, Unauthenticated } from '#kernel/errors.ts'
import type { AdminId, FarmId, KitchenId, PersonId, RestaurantId, StaffViewId } from '#kernel/ids.ts'
import type { Looks } from '#kernel/looks.ts'
import type { HelperRights, MemberRole } from '#kernel/words.ts'
import type { Yen } from '#kernel/yen.ts'

/** The session somebody acts in. `key` is base64url of the stored hash: it names the session, and opens nothing. */
export type SessionFacts = { key: string; authTime: Date; aal: 1 | 2 }

/** The member of staff who looks through somebody's eyes, and until when. Whoever is viewed does nothing (rules.ts). */
export type ViewedBy = { viewId: StaffViewId; adminId: AdminId; adminName: string; until: Date }

/** The member of staff who does something in somebody's place, and who asked for it: what they do is recorded as theirs. */
export type ActedBy = { adminId: AdminId; adminName: string; reason: string }

/** How an account wants to see its pages, once it has chosen; and the session it came with, if it came with one. */
type Chosen = { looks?: Looks; session?: SessionFacts }

export type Member = Chosen & {
  personId: PersonId
  name: string
  role: MemberRole
  /** There is a version of the terms in force that they have still to agree to; their pages lead there first. */
  owesConsent?: true
  viewedBy?: ViewedBy
  actedBy?: ActedBy
}

/** The account of a person who has signed in without having proven its address (docs/decisions/0051). */
export type UnprovenAccount = Chosen & { personId: PersonId; name: string }

/**
 * Who is asking. One person with two hats acts under one of them at a time. A person whose address is not proven is a
 * visitor to every rule, so that no use case can forget to refuse them; `unproven` is read only by what proves, changes
 * or deletes such an account.
 */
export type Actor =
  | { kind: 'visitor'; unproven?: UnprovenAccount }
  | (Member & {
      kind: 'buyer'
      restaurantId: RestaurantId
      restaurantApproved: boolean
      kitchenIds: readonly KitchenId[]
      orderLimitYen: Yen | null
    })
  | (Member & { kind: 'farm'; farmId: FarmId; farmApproved: boolean; rights: HelperRights })
  | (Chosen & { kind: 'person'; personId: PersonId; name: string; viewedBy?: ViewedBy })
  | (Chosen & { kind: 'staff'; adminId: AdminId; name: string })
  | { kind: 'system' }

export type BuyerActor = Extract<Actor, { kind: 'buyer' }>
export type FarmActor = Extract<Actor, { kind: 'farm' }>

/** The account whose address the signed-in person has still to prove; null for everybody else. */
export const unprovenAccountOf = (actor: Actor): UnprovenAccount | null =>
  (actor.kind === 'visitor' && actor.unproven) || null

/** The account of the signed-in person, whether or not its address is proven; for the sign-up and its links. */
export function accountOf(actor: Actor): UnprovenAccount | null {
  return 'personId' in actor ? actor : unprovenAccountOf(actor)
}

/** By whom somebody is looked at just now; null for everybody who is there themselves. */
export const viewerOf = (actor: Actor): ViewedBy | null => ('viewedBy' in actor && actor.viewedBy) || null

/** Who of staff acts in somebody's place; null for everybody who acts themselves. */
export const standInOf = (actor: Actor): ActedBy | null => ('actedBy' in actor && actor.actedBy) || null

/** The stable name under which an actor's idempotency keys are kept. */
export function ownerKeyOf(actor: Actor): string {
  const stand = standInOf(actor)
  if (stand) return `staff:${stand.adminId}`
  switch (actor.kind) {
    case 'buyer':
    case 'farm':
    case 'person':
      return `person:${actor.personId}`
    case 'staff':
      return `staff:${actor.adminId}`
    case 'system':
    case 'visitor':
      return actor.kind
  }
}

/** Why a visitor is refused: they are not signed in, or the address of their account is not proven. */
export const refusalOfVisitor = (actor: Actor, operation: string): Unauthenticated =>
  unprovenAccountOf(actor) ? new EmailNotVerified(operation) : new Unauthenticated(operation)
