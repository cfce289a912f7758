import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { readEmail } from '#kernel/email.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { presentableName } from '#kernel/name.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { issueCode } from '../one-time-code.server.ts'
import { openPersonSession, type SignedIn } from '../open-person-session.server.ts'
import { addPerson } from '../people-store.server.ts'
import { normaliseEmail, type Ticket } from '../sign-in.server.ts'
import type { EnterRefusal, VerifiedIdentity } from './verified-identity.ts'

export type Entry = {
  channel: 'cookie' | 'bearer'
  ip: string | null
  userAgent: string | null
}

/** `email`: of the account, null if the user has not given one yet. `isNew`: this is their first sign-in. */
export type Entered = SignedIn & { personId: PersonId; email: string | null; isNew: boolean }

/**
 * Signs in a person whom a provider has proven. Identified by provider, issuer and subject, never by e-mail: an
 * identity is linked to an account only by its signed-in user. A new user gets a person immediately; an address that
 * already has an account is refused. With a second step a ticket is returned, as after a password. Of concurrent calls
 * exactly one creates the person.
 */
export const enterWith = step(
  'public',
  async (
    { db, now }: Pick<Ctx, 'db' | 'now'>,
    verified: VerifiedIdentity,
    from: Entry,
  ): Promise<Result<Entered | Ticket, EnterRefusal>> => {
    return db.transaction().execute(async (db) => {
      await lockIdentity(db, verified)
      const known = await personOf(db, verified)
      const person = known ?? (await newPerson(db, now, verified))
      if (!person) return refuse('use_first_way')
      const entered = await letIn({ db, now }, person, verified, from)
      if (!entered) return refuse('closed_to_you')
      return ok('ticket' in entered ? entered : { ...entered, isNew: !known })
    })
  },
)

export type Known = { id: PersonId; email: string | null; secondStepSince: Date | null }
type Proof = Pick<VerifiedIdentity, 'amr' | 'provider' | 'handle' | 'authTime'>

/**
 * A session for a known person, or a ticket where the second step is on; null if they are no longer allowed to sign in.
 */
export async function letIn(
  { db, now }: { db: DbOrTx; now: Date },
  person: Known,
  { amr, provider, handle, authTime }: Proof,
  from: Entry,
): Promise<Omit<Entered, 'isNew'> | Ticket | null> {
  const proof = { amr, provider, ...(handle && { handle }) }
  if (person.secondStepSince) {
    const owner = { personId: person.id }
    return { ticket: await issueCode(db, now, { purpose: 'second_factor', owner, data: { ...proof } }) }
  }
  const since = new Date(Math.min(now.getTime(), authTime.getTime()))
  const signedIn = await openPersonSession({ db, now }, { personId: person.id, ...from, ...proof, authTime: since })
  return signedIn && { ...signedIn, personId: person.id, email: person.email }
}

/** Held until the transaction ends: signing in with, and linking, the same identity are serialised. */
export async function lockIdentity(db: DbOrTx, { provider, issuer, subject }: VerifiedIdentity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${issuer} ${subject}`}, 0))`.execute(db)
}

export async function personOf(
  db: DbOrTx,
  { provider, issuer, subject }: Pick<VerifiedIdentity, 'provider' | 'issuer' | 'subject'>,
): Promise<Known | null> {
  const person = await db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'identities.personId')
    .leftJoin('totpSecrets', 'totpSecrets.personId', 'people.id')
    .select(['people.id', 'people.email', 'totpSecrets.confirmedAt as secondStepSince'])
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return person ?? null
}

/**
 * null if their address belongs to another account. An address that the provider has not proven is left out, so that it
 * neither claims an address nor reveals whether it has an account.
 */
async function newPerson(db: DbOrTx, now: Date, verified: VerifiedIdentity): Promise<Known | null> {
  const id = newId<'person'>()
  const email = provenEmail(verified)
  const name = [...presentableName(verified.name ?? '')].slice(0, 60).join('') || nameless
  if (!(await addPerson(db, now, { id, email, name, provenAt: email === null ? null : now }))) return null
  await keepIdentity(db, now, id, verified)
  return { id, email, secondStepSince: null }
}

/** Until they have completed the sign-up. */
export const nameless = 'お名前は未登録'

export async function keepIdentity(
  db: DbOrTx,
  now: Date,
  personId: PersonId,
  verified: VerifiedIdentity,
): Promise<void> {
  const { provider, issuer, subject, email } = verified
  await db.insertInto('identities').values({ provider, issuer, subject, personId, email, linkedAt: now }).execute()
}

function provenEmail({ email, emailVerified }: VerifiedIdentity): string | null {
  if (!emailVerified || email === null) return null
  const read = readEmail(email)
  return read.ok ? normaliseEmail(read.value) : null
}
