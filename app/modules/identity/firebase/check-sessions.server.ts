import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Firebase } from '#kernel/firebase.ts'

const everyMs = 15 * 60_000
/** Sessions checked per batch. */
const atOnce = 100

type Session = { idHash: Buffer; providerHandle: string; authTime: Date }

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
    const subjects = [...new Set(due.map((session) => session.providerHandle))]
    const known = new Map((await accounts.ofSubjects(subjects)).map((account) => [account.subject, account]))
    const dead = due.filter(({ providerHandle: subject, authTime: since }) => {
      const account = known.get(subject)
      return !account || account.disabled || (account.validSince !== null && account.validSince > since)
    })
    const hashes = (sessions: readonly Session[]) => sessions.map((session) => session.idHash)
    await db.updateTable('sessions').set({ providerCheckedAt: now }).where('idHash', 'in', hashes(due)).execute()
    if (dead.length > 0) await db.deleteFrom('sessions').where('idHash', 'in', hashes(dead)).execute()
    ended += dead.length
  }
}

/** Sessions used since their last check. */
const dueSessions = (db: DbOrTx, now: Date): Promise<Session[]> =>
  db
    .selectFrom('sessions')
    .select(['idHash', sql<string>`provider_handle`.as('providerHandle'), 'authTime'])
    .where('provider', '=', 'firebase')
    .where('providerHandle', 'is not', null)
    .where('idleUntil', '>', now)
    .where('seenAt', '>', new Date(now.getTime() - everyMs))
    .where(sql<boolean>`coalesce(provider_checked_at, auth_time) < ${new Date(now.getTime() - everyMs)}`)
    .orderBy('idHash')
    .limit(atOnce)
    .execute()
