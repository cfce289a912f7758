import { z } from 'zod'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { helperRights, memberRoles } from '#kernel/enums.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { type OrgRef, orgIdOf } from '../org-ref.ts'
import { ownOrganisation, sidesOf } from '../sign-up/my-application.server.ts'
import { type OrganisationHead, organisationHead } from '../sign-up/organisation-head.server.ts'

/** What a member may do. The default is the least right: a helper who only reads; no limit is none. */
export const authorityFields = {
  role: z.enum(memberRoles, { error: '権限を選択してください' }),
  rights: z.enum(helperRights, { error: 'see、pack、all のいずれかを指定してください。' }).default('see'),
  /** A page has a box, which sends nothing when it is not ticked. */
  seesMoney: z
    .union([z.boolean(), z.literal('true').transform(() => true)], { error: 'true か false を指定してください。' })
    .optional(),
  orderLimitYen: z
    .int('上限は1以上の整数で入力してください。')
    .min(1, '上限は1以上の整数で入力してください。')
    .max(100_000_000, '上限が大きすぎます。')
    .transform(yen)
    .nullable()
    .default(null),
}

/** The owner who acts, and the organisation they own. */
export type Managing = { org: OrgRef; personId: PersonId }

/** The owner who may manage members; throws for any other actor. */
export function requireManager(ctx: Ctx): Managing {
  const org = ownOrganisation(ctx)
  authorize(ctx.actor, 'organisation.manage', sidesOf(org))
  if (!('personId' in ctx.actor)) throw new Forbidden('organisation.manage')
  return { org, personId: ctx.actor.personId }
}

/** The same for granting and revoking rights, which needs a proof of the last ten minutes. */
export function requireRightsManager(ctx: Ctx): Managing {
  const manager = requireManager(ctx)
  authorizeProven(ctx, 'member_rights.change', sidesOf(manager.org))
  return manager
}

/**
 * Locks the organisation, so that changes of its members are serialised, and checks again whether the user is its
 * owner: another owner may have just revoked that.
 */
export async function lockMembers(db: DbOrTx, { org, personId }: Managing): Promise<OrganisationHead> {
  const head = await organisationHead(db, org, true)
  const still = await membersIn(db, org).where('personId', '=', personId).where('role', '=', 'owner').executeTakeFirst()
  if (!still) throw new Forbidden('organisation.manage')
  return head
}

/** How many owners would be left without this one; owners who can no longer sign in do not count. */
export async function otherOwners(db: DbOrTx, org: OrgRef, personId: PersonId): Promise<number> {
  const others = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select('memberships.id')
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    .where('role', '=', 'owner')
    .where('personId', '<>', personId)
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .execute()
  return others.length
}

export const membersIn = (db: DbOrTx, org: OrgRef) =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
