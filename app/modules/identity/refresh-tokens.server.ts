import { randomBytes } from 'node:crypto'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { rememberNetwork } from './known-networks.server.ts'
import { bearerPrefix, programSession, refreshPrefix } from './session.ts'
import { hashOf } from './session-store.server.ts'

const system = { kind: 'system' } as const
type System = Pick<Ctx, 'db' | 'now'>
type Asking = { db: DbOrTx; now: Date }
export type TokenPair = { token: string; refreshToken: string }

/** The refresh token that accompanies a new access token: works once, and returns the next pair. */
export const withRefreshToken = step('public', async ({ db, now }: Asking, token: string): Promise<TokenPair> => {
  const session = hashOf(token.slice(bearerPrefix.length))
  return { token, refreshToken: await issue({ db, now }, session, new Date(now.getTime() + programSession.idleMs)) }
})

/**
 * A new pair for a refresh token; the old access token ends with it. Of concurrent calls exactly one gets a pair. A
 * token that was already used has been copied, and by whom is unknown: the whole sign-in ends, including the newest
 * pair. The client's network becomes known to the account.
 */
export const refreshTokens = step(
  'public',
  async (
    asking: System,
    refreshToken: string,
    ip: string | null = null,
  ): Promise<Result<TokenPair, 'token_refused'>> => {
    if (!refreshToken.startsWith(refreshPrefix)) return refuse('token_refused')
    const hash = hashOf(refreshToken.slice(refreshPrefix.length))
    return asking.db.transaction().execute(async (db) => {
      const session = await lockSession(db, hash)
      if (!session) return refuse('token_refused')
      const spent = await spend(db, asking.now, hash)
      if (spent === 'already') return endFamily(db, asking.now, session)
      const pair = spent === 'now' ? await rotate(db, asking.now, session.idHash) : null
      if (!pair) return refuse('token_refused')
      if (session.personId) await rememberNetwork({ db, now: asking.now }, { personId: session.personId }, ip)
      return ok(pair)
    })
  },
)

type Session = { idHash: Buffer; personId: PersonId | null }

/** The session behind a refresh token, locked. It may be rotated while we wait, and then has another id. */
async function lockSession(db: DbOrTx, hash: Buffer): Promise<Session | null> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const known = await db.selectFrom('refreshTokens').select('sessionHash').where('hash', '=', hash).executeTakeFirst()
    if (!known) return null
    const session = await db
      .selectFrom('sessions')
      .select(['idHash', 'personId'])
      .where('idHash', '=', known.sessionHash)
      .forUpdate()
      .executeTakeFirst()
    if (session) return session
  }
  return null
}

async function spend(db: DbOrTx, now: Date, hash: Buffer): Promise<'now' | 'already' | 'too_late'> {
  const spent = await db
    .updateTable('refreshTokens')
    .set({ spentAt: now })
    .where('hash', '=', hash)
    .where('spentAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (spent.numUpdatedRows > 0n) return 'now'
  const row = await db.selectFrom('refreshTokens').select('spentAt').where('hash', '=', hash).executeTakeFirst()
  return row?.spentAt ? 'already' : 'too_late'
}

/** The session under a new access token; null if it has ended, or its owner is no longer allowed to sign in. */
async function rotate(db: DbOrTx, now: Date, session: Buffer): Promise<TokenPair | null> {
  const secret = randomBytes(32).toString('base64url')
  const idleUntil = new Date(now.getTime() + programSession.idleMs)
  const rotated = await db
    .updateTable('sessions')
    .set({
      idHash: hashOf(secret),
      seenAt: now,
      accessUntil: new Date(now.getTime() + programSession.accessMs),
      idleUntil,
    })
    .where('idHash', '=', session)
    .where('channel', '=', 'bearer')
    .where('idleUntil', '>', now)
    .where('absUntil', '>', now)
    .where('personId', 'in', (people) =>
      people.selectFrom('people').select('id').where('suspendedAt', 'is', null).where('closedAt', 'is', null),
    )
    .executeTakeFirst()
  if (rotated.numUpdatedRows === 0n) return null
  return { token: `${bearerPrefix}${secret}`, refreshToken: await issue({ db, now }, hashOf(secret), idleUntil) }
}

async function issue({ db, now }: Asking, session: Buffer, expiresAt: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('refreshTokens')
    .values({ hash: hashOf(secret), sessionHash: session, createdAt: now, expiresAt, spentAt: null })
    .execute()
  return `${refreshPrefix}${secret}`
}

async function endFamily(db: DbOrTx, now: Date, session: Session) {
  await db.deleteFrom('sessions').where('idHash', '=', session.idHash).execute()
  if (session.personId)
    await recordEvent(db, { actor: system, now }, { kind: 'token_reuse_found', aboutPersonId: session.personId })
  return refuse('token_refused')
}
