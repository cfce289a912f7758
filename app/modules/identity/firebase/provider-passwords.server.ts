import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { ProviderUnavailable } from '#kernel/errors.ts'
import type { AccountChange, Firebase } from '#kernel/firebase.ts'
import type { PersonId } from '#kernel/ids.ts'
import { verifyOrPretend } from '../password.server.ts'

type System = { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] }
type Credentials = { email: string; password: string }

/** Whether this is the person's password, wherever passwords are stored. Throws ProviderUnavailable. */
export async function isPasswordOf({ db, firebase }: System, personId: PersonId, password: string): Promise<boolean> {
  if (!firebase) {
    const kept = await db.selectFrom('passwords').select('phc').where('personId', '=', personId).executeTakeFirst()
    return verifyOrPretend(kept?.phc, password)
  }
  const person = await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst()
  const subject = person?.email ? await firebase.accounts.checkPassword(person.email, password) : null
  return subject !== null && (await subjectOf(db, firebase, personId)) === subject
}

/** Whether the person has a password at all; one who signed up with another service may have none. */
export async function hasPassword({ db, firebase }: System, personId: PersonId): Promise<boolean> {
  if (!firebase) {
    const kept = await db.selectFrom('passwords').select('personId').where('personId', '=', personId).executeTakeFirst()
    return kept !== undefined
  }
  const subject = await subjectOf(db, firebase, personId)
  const [account] = subject === null ? [] : await firebase.accounts.ofSubjects([subject])
  return account?.ways.includes('password') === true
}

/** The account of a person at the provider; null if there is none yet. */
export async function subjectOf(db: DbOrTx, { issuer }: Firebase, personId: PersonId): Promise<string | null> {
  const identity = await db
    .selectFrom('identities')
    .select('subject')
    .where('provider', '=', 'firebase')
    .where('issuer', '=', issuer)
    .where('personId', '=', personId)
    .executeTakeFirst()
  return identity?.subject ?? null
}

/** What a session records about its provider, to check later whether the account is still valid. */
export async function vouchedBy({ db, firebase }: System, personId: PersonId) {
  const handle = firebase ? await subjectOf(db, firebase, personId) : null
  return handle === null ? {} : { provider: 'firebase' as const, handle }
}

/**
 * Creates an account at the provider for a sign-up: by us, because a browser that creates one learns whether the
 * address already has one. Returns its id; null if the address belongs to another user. In a transaction.
 */
export async function openProviderAccount(
  { db, firebase }: { db: DbOrTx; firebase: Firebase },
  credentials: Credentials,
): Promise<string | null> {
  await freeAddress(db, firebase, credentials.email, { isProven: false })
  return firebase.accounts.create(credentials)
}

/**
 * Frees an address that another account holds at the provider without having it here, so that it can be given to the
 * user who signs up with it. That account itself is never handed over, because its creator may have other ways into it:
 * one that belongs to no user here is deleted, a user's keeps all login methods except the address. `isProven`: a link
 * mailed to the address was opened; otherwise an address that the provider knows to be proven stays. Serialised until
 * the transaction ends, so that an account that is just being given to a user is not removed.
 */
export async function freeAddress(
  db: DbOrTx,
  firebase: Firebase,
  email: string,
  { isProven }: { isProven: boolean },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`provider address ${email}`}, 0))`.execute(db)
  const there = await firebase.accounts.ofEmail(email)
  if (!there) return
  const owner = await ownerOf(db, firebase, there.subject)
  if (owner?.email === email || (there.emailVerified && !isProven)) return
  if (owner) await firebase.accounts.change(there.subject, { withoutWays: ['password'] })
  else await firebase.accounts.remove(there.subject)
}

/**
 * Sets a new password at the provider for a user whose address was proven: every earlier sign-in there ends. A user
 * without an account there gets one. An older password stored by us stops working. In a transaction.
 */
export async function setProviderPassword(
  { db, now, firebase }: System & { firebase: Firebase },
  personId: PersonId,
  { email, password }: Credentials,
): Promise<void> {
  const { accounts } = firebase
  const known = await subjectOf(db, firebase, personId)
  const [account] = known === null ? [] : await accounts.ofSubjects([known])
  const moves = account?.email !== email
  if (moves) await freeAddress(db, firebase, email, { isProven: true })
  const subject = known ?? (await accounts.create({ email, password }))
  const change = { ...(moves && { email }), password, emailVerified: true, validSince: now }
  if (subject === null || !(await accounts.change(subject, change)))
    throw new ProviderUnavailable('the address was taken in the same moment')
  if (known === null) await keepProviderIdentity(db, now, firebase, { personId, subject, email })
  await db.deleteFrom('passwords').where('personId', '=', personId).execute()
}

/**
 * Removes everything but the password from a person's account at the provider, because another user may have had access
 * to it.
 */
export async function forgetOtherProviderWays(
  { db, firebase }: { db: DbOrTx; firebase: Firebase },
  personId: PersonId,
  change: Pick<AccountChange, 'password' | 'validSince'> = {},
): Promise<void> {
  const subject = await subjectOf(db, firebase, personId)
  const [account] = subject === null ? [] : await firebase.accounts.ofSubjects([subject])
  if (!account) return
  const others = account.ways.filter((way) => way !== 'password')
  await firebase.accounts.change(account.subject, { ...change, ...(others.length > 0 && { withoutWays: others }) })
}

export async function keepProviderIdentity(
  db: DbOrTx,
  now: Date,
  { issuer }: Firebase,
  { personId, subject, email }: { personId: PersonId; subject: string; email: string },
): Promise<void> {
  await db
    .insertInto('identities')
    .values({ provider: 'firebase', issuer, subject, personId, email, linkedAt: now })
    .execute()
}

async function ownerOf(db: DbOrTx, { issuer }: Firebase, subject: string): Promise<{ email: string | null } | null> {
  const owner = await db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'identities.personId')
    .select('people.email')
    .where('provider', '=', 'firebase')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return owner ?? null
}
