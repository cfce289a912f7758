import { accountOf, unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { Side } from '#kernel/enums.ts'
import { type InvitationId, type MembershipId, newId, type PersonId, parseId } from '#kernel/ids.ts'
import { ok, type RefusalDetail, refuse, refuseFor } from '#kernel/result.ts'
import { EmailIn, PasswordIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { linkLimit } from '#modules/identity/account-limits.ts'
import { setProviderPassword, vouchedBy } from '#modules/identity/firebase/provider-passwords.server.ts'
import { mayMail } from '#modules/identity/mail-throttle.server.ts'
import { inspectCode, useCode as spendCode } from '#modules/identity/one-time-code.server.ts'
import { openPersonSession } from '#modules/identity/open-person-session.server.ts'
import { hashPassword } from '#modules/identity/password.server.ts'
import { passwordProblem } from '#modules/identity/password-policy.ts'
import { addPassword, addPerson, changePerson } from '#modules/identity/people-store.server.ts'
import { normaliseEmail } from '#modules/identity/sign-in.server.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { tooManyTries } from '#modules/identity/too-many-labels.ts'
import { actForWorkplace } from '#modules/identity/workplaces.server.ts'
import { tellOwners } from '../approval/tell-members.server.ts'
import { Line, OptionalKana } from '../fields.server.ts'
import { aboutOrg, type OrgRef, orgIdOf, sideOf } from '../org-ref.ts'
import { proveAddress } from '../sign-up/confirm-email.server.ts'
import { organisationHead } from '../sign-up/organisation-head.server.ts'
import { mailInvitationTo } from './invite-member.server.ts'
import { type Authority, authorityText } from './member-labels.ts'
import { memberJoined } from './member-mails.server.tsx'
import { membersIn } from './own-members.server.ts'

export type InvitationFacts = Authority & {
  side: Side
  organisation: string
  inviter: string
  expiresAt: Date
  /** The address that the link was sent to, and thus proves; null for a QR code. */
  email: string | null
  /** There is an account with that address: the user signs in. */
  hasAccount: boolean
  /** The user is already a member. */
  already: boolean
}

type Found = Authority & {
  id: InvitationId
  org: OrgRef
  email: string | null
  inviter: string
  expiresAt: Date
}

/** What a link or a QR code invites to; null if it is unknown, used, withdrawn or expired. Changes nothing. */
export const inspectInvitation = query('public', async (ctx, code: string): Promise<InvitationFacts | null> => {
  const found = await findInvitation(ctx.db, ctx.now, code)
  if (!found) return null
  const { id: _, org, ...facts } = found
  const { name } = await organisationHead(ctx.db, org)
  const personId = accountOf(ctx.actor)?.personId ?? null
  return {
    ...facts,
    side: sideOf(org),
    organisation: name,
    hasAccount: found.email !== null && (await hasAccount(ctx.db, found.email)),
    already: personId !== null && (await worksIn(ctx.db, org, personId)),
  }
})

const invitationSentence = {
  code_unusable: '招待の期限（7日）が切れたか、使用済みか、取り消されています。',
  already_member: 'すでにメンバーです。',
  email_missing:
    'このアカウントには、メールアドレスが登録されていません。先に「マイ設定」でメールアドレスを登録してください。',
  email_unproven:
    'このアカウントのメールアドレスは、まだ確認されていません。先に、登録時にお送りしたメールのリンクを開いてください。',
  has_account: 'このメールアドレスのアカウントはすでにあります。サインインしてから参加してください。',
  password_refused: '',
  too_many_tries: tooManyTries,
}

/** How accepting an invitation may refuse; what is wrong with a password is in `detail.sentence`. */
const invitationRefusals = <R extends keyof typeof invitationSentence>(...codes: R[]) => ({
  codes,
  text: (refusal: R, detail?: RefusalDetail): string => String(detail?.sentence ?? invitationSentence[refusal]),
})

/** The code of the invitation that this browser has opened, and where the browser is. */
type Opened = { code: string; ip: string | null; userAgent: string | null }

/**
 * The signed-in user becomes a member, and this session acts for the organisation. Of concurrent calls exactly one
 * succeeds.
 */
export const acceptMemberInvitation = repeatable({
  name: 'invitation.accept',
  permission: 'own',
  input: {},
  refusals: invitationRefusals('code_unusable', 'already_member', 'email_missing', 'email_unproven'),
  run: async (ctx, _, { code }: Pick<Opened, 'code'>) => {
    const account = accountOf(ctx.actor) ?? requirePerson(ctx.actor)
    const { personId, name } = account
    return ctx.db.transaction().execute(async (db) => {
      // the mailed link may be what proves their address: from then on no rule treats them as a visitor
      const within: Ctx = { ...ctx, db, ...(unprovenAccountOf(ctx.actor) && { actor: { kind: 'person', ...account } }) }
      const found = await findInvitation(db, ctx.now, code, true)
      if (!found) return refuse('code_unusable')
      if (await worksIn(db, found.org, personId)) return refuse('already_member')
      const keepSession = account.session?.key
      const problem = await addressProblem(within, personId, {
        sentTo: found.email,
        ...(keepSession && { keepSession }),
      })
      if (problem) return refuse(problem)
      const { membershipId, organisation } = await letIn(within, found, { code, person: { id: personId, name } })
      return ok({ home: await actForWorkplace(within, membershipId), organisation })
    })
  },
})

/**
 * Members have a proven address; unproven ones are deleted after a week. A link mailed to it proves it, and a user
 * without an address gets the one it was mailed to.
 */
async function addressProblem(
  { db, now, firebase }: Ctx,
  personId: PersonId,
  { sentTo, ...proof }: { sentTo: string | null; keepSession?: string },
): Promise<'email_missing' | 'email_unproven' | null> {
  const mine = await db
    .selectFrom('people')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  if (mine?.email && mine.emailVerifiedAt) return null
  if (mine?.email) {
    if (mine.email !== sentTo) return 'email_unproven'
    await proveAddress({ db, now, firebase }, personId, proof)
    return null
  }
  if (sentTo === null || (await hasAccount(db, sentTo))) return 'email_missing'
  await changePerson(db, personId, { email: sentTo, emailVerifiedAt: now })
  return null
}

/**
 * Creates an account from a name and a password: the mailed link has proven the address. Not from a QR code, which
 * proves none. Terms are agreed to on the next page, as by every member.
 */
export const joinByInvitation = repeatable({
  name: 'invitation.join',
  permission: 'public',
  input: {
    name: Line(60, 'お名前を入力してください。'),
    nameKana: OptionalKana,
    password: PasswordIn,
  },
  refusals: invitationRefusals('code_unusable', 'has_account', 'password_refused', 'too_many_tries'),
  run: async (ctx, input, { code, ip, userAgent }: Opened) => {
    const wait = await waitAfter(ctx, 'link-ip', ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const seen = await findInvitation(ctx.db, ctx.now, code)
    if (!seen?.email) return refuse('code_unusable')
    const sentence = passwordProblem(input.password, seen.email)
    if (sentence) return refuse('password_refused', { sentence })
    const phc = ctx.firebase ? null : await hashPassword(input.password)
    return ctx.db.transaction().execute(async (db) => {
      const found = await findInvitation(db, ctx.now, code, true)
      if (!found?.email) return refuse('code_unusable')
      const personId = await newProvenPerson({ ...ctx, db }, { ...input, email: found.email, phc })
      if (!personId) return refuse('has_account')
      const within: Ctx = { ...ctx, db, actor: { kind: 'person', personId, name: input.name } }
      const person = { id: personId, name: input.name }
      const { membershipId } = await letIn(within, found, { code, person })
      await actForWorkplace(within, membershipId)
      const from = { personId, channel: 'cookie' as const, ip, userAgent, ...(await vouchedBy(within, personId)) }
      const session = await openPersonSession({ db, now: ctx.now }, from)
      return session ? ok({ ...session, email: found.email }) : refuse('code_unusable')
    })
  },
})

/**
 * From a QR code: sends the same invitation to the address that was typed. The answer is the same for every address.
 */
export const mailInvitation = repeatable({
  name: 'invitation.mail',
  permission: 'public',
  input: { email: EmailIn },
  refusals: invitationRefusals('code_unusable', 'too_many_tries'),
  run: async (
    ctx,
    { email: typed },
    { code, ip, encryption }: Pick<Opened, 'code' | 'ip'> & { encryption: Encryption },
  ) => {
    const email = normaliseEmail(typed)
    const seen = await findInvitation(ctx.db, ctx.now, code)
    if (!seen) return refuse('code_unusable')
    const own = orgIdOf(seen.org)
    const answer = await mayMail(ctx, { kind: 'member_invitation', email, ip, own })
    if (answer.may === 'too_many') return refuseFor('too_many_tries', answer.waitSeconds)
    if (answer.may === 'sent') return ok(null)
    return ctx.db.transaction().execute(async (db) => {
      const found = await findInvitation(db, ctx.now, code, true)
      if (!found) return refuse('code_unusable')
      const { name: organisation } = await organisationHead(db, found.org)
      const { role, rights, seesMoney, orderLimitYen } = found
      const authority = { role, rights, seesMoney, orderLimitYen }
      const to = { id: found.id, email: email as Email, encryption, organisation, org: found.org, authority }
      await mailInvitationTo({ ...ctx, db }, to)
      return ok(null)
    })
  },
})

async function findInvitation(db: DbOrTx, now: Date, code: string, lock = false): Promise<Found | null> {
  const seen = await inspectCode(db, now, 'member_invitation', code)
  const id = seen && parseId<'invitation'>(seen.data.invitationId)
  if (!id) return null
  const open = db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.invitedBy')
    .selectAll('invitations')
    .select('people.name as inviter')
    .where('invitations.id', '=', id)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
  const row = await (lock ? open.forUpdate('invitations') : open).executeTakeFirst()
  if (!row) return null
  const org = row.farmId ? { farmId: row.farmId } : row.restaurantId ? { restaurantId: row.restaurantId } : null
  if (!org) return null
  return {
    id,
    org,
    email: seen.email,
    inviter: row.inviter,
    expiresAt: row.expiresAt,
    role: row.role,
    rights: row.rights,
    seesMoney: row.seesMoney,
    orderLimitYen: row.orderLimitYen,
  }
}

type Entering = { code: string; person: { id: PersonId; name: string } }

/** Creates the membership, uses up the link, ends the invitation, and writes the history and the mail to the owners. */
async function letIn(
  { actor, db, now }: Ctx,
  found: Found,
  { code, person }: Entering,
): Promise<{ membershipId: MembershipId; organisation: string }> {
  const { org, role, rights, seesMoney, orderLimitYen } = found
  const { name: organisation } = await organisationHead(db, org)
  const membershipId = newId<'membership'>()
  await spendCode(db, now, 'member_invitation', code)
  await db.updateTable('invitations').set({ endedAt: now, acceptedBy: person.id }).where('id', '=', found.id).execute()
  await db
    .insertInto('memberships')
    .values({
      id: membershipId,
      personId: person.id,
      farmId: 'farmId' in org ? org.farmId : null,
      restaurantId: 'restaurantId' in org ? org.restaurantId : null,
      role,
      rights,
      seesMoney,
      orderLimitYen,
    })
    .execute()
  await recordEvent(
    db,
    { actor, now },
    {
      kind: 'member_joined',
      ...aboutOrg(org),
      aboutPersonId: person.id,
      data: { invitationId: found.id, role, rights, seesMoney, orderLimitYen },
    },
  )
  await tellOwners(db, now, org, {
    key: `membership:${membershipId}:joined`,
    kind: memberJoined,
    data: { side: sideOf(org), organisation, name: person.name, authority: authorityText(sideOf(org), found) },
  })
  return { membershipId, organisation }
}

type NewPerson = { email: string; name: string; nameKana: string; password: string; phc: string | null }

/** `phc`: the stored form of the password; null where the provider stores it. */
async function newProvenPerson(
  { db, now, firebase }: Pick<Ctx, 'now' | 'firebase'> & { db: DbOrTx },
  { email, name, nameKana, password, phc }: NewPerson,
): Promise<PersonId | null> {
  const id = newId<'person'>()
  if (!(await addPerson(db, now, { id, email, name, nameKana, provenAt: now }))) return null
  if (firebase) await setProviderPassword({ db, now, firebase }, id, { email, password })
  if (phc !== null) await addPassword(db, now, { personId: id, email, phc })
  return id
}

async function hasAccount(db: DbOrTx, email: string): Promise<boolean> {
  return (await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

const worksIn = async (db: DbOrTx, org: OrgRef, personId: PersonId): Promise<boolean> =>
  (await membersIn(db, org).where('personId', '=', personId).executeTakeFirst()) !== undefined
