import type { DbOrTx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import type { Email } from '#kernel/email.ts'
import { NotFound } from '#kernel/errors.ts'
import type { MembershipId, PersonId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { removeCartsOfMember } from '#modules/cart/removal/remove-carts.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { aboutOrg, type OrgRef, sideOf } from '../org-ref.ts'
import { ownOrganisation } from '../sign-up/my-application.server.ts'
import { organisationHead } from '../sign-up/organisation-head.server.ts'
import { endInvitationsBy } from './invite-member.server.ts'
import { type Authority, authorityOf, memberRefusals } from './member-labels.ts'
import { memberRemoved } from './member-mails.server.tsx'
import { authorityFields, lockMembers, membersIn, otherOwners, requireRightsManager } from './own-members.server.ts'

const membershipId = IdOf<'membership'>('メンバー')

/** Changes a member's rights. They apply from their next request on; previous rights stay in the history. */
export const changeMember = repeatable({
  name: 'member.change',
  permission: 'member_rights.change',
  input: { membershipId, ...authorityFields },
  refusals: memberRefusals('last_owner'),
  run: async (ctx, change) => {
    const manager = requireRightsManager(ctx)
    const { org } = manager
    return ctx.db.transaction().execute(async (db) => {
      await lockMembers(db, manager)
      const member = await memberIn(db, org, change.membershipId)
      const after = authorityOf(sideOf(org), change)
      const { role, rights, seesMoney, orderLimitYen } = member
      const before: Authority = { role, rights, seesMoney, orderLimitYen }
      if (JSON.stringify(before) === JSON.stringify(after)) return ok({ name: member.name })
      if (before.role === 'owner' && after.role !== 'owner' && (await otherOwners(db, org, member.personId)) === 0)
        return refuse('last_owner')
      await db.updateTable('memberships').set(after).where('id', '=', change.membershipId).execute()
      if (after.role !== 'owner') await endInvitationsBy(db, ctx.now, member.personId, org)
      await recordEvent(db, ctx, {
        kind: 'member_changed',
        ...aboutOrg(org),
        aboutPersonId: member.personId,
        data: { before, after },
      })
      return ok({ name: member.name })
    })
  },
})

/** Removes a member, with effect from their next request. Their account, and other memberships, stay. */
export const removeMember = repeatable({
  name: 'member.remove',
  permission: 'member_rights.change',
  input: { membershipId },
  refusals: memberRefusals('last_owner'),
  run: async (ctx, { membershipId }) => {
    const manager = requireRightsManager(ctx)
    const { org } = manager
    return ctx.db.transaction().execute(async (db) => {
      const { name: organisation } = await lockMembers(db, manager)
      const member = await memberIn(db, org, membershipId)
      if (member.role === 'owner' && (await otherOwners(db, org, member.personId)) === 0) return refuse('last_owner')
      await takeOut(db, ctx.now, org, member)
      await recordEvent(db, ctx, { kind: 'member_removed', ...aboutOrg(org), aboutPersonId: member.personId })
      if (member.email && member.personId !== manager.personId)
        await notify(db, ctx.now, {
          key: `membership:${membershipId}:removed`,
          kind: memberRemoved,
          to: member.email as Email,
          data: { name: member.name, organisation },
        })
      return ok({ name: member.name })
    })
  },
})

/** The user leaves the organisation; not possible for the last owner, as then no one could manage members. */
export const leaveOrganisation = repeatable({
  name: 'member.leave',
  permission: 'own',
  input: {},
  refusals: memberRefusals('last_owner'),
  run: async (ctx) => {
    const org = ownOrganisation(ctx)
    const { personId } = requirePerson(ctx.actor)
    return ctx.db.transaction().execute(async (db) => {
      const { name } = await organisationHead(db, org, true)
      const member = await membersIn(db, org).where('personId', '=', personId).executeTakeFirst()
      if (!member) throw new NotFound('membership')
      if (member.role === 'owner' && (await otherOwners(db, org, personId)) === 0) return refuse('last_owner')
      await takeOut(db, ctx.now, org, member)
      await recordEvent(db, ctx, { kind: 'member_left', ...aboutOrg(org), aboutPersonId: personId })
      return ok({ organisation: name })
    })
  },
})

async function memberIn(db: DbOrTx, org: OrgRef, id: MembershipId) {
  const member = await membersIn(db, org).where('id', '=', id).executeTakeFirst()
  if (!member) throw new NotFound('membership')
  const person = await db
    .selectFrom('people')
    .select(['name', 'email'])
    .where('id', '=', member.personId)
    .executeTakeFirstOrThrow()
  return { ...member, ...person }
}

/** Deletes the membership, the carts begun for this organisation, and the invitations made by the person. */
async function takeOut(
  db: DbOrTx,
  now: Date,
  org: OrgRef,
  member: { id: MembershipId; personId: PersonId },
): Promise<void> {
  await endInvitationsBy(db, now, member.personId, org)
  if ('restaurantId' in org) await removeCartsOfMember(db, { ...org, personId: member.personId })
  await db.deleteFrom('memberships').where('id', '=', member.id).execute()
}

/** Removes the person from organisations that continue; the membership of a closed organisation is kept. */
export async function leaveOpenOrganisations(db: DbOrTx, personId: PersonId): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('personId', '=', personId)
    .where(({ not, exists, selectFrom, or }) =>
      not(
        or([
          exists(
            selectFrom('farms')
              .select('id')
              .whereRef('farms.id', '=', 'memberships.farmId')
              .where('status', '=', 'closed'),
          ),
          exists(
            selectFrom('restaurants')
              .select('id')
              .whereRef('restaurants.id', '=', 'memberships.restaurantId')
              .where('status', '=', 'closed'),
          ),
        ]),
      ),
    )
    .execute()
}
