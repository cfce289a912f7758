import type { Appearance } from '#kernel/appearance.ts'
import type { AdminRole, HelperRights, MemberRole } from '#kernel/enums.ts'
import { EmailNotVerified, Unauthenticated } from '#kernel/errors.ts'
import type { AdminId, FarmId, ImpersonationId, KitchenId, PersonId, RestaurantId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'

/**
 * The session in use. `key` is base64url of the stored hash: it identifies the session and cannot be used to sign in.
 */
export type SessionFacts = { key: string; authTime: Date; aal: 1 | 2 }

/** The administrator who views a user's screens, and until when. A viewed user can do nothing (rules.ts). */
export type ImpersonatedBy = { impersonationId: ImpersonationId; adminId: AdminId; adminName: string; until: Date }

/** The administrator who acts for a user, and who asked for it: what they do is recorded as theirs. */
export type ActedBy = { adminId: AdminId; adminName: string; reason: string }

/** The appearance settings stored with the account, if any; and the session of the request, if it has one. */
type Chosen = { appearance?: Appearance; session?: SessionFacts }

export type Member = Chosen & {
  personId: PersonId
  name: string
  role: MemberRole
  /** A version of the terms in force that they have not agreed to yet; their pages lead there first. */
  owesConsent?: true
  impersonatedBy?: ImpersonatedBy
  actedBy?: ActedBy
}

/** A user who has signed in without having verified the e-mail address (docs/decisions/0051). */
export type UnprovenAccount = Chosen & { personId: PersonId; name: string }

/**
 * The caller. A person with two roles acts in one of them at a time. A user whose address is not verified is a visitor
 * to every rule, so that no use case can forget to refuse them; `unproven` is read only by what verifies, changes or
 * deletes such an account.
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
  | (Member & {
      kind: 'farm'
      farmId: FarmId
      farmApproved: boolean
      rights: HelperRights
      /** A helper whom the owner lets see the money of orders. An owner always does. */
      seesMoney?: boolean
    })
  | (Chosen & { kind: 'person'; personId: PersonId; name: string; impersonatedBy?: ImpersonatedBy })
  | (Chosen & { kind: 'staff'; adminId: AdminId; name: string; role: AdminRole })
  | { kind: 'system' }

export type BuyerActor = Extract<Actor, { kind: 'buyer' }>
export type StaffActor = Extract<Actor, { kind: 'staff' }>
export type FarmActor = Extract<Actor, { kind: 'farm' }>

/** The account whose address the signed-in user still has to verify; null for all others. */
export const unprovenAccountOf = (actor: Actor): UnprovenAccount | null =>
  (actor.kind === 'visitor' && actor.unproven) || null

/** The account of the signed-in user, whether or not its address is verified; for the sign-up and its links. */
export function accountOf(actor: Actor): UnprovenAccount | null {
  return 'personId' in actor ? actor : unprovenAccountOf(actor)
}

/** The administrator who is viewing as this user; null for an ordinary request. */
export const viewerOf = (actor: Actor): ImpersonatedBy | null =>
  ('impersonatedBy' in actor && actor.impersonatedBy) || null

/** The administrator who acts for this user; null for users who act themselves. */
export const standInOf = (actor: Actor): ActedBy | null => ('actedBy' in actor && actor.actedBy) || null

/** The stable name under which an actor's idempotency keys are stored. */
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

/** Why a visitor is refused: not signed in, or the address of the account is not verified. */
export const refusalOfVisitor = (actor: Actor, operation: string): Unauthenticated =>
  unprovenAccountOf(actor) ? new EmailNotVerified(operation) : new Unauthenticated(operation)
