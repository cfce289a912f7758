import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Side } from '#kernel/enums.ts'
import type { InvitationId, MembershipId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { orgIdOf, sideOf } from '../org-ref.ts'
import { ownOrganisation, sidesOf } from '../sign-up/my-application.server.ts'
import type { Authority } from './member-labels.ts'

export type ListedMember = Authority & {
  id: MembershipId
  name: string
  email: string
  /** Whether this is the current user. */
  self: boolean
  /** Suspended by staff; they cannot sign in. */
  suspended: boolean
}
export type OpenInvitation = Authority & {
  id: InvitationId
  /** null: shown as a QR code only. */
  email: string | null
  inviter: string
  expiresAt: Date
  expired: boolean
}
export type MemberList = {
  side: Side
  organisation: string
  /** Whether the user may change this list. */
  mayManage: boolean
  /** The user is the only owner who can sign in, and so cannot leave. */
  lastOwner: boolean
  members: ListedMember[]
  /** For owners only. */
  invitations: OpenInvitation[]
}

/** The members of the user's organisation, owners first; for owners, also the open invitations. */
export const memberList = query('organisation.see', async (ctx): Promise<MemberList> => {
  const org = ownOrganisation(ctx)
  authorize(ctx.actor, 'organisation.see', sidesOf(org))
  const column = 'farmId' in org ? 'farmId' : 'restaurantId'
  const mayManage = can(ctx.actor, 'organisation.manage', sidesOf(org))
  const rows = await ctx.db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .leftJoin('farms', 'farms.id', 'memberships.farmId')
    .leftJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
    .select([
      'memberships.id',
      'people.id as personId',
      'people.name',
      'people.email',
      'people.suspendedAt',
      'role',
      'rights',
      'seesMoney',
      'orderLimitYen',
    ])
    .select((it) => it.fn.coalesce('farms.name', 'restaurants.name').as('organisation'))
    .where(`memberships.${column}`, '=', orgIdOf(org))
    .where('people.closedAt', 'is', null)
    .$narrowType<{ email: string }>()
    .orderBy('role')
    .orderBy('memberships.id')
    .execute()
  const self = 'personId' in ctx.actor ? ctx.actor.personId : null
  const owners = rows.filter((row) => row.role === 'owner' && row.suspendedAt === null)
  return {
    side: sideOf(org),
    lastOwner: owners.length === 1 && owners[0]?.personId === self,
    organisation: rows[0]?.organisation ?? '',
    mayManage,
    members: rows.map(({ personId, suspendedAt, organisation: _, ...row }) => ({
      ...row,
      self: personId === self,
      suspended: suspendedAt !== null,
    })),
    invitations: mayManage ? await openInvitations(ctx, column, orgIdOf(org)) : [],
  }
})

async function openInvitations(
  { db, now }: Ctx,
  column: 'farmId' | 'restaurantId',
  id: ReturnType<typeof orgIdOf>,
): Promise<OpenInvitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.invitedBy')
    .select([
      'invitations.id',
      'invitations.email',
      'people.name as inviter',
      'role',
      'rights',
      'seesMoney',
      'orderLimitYen',
      'expiresAt',
    ])
    .where(column, '=', id)
    .where('endedAt', 'is', null)
    .orderBy('invitations.id')
    .execute()
  return rows.map((row) => ({ ...row, expired: row.expiresAt <= now }))
}
