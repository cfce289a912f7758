import type { DbOrTx } from '#access/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { refuse } from '#kernel/result.ts'

/** A person whose account is open: not closed, not suspended. */
export type OpenPerson = { id: PersonId; name: string; email: string | null; isProven: boolean }

/**
 * Locks the row until the transaction ends, so that two changes of one account come one after the other. Rows that only
 * refer to the person are written meanwhile: their writers may hold what the change waits for.
 */
export async function lockPerson(db: DbOrTx, id: PersonId): Promise<OpenPerson | null> {
  const person = await db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) return null
  const { email_verified_at: provenAt, ...open } = person
  return { ...open, isProven: provenAt !== null }
}

/** Somebody else wrote the same address in the same moment; the database let only one of them. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'people_email'

/** Runs a change of address; whoever comes second in the same moment is told like one who comes too late. */
export async function unlessTaken<T>(change: Promise<T>): Promise<T | { ok: false; refusal: 'code_unusable' }> {
  try {
    return await change
  } catch (error) {
    if (isAddressTaken(error)) return refuse('code_unusable')
    throw error
  }
}
