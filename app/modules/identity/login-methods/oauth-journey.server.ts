import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { OAuthFailure, type OAuthProof, type OAuthProviderName, type OAuthRefusal } from '#kernel/oauth-provider.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { signInLimits } from '../account-limits.ts'
import { issueCode, useCode as spendCode } from '../one-time-code.server.ts'
import { waitAfter } from '../throttle.server.ts'
import { saysVerified, type VerifiedIdentity } from './verified-identity.ts'

type System = Pick<Ctx, 'db' | 'now'>

export type OAuthPurpose = 'enter' | 'link' | 'prove'

export type Begin = {
  purpose: OAuthPurpose
  /** The user who starts it, if signed in. */
  personId: PersonId | null
  /** Where to go afterwards, one of our paths. */
  returnTo: string | null
  redirectUri: string
  ip: string | null
}

/** What we store while the user is at the service; the browser has only a ticket, which works once. */
const Remembered = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  for: z.enum(['enter', 'link', 'prove']),
  returnTo: z.string().nullable(),
})

/** The address at the service to which the browser goes, and the ticket with which it returns. */
export const beginOAuth = step(
  'public',
  async (
    system: System,
    way: OAuthProviderName,
    { purpose, personId, returnTo, redirectUri, ip }: Begin,
  ): Promise<Result<{ url: URL; ticket: string }, OAuthRefusal | 'too_many_tries'>> => {
    const wait = await waitAfter(system, 'social-ip', ip, signInLimits.passkey)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const [state, nonce, verifier] = [secret(), secret(), secret()]
    const journey = { state, nonce, verifier, redirectUri, again: purpose === 'prove' }
    const url = await way.begin(journey).catch(asRefusal)
    if (!(url instanceof URL)) return refuse(url)
    const data = { provider: way.id, state, nonce, verifier, for: purpose, returnTo }
    const owner = personId && { personId }
    return ok({ url, ticket: await issueCode(system.db, system.now, { purpose: 'social', owner, data }) })
  },
)

export type Arrived = {
  purpose: OAuthPurpose
  personId: PersonId | null
  returnTo: string | null
  verified: VerifiedIdentity
}

/**
 * Handles the return from the service. The ticket is used up first, so a second request with the same address is
 * refused; then the state must be the one that this browser started with.
 */
export const finishOAuth = step(
  'public',
  async (
    { db, now }: System,
    way: OAuthProviderName,
    { ticket, answered, redirectUri }: { ticket: string | null; answered: URLSearchParams; redirectUri: string },
  ): Promise<Result<Arrived, OAuthRefusal>> => {
    const seen = ticket === null ? null : await spendCode(db, now, 'social', ticket)
    const read = seen && Remembered.safeParse(seen.data)
    if (!seen || !read?.success || read.data.provider !== way.id) return refuse('begin_again')
    const { state, nonce, verifier, for: purpose, returnTo } = read.data
    if (!isSame(answered.get('state') ?? '', state)) return refuse('begin_again')
    const again = purpose === 'prove'
    const proof = await way.finish({ state, nonce, verifier, redirectUri, again }, answered).catch(asRefusal)
    if (typeof proof === 'string') return refuse(proof)
    // for a renewed proof, they must have signed in there after they had left here
    const away = now.getTime() - seen.createdAt.getTime()
    if (again && (proof.authAgeMs === null || proof.authAgeMs > away + clockToleranceMs)) return refuse('not_accepted')
    return ok({ purpose, personId: seen.personId, returnTo, verified: identityOf(proof, now) })
  },
)

const clockToleranceMs = 30_000

const identityOf = ({ authAgeMs, ...proof }: OAuthProof, now: Date): VerifiedIdentity => ({
  ...proof,
  emailVerified: proof.email !== null && saysVerified(proof.emailVerified),
  provider: 'embedded',
  phone: null,
  authTime: new Date(now.getTime() - Math.max(0, authAgeMs ?? 0)),
  amr: ['fed'],
})

const secret = () => randomBytes(32).toString('base64url')

function isSame(given: string, ours: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(ours)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function asRefusal(error: unknown): OAuthRefusal {
  if (error instanceof OAuthFailure) return error.refusal
  throw error
}
