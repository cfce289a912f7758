import type { Ctx, DbOrTx } from '#access/ctx.ts'
import type { Firebase } from '#kernel/firebase.ts'
import type { PersonId } from '#kernel/ids.ts'
import { verifyOrPretend } from '../password.server.ts'

type System = { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] }
type Credentials = { email: string; password: string }

/** Whether this is the person's password, wherever passwords are kept. Throws ProviderUnavailable. */
export async function isPasswordOf({ db, firebase }: System, personId: PersonId, password: string): Promise<boolean> {
  if (!firebase) {
    const kept = await db.selectFrom('passwords').select('phc').where('person_id', '=', personId).executeTakeFirst()
    return verifyOrPretend(kept?.phc, password)
  }
  const person = await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst()
  const subject = person?.email ? await firebase.accounts.checkPassword(person.email, password) : null
  return subject !== null && (await subjectOf(db, firebase, personId)) === subject
}

/** Whether somebody has a password at all; who came by another service may have none. */
export async function hasPassword({ db, firebase }: System, personId: PersonId): Promise<boolean> {
  if (!firebase) {
    const kept = await db
      .selectFrom('passwords')
      .select('person_id')
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return kept !== undefined
  }
  const subject = await subjectOf(db, firebase, personId)
  const [account] = subject === null ? [] : await firebase.accounts.ofSubjects([subject])
  return account?.ways.includes('password') === true
}

/** The account of a person at the provider; null for somebody who has none yet. */
export async function subjectOf(db: DbOrTx, { issuer }: Firebase, personId: PersonId): Promise<string | null> {
  const identity = await db
    .selectFrom('identities')
    .select('subject')
    .where('provider', '=', 'firebase')
    .where('issuer', '=', issuer)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return identity?.subject ?? null
}

/** What a session says about its provider, so that it is asked whether the account still holds. */
export async function vouchedBy({ db, firebase }: System, personId: PersonId) {
  const handle = firebase ? await subjectOf(db, firebase, personId) : null
  return handle === null ? {} : { provider: 'firebase' as const, handle }
}

/**
 * An account at the provider for somebody who signs up: made by us, because a browser that makes one learns whether the
 * address has one already. One that nobody has proven, and that belongs to nobody here, is taken over with its password.
 * null: the address is somebody's.
 */
export async function openProviderAccount(
  { db, firebase }: { db: DbOrTx; firebase: Firebase },
  credentials: Credentials,
): Promise<{ subject: string; isNew: boolean } | null> {
  const made = await firebase.accounts.create(credentials)
  if (made !== null) return { subject: made, isNew: true }
  const there = await firebase.accounts.ofEmail(credentials.email)
  if (!there || there.emailVerified || (await ownerOf(db, firebase, there.subject))) return null
  await firebase.accounts.change(there.subject, { password: credentials.password })
  return { subject: there.subject, isNew: false }
}

/**
 * A new password at the provider for somebody whose address was proven: every sign-in of before ends there. Who has no
 * account there gets one, or the one that stands there under their address.
 */
export async function setProviderPassword(
  { db, now, firebase }: System & { firebase: Firebase },
  personId: PersonId,
  { email, password }: Credentials,
): Promise<void> {
  const { accounts } = firebase
  const known = await subjectOf(db, firebase, personId)
  const subject = known ?? (await accounts.create({ email, password })) ?? (await accounts.ofEmail(email))?.subject
  if (!subject) throw new TypeError('the provider has an account and has none')
  await accounts.change(subject, { password, emailVerified: true, validSince: now })
  if (known === null) await keepProviderIdentity(db, now, firebase, { personId, subject, email })
}

export async function keepProviderIdentity(
  db: DbOrTx,
  now: Date,
  { issuer }: Firebase,
  { personId, subject, email }: { personId: PersonId; subject: string; email: string },
): Promise<void> {
  await db
    .insertInto('identities')
    .values({ provider: 'firebase', issuer, subject, person_id: personId, email, linked_at: now })
    .execute()
}

async function ownerOf(db: DbOrTx, { issuer }: Firebase, subject: string): Promise<PersonId | null> {
  const identity = await db
    .selectFrom('identities')
    .select('person_id')
    .where('provider', '=', 'firebase')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return identity?.person_id ?? null
}
