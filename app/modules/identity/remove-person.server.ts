import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { subjectOf } from './firebase/provider-passwords.server.ts'
import { closeSessionsOf } from './session-store.server.ts'

/** Deletes an account that nothing refers to any more. */
export async function erasePerson(db: DbOrTx, personId: PersonId): Promise<void> {
  for (const table of ['passkeys', 'totpSecrets', 'backupCodes', 'passwords', 'identities'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
  await db.deleteFrom('people').where('id', '=', personId).execute()
}

/**
 * Makes an account that was never proven, and that the history refers to, a closed shell: it can no longer be signed in
 * to, its address is free again, and no personal data is left. `name`: what is shown instead.
 */
export async function closeShellOf(db: DbOrTx, now: Date, personId: PersonId, name: string): Promise<void> {
  for (const table of ['passwords', 'identities'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
  await db
    .updateTable('people')
    .set({ email: `${personId}@closed.invalid`, name, nameKana: '', closedAt: now })
    .where('id', '=', personId)
    .execute()
}

/** Closes an account: its address is free again, and all login methods, pending links and sessions end. */
export async function closePerson(
  { db, now, firebase }: Pick<Ctx, 'now' | 'firebase'> & { db: DbOrTx },
  personId: PersonId,
): Promise<void> {
  const subject = firebase ? await subjectOf(db, firebase, personId) : null
  if (firebase && subject) await firebase.accounts.remove(subject)
  await db
    .updateTable('people')
    .set({ closedAt: now, email: `closed-${personId}@closed.invalid`, emailVerifiedAt: null })
    .where('id', '=', personId)
    .execute()
  for (const table of ['passwords', 'identities', 'passkeys', 'totpSecrets', 'backupCodes'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
  await db
    .updateTable('oneTimeCodes')
    .set({ usedAt: now })
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .execute()
  await closeSessionsOf(db, { personId })
}
