import { createHash, randomBytes } from 'node:crypto'
import type { Actor, ImpersonatedBy, SessionFacts } from '#authorization/actor.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { parseAppearance } from '#kernel/appearance.ts'
import type { AdminId, PersonId } from '#kernel/ids.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { endKeys } from './access-keys.server.ts'
import { forgetNetworksOf, forgetOldNetworks, rememberNetwork } from './known-networks.server.ts'
import { type Amr, adminSession, bearerPrefix, personSession, programSession, seenEveryMs } from './session.ts'
import { askedRowOf, keptRowOf, rowOf, type SessionRow } from './session-row.server.ts'

export type NewSession = {
  who: { personId: PersonId } | { adminId: AdminId }
  channel: 'cookie' | 'bearer'
  ip: string | null
  userAgent: string | null
  amr?: readonly Amr[]
  /** Which provider vouched for the user, and its id for the session; ourselves by default. */
  provider?: 'embedded' | 'firebase'
  handle?: string
  /** When the user proved it, if earlier than now. */
  authTime?: Date
}

type Asking = { db: DbOrTx; now: Date }

/**
 * Opens a session and returns its token: 32 random bytes, of which only the SHA-256 is stored. A program's token ends
 * after minutes; refresh-tokens.server.ts issues the next one.
 */
export async function openSession({ db, now }: Asking, session: NewSession): Promise<string> {
  const { amr = ['pwd'] } = session
  const secret = randomBytes(32).toString('base64url')
  const program = session.channel === 'bearer'
  const life = 'adminId' in session.who ? adminSession : program ? programSession : personSession
  await db
    .insertInto('sessions')
    .values({
      idHash: hashOf(secret),
      personId: 'personId' in session.who ? session.who.personId : null,
      adminId: 'adminId' in session.who ? session.who.adminId : null,
      channel: session.channel,
      provider: session.provider ?? 'embedded',
      providerHandle: session.handle ?? null,
      aal: amr.length > 1 || amr.includes('hwk') ? 2 : 1,
      amr: [...amr],
      authTime: session.authTime ?? now,
      createdAt: now,
      seenAt: now,
      idleUntil: new Date(now.getTime() + life.idleMs),
      absUntil: new Date(now.getTime() + life.absoluteMs),
      ip: session.ip,
      userAgent: session.userAgent?.slice(0, 300) ?? null,
      membershipId:
        'personId' in session.who
          ? db.selectFrom('people').select('lastMembershipId').where('id', '=', session.who.personId)
          : null,
      accessUntil: program ? new Date(now.getTime() + programSession.accessMs) : null,
    })
    .execute()
  await rememberNetwork({ db, now }, session.who, session.ip)
  return program ? `${bearerPrefix}${secret}` : secret
}

export const closeSession = step('public', async ({ db }: Pick<Asking, 'db'>, token: string): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('idHash', '=', hashOf(secretOf(token)))
    .execute()
})

/**
 * The actor behind a token, in one query, or in none if it was read before and nothing has changed since: suspension and
 * sign-out take effect within a second in all processes, and at once in the one that made them. A person without an address signed up by phone or another service and is proven by that; one whose address is not
 * proven is a visitor with an `unproven` account. If there are several organisations the session says which one
 * applies; the user can switch to the others (places.server.ts). Staff without a second factor are visitors. A cookie
 * is never accepted as a bearer token, nor the other way round. Programs with a bearer token are not asked for consent:
 * no page could ask them.
 */
export const actorOf = step(
  'public',
  async (
    { db, now }: Asking,
    token: string,
    channel: 'cookie' | 'bearer',
    /**
     * An open stream checks whether it may continue; that does not count as using the session, so it does not extend it.
     * It is asked because something has changed, so nothing kept in memory is used.
     */
    how: 'use' | 'ask' = 'use',
  ): Promise<Actor> => {
    if (channel === 'bearer' && !token.startsWith(bearerPrefix)) return { kind: 'visitor' }
    const idHash = hashOf(secretOf(token))
    const read = how === 'use' ? keptRowOf : askedRowOf
    const row = await read({ db, now }, 'session', idHash, channel)
    if (!row) return { kind: 'visitor' }
    const keptAlive = row.adminId ? adminSession.idleMs : channel === 'cookie' ? personSession.idleMs : null
    if (how === 'use' && now.getTime() - row.seenAt.getTime() > seenEveryMs) {
      await markSeen({ db, now }, idHash, keptAlive)
      // of the kept row, too
      row.seenAt = now
      if (keptAlive !== null) row.idleUntil = new Date(now.getTime() + keptAlive)
    }
    return toActor(row, { key: idHash.toString('base64url'), authTime: row.authTime, aal: row.aal })
  },
)

/**
 * The actor behind an integration's token, if it is valid: its maker, for the organisation it was made for. There is no
 * session behind it, so it never counts as a fresh sign-in. `scopes` are as stored.
 */
export async function actorOfApiToken(
  { db, now }: Asking,
  hash: Buffer,
  how: 'use' | 'ask' = 'use',
): Promise<{ actor: Actor; scopes: readonly string[] } | null> {
  const read = how === 'use' ? keptRowOf : askedRowOf
  const row = await read({ db, now }, 'apiToken', hash, 'bearer')
  if (!row) return null
  const actor = toActor(row)
  if (now.getTime() - row.seenAt.getTime() > seenEveryMs) {
    await db.updateTable('apiTokens').set({ lastUsedAt: now }).where('hash', '=', hash).execute()
    row.seenAt = now
  }
  return { actor, scopes: row.scopes }
}

/** The person whose pages staff view, without a session of their own and without the question for consent. */
export async function actorOfImpersonation(
  { db, now }: Asking,
  hash: Buffer,
  impersonatedBy: ImpersonatedBy,
): Promise<Actor | null> {
  const row = await rowOf({ db, now }, 'view', hash, 'bearer')
  // a view changes nothing, so it may show what an unproven account would see
  const actor = row && toActor({ ...row, isUnproven: false })
  return actor && 'personId' in actor ? { ...actor, impersonatedBy } : null
}

function toActor(row: SessionRow, session?: SessionFacts): Actor {
  const appearance = parseAppearance(row.theme, row.textSize)
  const named = { name: row.name, ...(appearance && { appearance }), ...(session && { session }) }
  if (row.adminId && row.adminRole) return { kind: 'staff', adminId: row.adminId, role: row.adminRole, ...named }
  if (!row.personId) return { kind: 'visitor' }
  if (row.isUnproven) return { kind: 'visitor', unproven: { personId: row.personId, ...named } }
  const member = {
    personId: row.personId,
    ...named,
    role: row.role ?? ('staff' as const),
    ...(row.owesConsent && { owesConsent: true as const }),
  }
  if (row.restaurantId)
    return {
      kind: 'buyer',
      ...member,
      restaurantId: row.restaurantId,
      restaurantApproved: row.restaurantStatus === 'approved',
      kitchenIds: row.kitchenIds,
      orderLimitYen: row.orderLimitYen,
    }
  if (row.farmId)
    return {
      kind: 'farm',
      ...member,
      farmId: row.farmId,
      farmApproved: row.farmStatus === 'approved',
      rights: row.rights ?? 'see',
      ...(row.seesMoney && { seesMoney: true }),
    }
  return { kind: 'person', personId: row.personId, ...named }
}

/** Use extends a session by `idleMs`; a program's (null) is extended by refreshing. */
async function markSeen({ db, now }: Asking, idHash: Buffer, idleMs: number | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seenAt: now, ...(idleMs !== null && { idleUntil: new Date(now.getTime() + idleMs) }) })
    .where('idHash', '=', idHash)
    .execute()
}

const secretOf = (token: string) => (token.startsWith(bearerPrefix) ? token.slice(bearerPrefix.length) : token)
/** The stored form of an unguessable secret. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Signs an account out everywhere, or everywhere but here (`exceptKey`: of their SessionFacts). Returns how many were
 * ended. That includes integrations and calendar feeds, because an intruder may have left a key; and no network is
 * known to the account any more.
 */
export async function closeSessionsOf(
  db: DbOrTx,
  who: { personId: PersonId } | { adminId: AdminId },
  exceptKey?: string,
): Promise<number> {
  const [column, id] = 'personId' in who ? (['personId', who.personId] as const) : (['adminId', who.adminId] as const)
  const gone = await db
    .deleteFrom('sessions')
    .where(column, '=', id)
    .where('idHash', '!=', Buffer.from(exceptKey ?? '', 'base64url'))
    .executeTakeFirst()
  if (exceptKey === undefined) await forgetNetworksOf(db, who)
  if ('personId' in who && exceptKey === undefined) await endKeys(db, who.personId, ['tokens', 'calendars'])
  return Number(gone.numDeletedRows)
}

/** Deletes ended sessions, expired throttles, and tokens that would be refused anyway. */
export async function forgetEndedSessions({ db, now }: Asking): Promise<number> {
  const gone = await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('absUntil', '<', now), is('idleUntil', '<', now)]))
    .executeTakeFirst()
  await forgetOldNetworks({ db, now })
  await db.deleteFrom('throttle').where('until', '<', now).execute()
  await db.deleteFrom('usedTokens').where('expiresAt', '<', now).execute()
  await db.deleteFrom('refreshTokens').where('expiresAt', '<', now).execute()
  await db.deleteFrom('apiTokens').where('expiresAt', '<', now).execute()
  return Number(gone.numDeletedRows)
}
