import type { Updateable } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { PersonId } from '#kernel/ids.ts'
import { refuse } from '#kernel/result.ts'

/** A person whose account is open: not closed, not suspended. */
export type OpenPerson = { id: PersonId; name: string; email: string | null; isProven: boolean }

/**
 * Locks the row until the transaction ends, so that concurrent changes of one account are serialised. Rows that only
 * refer to the person can still be written meanwhile: their writers may hold locks that the change waits for.
 */
export async function lockPerson(db: DbOrTx, id: PersonId): Promise<OpenPerson | null> {
  const person = await db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'emailVerifiedAt'])
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) return null
  const { emailVerifiedAt: provenAt, ...open } = person
  return { ...open, isProven: provenAt !== null }
}

type NewPerson = { id: PersonId; email: string | null; name: string; nameKana?: string; provenAt: Date | null }

/** Stores a new account; false: another one has its address. */
export async function addPerson(db: DbOrTx, now: Date, { provenAt, ...person }: NewPerson): Promise<boolean> {
  const made = await db
    .insertInto('people')
    .values({ ...person, emailVerifiedAt: provenAt, suspendedAt: null, closedAt: null, createdAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** The first password of an account, where we store passwords ourselves; `phc`: as stored. */
export async function addPassword(
  db: DbOrTx,
  now: Date,
  { personId, email, phc }: { personId: PersonId; email: string; phc: string },
): Promise<void> {
  await db
    .insertInto('identities')
    .values({ provider: 'embedded', issuer: 'embedded', subject: personId, personId, email })
    .execute()
  await db.insertInto('passwords').values({ personId, phc, changedAt: now }).execute()
}

type PersonChange = Pick<
  Updateable<Database['people']>,
  'name' | 'nameKana' | 'email' | 'emailVerifiedAt' | 'suspendedAt'
>

/** The caller has locked the row, and decides what may change. */
export async function changePerson(db: DbOrTx, personId: PersonId, change: PersonChange): Promise<void> {
  await db.updateTable('people').set(change).where('id', '=', personId).execute()
}

/** The address as the name to sign in with. */
export async function changeEmbeddedAddress(db: DbOrTx, personId: PersonId, email: string): Promise<void> {
  await db
    .updateTable('identities')
    .set({ email })
    .where('personId', '=', personId)
    .where('provider', '=', 'embedded')
    .where('issuer', '=', 'embedded')
    .execute()
}

/** Records that the address is proven; null if it already was, or the account is closed. */
export async function provePerson(db: DbOrTx, now: Date, personId: PersonId): Promise<{ name: string } | null> {
  const person = await db
    .updateTable('people')
    .set({ emailVerifiedAt: now })
    .where('id', '=', personId)
    .where('emailVerifiedAt', 'is', null)
    .where('closedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return person ?? null
}

/** A concurrent transaction stored the same address; the database accepts only one. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'people_email'

/** Runs a change of address; the later of two concurrent changes gets the same refusal as one that is too late. */
export async function unlessTaken<T>(change: Promise<T>): Promise<T | { ok: false; refusal: 'code_unusable' }> {
  try {
    return await change
  } catch (error) {
    if (isAddressTaken(error)) return refuse('code_unusable')
    throw error
  }
}
