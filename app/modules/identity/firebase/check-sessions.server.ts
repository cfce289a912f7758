import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Firebase } from '#kernel/firebase.ts'

const everyMs = 15 * 60_000
/** Sessions checked per batch. */
const atOnce = 100

type Session = { id_hash: Buffer; provider_handle: string; auth_time: Date }

/**
 * Checks the sessions in use with the provider, each every quarter of an hour, and ends those of accounts that were
 * disabled or deleted, or whose tokens were revoked after they were opened. Returns how many were ended.
 */
export async function checkProviderSessions(
  { db, now }: { db: DbOrTx; now: Date },
  { accounts }: Firebase,
): Promise<number> {
  let ended = 0
  for (;;) {
    const due = await dueSessions(db, now)
    if (due.length === 0) return ended
    const subjects = [...new Set(due.map((session) => session.provider_handle))]
    const known = new Map((await accounts.ofSubjects(subjects)).map((account) => [account.subject, account]))
    const dead = due.filter(({ provider_handle: subject, auth_time: since }) => {
      const account = known.get(subject)
      return !account || account.disabled || (account.validSince !== null && account.validSince > since)
    })
    const hashes = (sessions: readonly Session[]) => sessions.map((session) => session.id_hash)
    await db.updateTable('sessions').set({ provider_checked_at: now }).where('id_hash', 'in', hashes(due)).execute()
    if (dead.length > 0) await db.deleteFrom('sessions').where('id_hash', 'in', hashes(dead)).execute()
    ended += dead.length
  }
}

/** Sessions used since their last check. */
const dueSessions = (db: DbOrTx, now: Date): Promise<Session[]> =>
  db
    .selectFrom('sessions')
    .select(['id_hash', sql<string>`provider_handle`.as('provider_handle'), 'auth_time'])
    .where('provider', '=', 'firebase')
    .where('provider_handle', 'is not', null)
    .where('idle_until', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - everyMs))
    .where(sql<boolean>`coalesce(provider_checked_at, auth_time) < ${new Date(now.getTime() - everyMs)}`)
    .orderBy('id_hash')
    .limit(atOnce)
    .execute()
