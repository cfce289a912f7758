import type { DbOrTx } from '#authorization/ctx.ts'
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
