import { accountOf } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Firebase, IdToken, ProviderAccount } from '#kernel/firebase.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { type Entered, enterWith, personOf } from '../login-methods/enter-with.server.ts'
import type { VerifiedIdentity } from '../login-methods/verified-identity.ts'
import { type Amr, personSession } from '../session.ts'
import { hashOf } from '../session-store.server.ts'
import type { Ticket } from '../sign-in.server.ts'
import { waitAfter } from '../throttle.server.ts'
import type { SyncRefusal } from './sync-labels.ts'

const syncLimit = { most: 30, withinMs: 60_000 }
/** A user who signed in at the provider longer ago has to sign in there again. */
const freshMs = 305_000

type Shown = { token: string; ip: string | null; userAgent: string | null }
/** `extended`: the existing session continues unchanged. */
export type Synced = Entered | Ticket | 'extended'

/**
 * Turns a sign-in at the provider into a session here, once per token. The provider is asked who the user is and
 * whether the account is still valid; further claims of the token are not read. A session that has ended is not revived
 * by a token that the provider renews automatically: that takes a sign-in of the last five minutes. Throws
 * ProviderUnavailable.
 */
export const syncSession = step(
  'public',
  async (
    ctx: Ctx,
    { verifier, accounts }: Firebase,
    { token, ip, userAgent }: Shown,
  ): Promise<Result<Synced, SyncRefusal>> => {
    const wait = await waitAfter(ctx, 'sync-ip', ip, syncLimit)
    if (wait > 0) return refuseFor('TOO_MANY_TRIES', wait)
    const read = await verifier.verify(token, ctx.now)
    if (!read) return refuse('TOKEN_REFUSED')
    const account = await accounts.ofToken(token)
    if (account === 'disabled' || (typeof account === 'object' && account.disabled)) return refuse('ACCOUNT_DISABLED')
    if (account === 'revoked') return refuse('TOKEN_REVOKED')
    if (account === 'unknown' || account.subject !== read.subject) return refuse('TOKEN_REFUSED')
    if (account.validSince && read.authTime.getTime() < account.validSince.getTime()) return refuse('TOKEN_REVOKED')
    if (!(await takeToken(ctx.db, token, read))) return refuse('TOKEN_REPLAYED')
    const verified = identityOf(read, account)
    if (await extendOwn(ctx, verified)) return ok('extended')
    if (ctx.now.getTime() - read.authTime.getTime() > freshMs) return refuse('REAUTH_REQUIRED')
    if (isMadeByAnybody(read, account) && !(await personOf(ctx.db, verified))) return refuse('TOKEN_REFUSED')
    const entered = await enterWith(ctx, verified, { channel: 'cookie', ip, userAgent })
    if (entered.ok) return entered
    return refuse(entered.refusal === 'use_first_way' ? 'USE_FIRST_WAY' : 'ACCOUNT_DISABLED')
  },
)

/**
 * With the public key anyone can create an account for any address. Accounts of our users are made by us; any other
 * whose address is not proven belongs to no user, and must not become one that holds that address there.
 */
const isMadeByAnybody = ({ way }: IdToken, { emailVerified }: ProviderAccount) => way === 'password' && !emailVerified

/** Stored until the token would have expired anyway. Of concurrent calls exactly one is the first. */
async function takeToken(db: DbOrTx, token: string, { expiresAt }: IdToken): Promise<boolean> {
  const used = await db
    .insertInto('usedTokens')
    .values({ hash: hashOf(token), expiresAt: new Date(expiresAt.getTime() + 60_000) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

function identityOf({ issuer, subject, authTime, way }: IdToken, account: ProviderAccount): VerifiedIdentity {
  const { email, emailVerified, phone, name } = account
  return {
    provider: 'firebase',
    issuer,
    subject,
    email,
    emailVerified,
    phone,
    name,
    authTime,
    amr: [amrOf(way)],
    handle: subject,
  }
}

function amrOf(way: string): Amr {
  if (way === 'password') return 'pwd'
  if (way === 'phone') return 'sms'
  return way === 'custom' ? 'swk' : 'fed'
}

/** The session of this request, if the provider vouched for the same person: only its lifetime is extended. */
async function extendOwn({ db, now, actor }: Ctx, verified: VerifiedIdentity): Promise<boolean> {
  const account = accountOf(actor)
  if (!account?.session) return false
  const person = await personOf(db, verified)
  if (person?.id !== account.personId) return false
  const extended = await db
    .updateTable('sessions')
    .set({ seenAt: now, idleUntil: new Date(now.getTime() + personSession.idleMs) })
    .where('idHash', '=', Buffer.from(account.session.key, 'base64url'))
    .where('provider', '=', 'firebase')
    .returning('idHash')
    .executeTakeFirst()
  return extended !== undefined
}
