import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import { type InvitationId, newId, type PersonId } from '#kernel/ids.ts'
import { ok, refuse, refuseFor } from '#kernel/result.ts'
import { EmailIn, IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { mayMail } from '#modules/identity/mail-throttle.server.ts'
import { issueCode, issueMailedCode, voidInvitationCodes } from '#modules/identity/one-time-code.server.ts'
import { normaliseEmail } from '#modules/identity/sign-in.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { aboutOrg, type OrgRef, orgIdOf, sideOf } from '../org-ref.ts'
import {
  type Authority,
  authorityOf,
  authorityText,
  invitationDays,
  memberRefusals,
  mostInvitations,
} from './member-labels.ts'
import { invitationPath, memberInvitation } from './member-mails.server.tsx'
import { authorityFields, lockMembers, membersIn, requireManager, requireRightsManager } from './own-members.server.ts'

/** The key that encrypts mailed links, and where the invitation comes from. */
type Sending = { encryption: Encryption; ip: string | null }

/** When an invitation made now expires. */
const expiryFrom = (now: Date): Date => new Date(now.getTime() + invitationDays * 24 * 3_600_000)

const invitationId = IdOf<'invitation'>('招待')

/** Invites a person by mail, or makes an invitation to be shown as a QR code. One open invitation per address. */
export const inviteMember = mutation({
  name: 'member.invite',
  permission: 'member_rights.change',
  input: {
    /** null: no mail is sent, a QR code is shown instead. */
    email: EmailIn.nullable().default(null),
    ...authorityFields,
  },
  refusals: memberRefusals('already_member', 'already_invited', 'too_many_invitations', 'too_many_tries', 'key_reused'),
  guard: requireRightsManager,
  run: async (within, input, { encryption, ip }: Sending) => {
    const manager = requireRightsManager(within)
    const { org } = manager
    const { db, now } = within
    const { name: organisation } = await lockMembers(db, manager)
    const email = input.email && normaliseEmail(input.email)
    if (email && (await isMember(db, org, email))) return refuse('already_member')
    await endExpired(db, now, org)
    if ((await openIn(db, org).execute()).length >= mostInvitations) return refuse('too_many_invitations')
    const id = newId<'invitation'>()
    const authority = authorityOf(sideOf(org), input)
    const written = await db
      .insertInto('invitations')
      .values({
        id,
        farmId: 'farmId' in org ? org.farmId : null,
        restaurantId: 'restaurantId' in org ? org.restaurantId : null,
        email,
        role: authority.role,
        rights: authority.rights,
        seesMoney: authority.seesMoney,
        orderLimitYen: authority.orderLimitYen,
        invitedBy: manager.personId,
        createdAt: now,
        expiresAt: expiryFrom(now),
        acceptedBy: null,
        endedAt: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) return refuse('already_invited')
    if (email) {
      const answer = await mayMail(within, { kind: 'member_invitation', email, ip, own: orgIdOf(org), apart: true })
      if (answer.may === 'too_many') return refuseFor('too_many_tries', answer.waitSeconds)
      await mailInvitationTo(within, { id, email: email as Email, encryption, organisation, org, authority })
    }
    await recordEvent(db, within, {
      kind: 'member_invited',
      ...aboutOrg(org),
      data: { invitationId: id, email, ...authority },
    })
    return ok({ id })
  },
})

/** Sends the mail again, with a new link valid for seven days; earlier links stop working. */
export const resendInvitation = repeatable({
  name: 'invitation.resend',
  permission: 'organisation.manage',
  input: { id: invitationId },
  refusals: memberRefusals('invitation_over', 'too_many_tries'),
  run: async (ctx, { id }, { encryption, ip }: Sending) => {
    const manager = requireManager(ctx)
    const { org } = manager
    const asked = await openIn(ctx.db, org).where('id', '=', id).executeTakeFirst()
    if (!asked) return refuse('invitation_over')
    if (!asked.email) throw new NotFound('invitation')
    const answer = await mayMail(ctx, { kind: 'member_invitation', email: asked.email, ip, own: orgIdOf(org) })
    if (answer.may === 'too_many') return refuseFor('too_many_tries', answer.waitSeconds)
    if (answer.may === 'sent') return ok({ email: asked.email })
    return ctx.db.transaction().execute(async (db) => {
      const { name: organisation } = await lockMembers(db, manager)
      const row = await renew(db, ctx.now, org, id)
      if (!row?.email) return refuse('invitation_over')
      await voidInvitationCodes(db, ctx.now, id)
      const { role, rights, seesMoney, orderLimitYen } = row
      const authority = { role, rights, seesMoney, orderLimitYen }
      const email = row.email as Email
      await mailInvitationTo({ ...ctx, db }, { id, email, encryption, organisation, org, authority })
      await recordEvent(db, ctx, { kind: 'invitation_resent', ...aboutOrg(org), data: { invitationId: id, email } })
      return ok({ email })
    })
  },
})

/** Withdraws an invitation: all its links stop working. */
export const revokeInvitation = repeatable({
  name: 'invitation.revoke',
  permission: 'organisation.manage',
  input: { id: invitationId },
  refusals: memberRefusals('invitation_over'),
  run: async (ctx, { id }) => {
    const manager = requireManager(ctx)
    const { org } = manager
    return ctx.db.transaction().execute(async (db) => {
      await lockMembers(db, manager)
      const ended = await db
        .updateTable('invitations')
        .set({ endedAt: ctx.now })
        .where('id', '=', id)
        .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
        .where('endedAt', 'is', null)
        .returning('email')
        .executeTakeFirst()
      if (!ended) return refuse('invitation_over')
      await voidInvitationCodes(db, ctx.now, id)
      await recordEvent(db, ctx, {
        kind: 'invitation_revoked',
        ...aboutOrg(org),
        data: { invitationId: id, email: ended.email },
      })
      return ok(null)
    })
  },
})

/**
 * Ends the invitations a person has made, in one organisation or in all, when they are no longer an owner there:
 * otherwise they could return as one with a link of their own.
 */
export async function endInvitationsBy(db: DbOrTx, now: Date, personId: PersonId, org: OrgRef | null): Promise<void> {
  const open = db
    .updateTable('invitations')
    .set({ endedAt: now })
    .where('invitedBy', '=', personId)
    .where('endedAt', 'is', null)
    .returning('id')
  const ended = await (org
    ? open.where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    : open
  ).execute()
  for (const { id } of ended) await voidInvitationCodes(db, now, id)
}

/**
 * The link to be shown as a QR code to a person on site. It proves no address, so it creates no account by itself: a
 * person without one types their address and gets a mail. Showing it again voids the previous one.
 */
export const showInvitation = repeatable({
  name: 'invitation.show',
  permission: 'member_rights.change',
  input: { id: invitationId },
  refusals: memberRefusals('invitation_over'),
  run: async (ctx, { id }) => {
    const manager = requireRightsManager(ctx)
    return ctx.db.transaction().execute(async (db) => {
      await lockMembers(db, manager)
      const row = await renew(db, ctx.now, manager.org, id)
      if (!row) return refuse('invitation_over')
      await voidInvitationCodes(db, ctx.now, id)
      const code = await issueCode(db, ctx.now, {
        purpose: 'member_invitation',
        owner: null,
        data: { invitationId: id },
      })
      return ok({ path: invitationPath(code), until: row.expiresAt })
    })
  },
})

type InvitationToMail = {
  id: InvitationId
  email: Email
  encryption: Encryption
  organisation: string
  org: OrgRef
  authority: Authority
}

/** Mails a link of this invitation to this address, in the caller's transaction. */
export async function mailInvitationTo(ctx: Ctx, it: InvitationToMail): Promise<void> {
  const { db, now } = ctx
  const data = { invitationId: it.id }
  const wanted = { purpose: 'member_invitation', owner: null, email: it.email, data } as const
  const { id: codeId } = await issueMailedCode(db, now, it.encryption, wanted)
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.invitedBy')
    .select(['people.name', 'invitations.expiresAt'])
    .where('invitations.id', '=', it.id)
    .executeTakeFirstOrThrow()
  await notify(db, now, {
    key: `invitation:${it.id}:${newId()}`,
    kind: memberInvitation,
    to: it.email,
    data: {
      organisation: it.organisation,
      inviter: invitation.name,
      authority: authorityText(sideOf(it.org), it.authority),
      until: formatMoment(invitation.expiresAt),
      codeId,
    },
  })
}

const openIn = (db: DbOrTx, org: OrgRef) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    .where('endedAt', 'is', null)

const renew = (db: DbOrTx, now: Date, org: OrgRef, id: InvitationId) =>
  db
    .updateTable('invitations')
    .set({ expiresAt: expiryFrom(now) })
    .where('id', '=', id)
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Expired invitations do not block new ones. */
async function endExpired(db: DbOrTx, now: Date, org: OrgRef): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ endedAt: now })
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    .where('endedAt', 'is', null)
    .where('expiresAt', '<=', now)
    .execute()
}

async function isMember(db: DbOrTx, org: OrgRef, email: string): Promise<boolean> {
  const member = await membersIn(db, org)
    .where('personId', 'in', db.selectFrom('people').select('people.id').where('email', '=', email))
    .executeTakeFirst()
  return member !== undefined
}
