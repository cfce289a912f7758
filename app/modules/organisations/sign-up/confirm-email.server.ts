import { accountOf } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { readFactors } from '#modules/identity/factors/change-factors.server.ts'
import {
  hasPassword,
  isPasswordOf,
  subjectOf,
  vouchedBy,
} from '#modules/identity/firebase/provider-passwords.server.ts'
import { forgetMailsTo } from '#modules/identity/mail-throttle.server.ts'
import {
  inspectCode,
  issueCode,
  type OneTimeCode,
  useCode as spendCode,
  voidCodes,
} from '#modules/identity/one-time-code.server.ts'
import { lockPerson, type OpenPerson, provePerson, unlessTaken } from '#modules/identity/people-store.server.ts'
import { openSession } from '#modules/identity/session-store.server.ts'
import { forget, waitAfter } from '#modules/identity/throttle.server.ts'
import { voidMadeBeforeProof } from '#modules/identity/void-before-proof.server.ts'
import { takeAddress } from './change-address.server.ts'
import { draftHashOf } from './draft.server.ts'
import { placeAddress } from './next-step.ts'
import { organisationHead, organisationOwnedBy } from './organisation-head.server.ts'
import { removeUnproven } from './remove-unproven.server.ts'
import { handIn } from './submit.server.ts'

export type ConfirmRefusal =
  | 'code_unusable'
  | 'password_needed'
  | 'sign_in_needed'
  | 'wrong_credentials'
  | 'too_many_tries'

export type ConfirmInput = {
  code: string
  /** The cookie of the sign-up in this browser, if it has one. */
  draftToken: string | null
  password: string | null
  ip: string | null
  userAgent: string | null
}

const limits = {
  ip: { most: 20, withinMs: 60_000 },
  password: { most: 10, withinMs: 15 * 60_000 },
}

/** Where to go, with a session, or with a ticket for the second step. */
export type Confirmed = { to: string; email: string } & ({ token: string } | { ticket: string })

/**
 * Proves the address of a new account, and submits its application. The link alone is not enough: it was mailed to the
 * address, but another person may have chosen the password. So it requires the browser that signed up, or the password.
 * A link to another address than the account's sets that address. A new session is opened, and all others of the
 * account end. With a second step a ticket is returned instead of a session, unless this browser has already completed
 * that step.
 */
export const confirmEmail = step(
  'public',
  async (
    ctx: Ctx,
    { code, draftToken, password, ip, userAgent }: ConfirmInput,
  ): Promise<Result<Confirmed, ConfirmRefusal>> => {
    const wait = await waitAfter(ctx, 'action-code-ip', ip, limits.ip)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const seen = await unprovenOf(ctx.db, ctx.now, code)
    if (!seen) return refuse('code_unusable')
    if (!(await isOwnBrowser(ctx, seen.personId, draftToken))) {
      // a user who signed up by phone or another service has none, and proves who they are that way
      if (!(await hasPassword(ctx, seen.personId))) return refuse('sign_in_needed')
      if (password === null) return refuse('password_needed')
      const again = await waitAfter(ctx, 'verify-password', seen.personId, limits.password)
      if (again > 0) return refuseFor('too_many_tries', again)
      if (!(await isPasswordOf(ctx, seen.personId, password))) return refuse('wrong_credentials')
      await forget(ctx, 'verify-password', seen.personId)
    }
    const confirming = ctx.db.transaction().execute(async (db) => {
      const person = await lockSignUp(db, seen.personId)
      if (!person || person.isProven) return refuse('code_unusable')
      const used = await spendCode(db, ctx.now, 'verify_email', code)
      if (used?.personId !== seen.personId) return refuse('code_unusable')
      if (!(await takeAddress({ ...ctx, db }, seen.personId, seen.email))) return refuse('code_unusable')
      const to = await proveAddress({ ...ctx, db }, seen.personId)
      if (to === null) return refuse('code_unusable')
      const who = { personId: seen.personId }
      const vouched = await vouchedBy({ ...ctx, db }, seen.personId)
      const proven = isThem(ctx, seen.personId) && accountOf(ctx.actor)?.session?.aal === 2
      if (!proven && (await readFactors(db, who)).totpSince !== null) {
        const ticket = await issueCode(db, ctx.now, { purpose: 'second_factor', owner: who, data: vouched })
        return ok({ ticket, to, email: seen.email })
      }
      const token = await openSession(
        { db, now: ctx.now },
        {
          who,
          channel: 'cookie',
          ip,
          userAgent,
          ...(proven && { amr: ['pwd', 'otp'] }),
          ...vouched,
        },
      )
      return ok({ token, to, email: seen.email })
    })
    return unlessTaken(confirming)
  },
)

/** 「心当たりがない」: the owner of an address removes the account that another user created with it. */
export const disownAccount = step('public', async (ctx: Ctx, code: string): Promise<Result<null, 'code_unusable'>> => {
  return ctx.db.transaction().execute(async (db) => {
    const seen = await unprovenOf(db, ctx.now, code)
    if (!seen) return refuse('code_unusable')
    // a change to this address was requested: the account itself has another one
    if (seen.email !== seen.current) await voidCodes(db, ctx.now, 'verify_email', { personId: seen.personId })
    else if (!(await removeUnproven(db, ctx.now, seen.personId))) return refuse('code_unusable')
    // so that a stranger cannot use up the mails with which the owner may sign up
    await forgetMailsTo({ db }, 'sign_up', seen.email)
    return ok(null)
  })
})

/** Locks in the same order as reopening or deleting a sign-up: its draft, the person, then the code. */
async function lockSignUp(db: DbOrTx, personId: PersonId): Promise<OpenPerson | null> {
  await db.selectFrom('signupDrafts').select('idHash').where('personId', '=', personId).forUpdate().execute()
  return lockPerson(db, personId)
}

/** The account a link is for, while it is unproven; `email`: the address written to, `current`: the account's. */
async function unprovenOf(
  db: DbOrTx,
  now: Date,
  code: string,
): Promise<(OneTimeCode & { personId: PersonId; email: string; current: string }) | null> {
  const seen = await inspectCode(db, now, 'verify_email', code)
  if (!seen?.personId) return null
  const person = await db
    .selectFrom('people')
    .select('email')
    .where('id', '=', seen.personId)
    .where('emailVerifiedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (!person?.email || !seen.email) return null
  return { ...seen, personId: seen.personId, email: seen.email, current: person.email }
}

const isThem = ({ actor }: Ctx, personId: PersonId): boolean => accountOf(actor)?.personId === personId

async function isOwnBrowser(ctx: Ctx, personId: PersonId, draftToken: string | null): Promise<boolean> {
  if (isThem(ctx, personId)) return true
  if (draftToken === null) return false
  const draft = await ctx.db
    .selectFrom('signupDrafts')
    .select('personId')
    .where('idHash', '=', draftHashOf(draftToken))
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  return draft?.personId === personId
}

/** The provider allows other login methods only if it knows the address to be proven, too. */
async function tellProvider({ db, firebase }: { db: DbOrTx; firebase?: Ctx['firebase'] }, personId: PersonId) {
  const subject = firebase ? await subjectOf(db, firebase, personId) : null
  if (firebase && subject) await firebase.accounts.change(subject, { emailVerified: true })
}

/**
 * Records that the address is proven, removes what was made before it was, and submits the waiting application. All
 * sessions end but the one with the key `keepSession`. Returns where to go next; null if it was already proven or the
 * account is gone. In a transaction.
 */
export async function proveAddress(
  { db, now, firebase }: { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] },
  personId: PersonId,
  { keepSession }: { keepSession?: string } = {},
): Promise<string | null> {
  const person = await provePerson(db, now, personId)
  if (!person) return null
  const by = { db, now, actor: { kind: 'person' as const, personId, name: person.name } }
  await voidMadeBeforeProof({ db, now, firebase: firebase ?? null }, personId, keepSession)
  await recordEvent(db, by, { kind: 'email_verified', aboutPersonId: personId })
  await voidCodes(db, now, 'verify_email', { personId })
  await tellProvider({ db, firebase: firebase ?? null }, personId)
  // the draft stays until it expires, so that the waiting window learns of it; the typed values are deleted
  await db.updateTable('signupDrafts').set({ profile: '{}' }).where('personId', '=', personId).execute()
  const org = await organisationOwnedBy(db, personId)
  if (!org || (await organisationHead(db, org, true)).status !== 'draft') return placeAddress.home
  await handIn(by, { personId, org })
  return placeAddress.completed
}
