import { randomBytes } from 'node:crypto'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { rememberNetwork } from './known-networks.server.ts'
import { bearerPrefix, programSession, refreshPrefix } from './session.ts'
import { hashOf } from './session-store.server.ts'

const system = { kind: 'system' } as const
type System = Pick<Ctx, 'db' | 'now'>
type Asking = { db: DbOrTx; now: Date }
export type TokenPair = { token: string; refreshToken: string }

/** The refresh token that accompanies a new access token: works once, and returns the next pair. */
export async function withRefreshToken({ db, now }: Asking, token: string): Promise<TokenPair> {
  const session = hashOf(token.slice(bearerPrefix.length))
  return { token, refreshToken: await issue({ db, now }, session, new Date(now.getTime() + programSession.idleMs)) }
}

/**
 * A new pair for a refresh token; the old access token ends with it. Of concurrent calls exactly one gets a pair. A
 * token that was already used has been copied, and by whom is unknown: the whole sign-in ends, including the newest
 * pair. The client's network becomes known to the account.
 */
export async function refreshTokens(
  asking: System,
  refreshToken: string,
  ip: string | null = null,
): Promise<Result<TokenPair, 'token_refused'>> {
  if (!refreshToken.startsWith(refreshPrefix)) return refuse('token_refused')
  const hash = hashOf(refreshToken.slice(refreshPrefix.length))
  return asking.db.transaction().execute(async (db) => {
    const session = await lockSession(db, hash)
    if (!session) return refuse('token_refused')
    const spent = await spend(db, asking.now, hash)
    if (spent === 'already') return endFamily(db, asking.now, session)
    const pair = spent === 'now' ? await rotate(db, asking.now, session.id_hash) : null
    if (!pair) return refuse('token_refused')
    if (session.person_id) await rememberNetwork({ db, now: asking.now }, { personId: session.person_id }, ip)
    return ok(pair)
  })
}

type Session = { id_hash: Buffer; person_id: PersonId | null }

/** The session behind a refresh token, locked. It may be rotated while we wait, and then has another id. */
async function lockSession(db: DbOrTx, hash: Buffer): Promise<Session | null> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const known = await db
      .selectFrom('refresh_tokens')
      .select('session_hash')
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!known) return null
    const session = await db
      .selectFrom('sessions')
      .select(['id_hash', 'person_id'])
      .where('id_hash', '=', known.session_hash)
      .forUpdate()
      .executeTakeFirst()
    if (session) return session
  }
  return null
}

async function spend(db: DbOrTx, now: Date, hash: Buffer): Promise<'now' | 'already' | 'too_late'> {
  const spent = await db
    .updateTable('refresh_tokens')
    .set({ spent_at: now })
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (spent.numUpdatedRows > 0n) return 'now'
  const row = await db.selectFrom('refresh_tokens').select('spent_at').where('hash', '=', hash).executeTakeFirst()
  return row?.spent_at ? 'already' : 'too_late'
}

/** The session under a new access token; null if it has ended, or its owner is no longer allowed to sign in. */
async function rotate(db: DbOrTx, now: Date, session: Buffer): Promise<TokenPair | null> {
  const secret = randomBytes(32).toString('base64url')
  const idleUntil = new Date(now.getTime() + programSession.idleMs)
  const rotated = await db
    .updateTable('sessions')
    .set({
      id_hash: hashOf(secret),
      seen_at: now,
      access_until: new Date(now.getTime() + programSession.accessMs),
      idle_until: idleUntil,
    })
    .where('id_hash', '=', session)
    .where('channel', '=', 'bearer')
    .where('idle_until', '>', now)
    .where('abs_until', '>', now)
    .where('person_id', 'in', (people) =>
      people.selectFrom('people').select('id').where('suspended_at', 'is', null).where('closed_at', 'is', null),
    )
    .executeTakeFirst()
  if (rotated.numUpdatedRows === 0n) return null
  return { token: `${bearerPrefix}${secret}`, refreshToken: await issue({ db, now }, hashOf(secret), idleUntil) }
}

async function issue({ db, now }: Asking, session: Buffer, expiresAt: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('refresh_tokens')
    .values({ hash: hashOf(secret), session_hash: session, created_at: now, expires_at: expiresAt, spent_at: null })
    .execute()
  return `${refreshPrefix}${secret}`
}

async function endFamily(db: DbOrTx, now: Date, session: Session) {
  await db.deleteFrom('sessions').where('id_hash', '=', session.id_hash).execute()
  if (session.person_id)
    await recordEvent(db, { actor: system, now }, { kind: 'token_reuse_found', aboutPersonId: session.person_id })
  return refuse('token_refused')
}
