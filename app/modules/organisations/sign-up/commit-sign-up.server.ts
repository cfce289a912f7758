import { accountOf } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { query, step } from '#modules/audit-log/use-case.server.ts'
import { unagreedText } from '#modules/content/consent-rule.ts'
import { consentNeeded, recordConsent, type WantedConsent } from '#modules/content/consents.server.ts'
import { keepProviderIdentity, openProviderAccount } from '#modules/identity/firebase/provider-passwords.server.ts'
import { hashPassword } from '#modules/identity/password.server.ts'
import { passwordProblem } from '#modules/identity/password-policy.ts'
import {
  addPassword,
  addPerson,
  changePerson,
  isAddressTaken,
  lockPerson,
} from '#modules/identity/people-store.server.ts'
import { erasePerson } from '#modules/identity/remove-person.server.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { agreeAtSignUp, signUpCommission } from '../commission/commission.server.ts'
import { commissionTitle } from '../commission/commission-labels.ts'
import { moveDraftDocuments } from '../documents/keep-document.server.ts'
import type { OrgRef } from '../org-ref.ts'
import { registerAsStated } from '../registration/registrations.server.ts'
import { type Draft, findDraft } from './draft.server.ts'
import { countFirstMail, sendLink } from './link-mail.server.ts'
import { signUpLimit } from './mail-limits.ts'
import { newFarm, newKitchen, newRestaurant, representativeOf } from './organisation-rows.ts'
import { type Profile, readProfile } from './read-profile.server.ts'
import { memberFacts } from './sign-up-facts.server.ts'
import { handIn } from './submit.server.ts'

export type CommitInput = {
  token: string
  /** Not asked of signed-in users. */
  password: string
  /** The version of each page that was ticked; of a farm also `commission`, the rate in basis points. */
  ticked: Readonly<Record<string, string>>
  ip: string | null
  userAgent: string | null
  encryption: Encryption
}

export type CommitRefusal = 'draft_gone' | 'unfinished' | 'fields' | 'too_many_sign_ups'
/** `mailed`: the link that proves the address was sent and is awaited. */
export type Committed =
  | { ok: true; mailed: boolean }
  | { ok: false; refusal: CommitRefusal; fields: Record<string, string>; waitSeconds?: number }

const no = (refusal: CommitRefusal, fields: Record<string, string> = {}) => ({ ok: false as const, refusal, fields })

/** What a person who has not agreed to anything yet agrees to when they join. */
export const consentsToJoin = query(
  'public',
  (ctx: Pick<Ctx, 'db' | 'now'>): Promise<WantedConsent[]> =>
    consentNeeded({ ...ctx, actor: { kind: 'person', personId: newId<'person'>(), name: '' } }),
)

/**
 * Creates the account that a draft describes, completely or not at all, and mails the link. The draft is the
 * idempotency key: a second press, or a retry after a lost response, finds it done. An address that has an account gets
 * another mail and the same answer, after the same work.
 */
export const commitSignUp = step('public', async (ctx: Ctx, input: CommitInput): Promise<Committed> => {
  try {
    return await commitOnce(ctx, input)
  } catch (error) {
    // a concurrent request took the address: the second attempt finds it taken
    if (isAddressTaken(error)) return commitOnce(ctx, input)
    throw error
  }
})

async function commitOnce(ctx: Ctx, input: CommitInput): Promise<Committed> {
  const draft = await findDraft(ctx, input.token)
  if (draft === null || draft === 'expired') return no('draft_gone')
  if (draft.committedAt) return { ok: true, mailed: true }
  const member = accountOf(ctx.actor)?.personId ?? null
  const profile = draft.side && readProfile(draft.side, draft.profile)
  const facts = member && (await memberFacts(ctx, member))
  const givesEmail = !facts?.hasEmail
  if (!profile?.ok || (givesEmail && !draft.email)) return no('unfinished')

  const wanted = await consentsToJoin(ctx)
  const commissionBp = await signUpCommission(ctx)
  const fields = {
    ...problemsOf(wanted, input, member ? null : draft.email),
    ...(profile.value.side === 'farm' && commissionProblem(input.ticked.commission, commissionBp)),
  }
  if (Object.keys(fields).length > 0) return no('fields', fields)
  const waitSeconds = await waitAfter(ctx, 'sign-up-ip', input.ip, signUpLimit)
  if (waitSeconds > 0) return { ...no('too_many_sign_ups'), waitSeconds }

  const phc = member || ctx.firebase ? null : await hashPassword(input.password)
  return ctx.db.transaction().execute(async (db): Promise<Committed> => {
    const locked = await findDraft({ ...ctx, db }, input.token, true)
    if (locked === null || locked === 'expired') return no('draft_gone')
    if (locked.committedAt) return { ok: true, mailed: true }
    if (locked.version !== draft.version) return no('unfinished')
    if (member && !(await mayFound(db, member, givesEmail))) return no('unfinished')
    const made = { ...ctx, db }
    // counted by the one press that gets here: six at once would use up what may be sent to the address
    const mayMail = locked.email !== null && givesEmail && (await countFirstMail(made, locked.email, input.ip))
    const personId = !member
      ? await newPerson(made, profile.value, locked.email, { password: input.password, phc })
      : givesEmail
        ? await giveEmail(db, member, profile.value, locked.email)
        : member
    if (personId) {
      for (const { pageVersionId } of wanted)
        await recordConsent(db, { personId, pageVersionId, at: ctx.now, ip: input.ip, userAgent: input.userAgent })
      const org = await foundOrganisation(made, personId, profile.value, commissionBp)
      await moveDraftDocuments(db, locked.hash, org)
      if (!givesEmail) await handIn(made, { personId, org })
    }
    if (mayMail && locked.email) await sendLink(db, ctx.now, { email: locked.email, personId }, input.encryption)
    if (!givesEmail) await db.deleteFrom('signupDrafts').where('idHash', '=', locked.hash).execute()
    else await closeDraft(made, locked, personId)
    return { ok: true, mailed: givesEmail }
  })
}

/**
 * A signed-in user founds one organisation, with a proven address, or with the one they give now; locked, so that of
 * concurrent calls one succeeds.
 */
async function mayFound(db: DbOrTx, personId: PersonId, givesEmail: boolean): Promise<boolean> {
  if (!(await lockPerson(db, personId))) return false
  const facts = await memberFacts({ db }, personId)
  return facts?.organisation === null && (givesEmail ? !facts.hasEmail : facts.emailVerified)
}

function problemsOf(
  wanted: readonly WantedConsent[],
  { ticked, password }: CommitInput,
  email: Email | null,
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { slug, title, pageVersionId } of wanted)
    if (ticked[slug] !== pageVersionId) fields[slug] = unagreedText[ticked[slug] ? 'newer' : 'unticked'](title)
  const problem = email && passwordProblem(password, email)
  if (problem) fields.password = problem
  return fields
}

/** The rate that was shown is the one in force, and it was agreed to. */
function commissionProblem(ticked: string | undefined, commissionBp: number): Record<string, string> {
  if (ticked === String(commissionBp)) return {}
  return { commission: unagreedText[ticked ? 'newer' : 'unticked'](commissionTitle) }
}

/** null: the address already has an account, whose owner is notified by mail. */
async function newPerson(
  { db, now, firebase }: { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] },
  profile: Profile,
  email: Email | null,
  /** `phc`: as stored; null where the provider stores passwords. */
  { password, phc }: { password: string; phc: string | null },
): Promise<PersonId | null> {
  if (!email) return null
  const id = newId<'person'>()
  const isNew = await addPerson(db, now, { id, email, ...nameIn(profile), provenAt: null })
  if (firebase) {
    // also for an address that has an account: the work is the same
    const subject = await openProviderAccount({ db, firebase }, { email, password })
    if (isNew && subject !== null) await keepProviderIdentity(db, now, firebase, { personId: id, subject, email })
    else if (subject !== null) await firebase.accounts.remove(subject)
    else await erasePerson(db, id)
    if (subject === null) return null
  }
  if (!isNew) return null
  if (phc !== null) await addPassword(db, now, { personId: id, email, phc })
  return id
}

/**
 * Stores the address of a user who signed up without one, as yet unproven; null: it belongs to another user, who is
 * notified by mail.
 */
async function giveEmail(
  db: DbOrTx,
  personId: PersonId,
  profile: Profile,
  email: Email | null,
): Promise<PersonId | null> {
  const owner = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (owner) return null
  await changePerson(db, personId, { email, ...nameIn(profile) })
  return personId
}

const nameIn = (profile: Profile) => ({
  name: representativeOf(profile),
  nameKana: `${profile.lastNameKana}　${profile.firstNameKana}`,
})

/** Creates the farm, or the restaurant with its first kitchen, and its owner. */
async function foundOrganisation(
  { db, now }: { db: DbOrTx; now: Date },
  personId: PersonId,
  profile: Profile,
  commissionBp: number,
): Promise<OrgRef> {
  const owner = { id: newId<'membership'>(), personId, role: 'owner' as const, orderLimitYen: null }
  if (profile.side === 'farm') {
    const farmId = newId<'farm'>()
    await db
      .insertInto('farms')
      .values(newFarm(farmId, profile, now))
      .execute()
    await db
      .insertInto('memberships')
      .values({ ...owner, farmId, restaurantId: null })
      .execute()
    await registerAsStated(db, farmId, profile)
    await agreeAtSignUp(db, now, { farmId, personId, commissionBp })
    return { farmId }
  }
  const restaurantId = newId<'restaurant'>()
  await db
    .insertInto('restaurants')
    .values(newRestaurant(restaurantId, profile, now))
    .execute()
  await db
    .insertInto('kitchens')
    .values(newKitchen(newId<'kitchen'>(), restaurantId, profile))
    .execute()
  await db
    .insertInto('memberships')
    .values({ ...owner, farmId: null, restaurantId })
    .execute()
  return { restaurantId }
}

/**
 * From here on the draft only records that the mail was sent; it keeps the typed values in case the address was wrong.
 */
async function closeDraft({ db, now }: { db: DbOrTx; now: Date }, draft: Draft, personId: PersonId | null) {
  await db
    .updateTable('signupDrafts')
    .set({ committedAt: now, personId, version: draft.version + 1 })
    .where('idHash', '=', draft.hash)
    .execute()
}
