import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import type { OAuthId } from '#kernel/oauth-provider.ts'
import type { Phone } from '#kernel/phone.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { query, step } from '#modules/audit-log/use-case.server.ts'
import { proofLimit } from '../account-limits.ts'
import type { PasskeyAnswer, PasskeySite } from '../factors/passkey-answer.server.ts'
import { askForPasskey, provePasskey } from '../factors/prove-passkey.server.ts'
import { hasPassword } from '../firebase/provider-passwords.server.ts'
import { type Proved, renewSession } from '../prove-again.server.ts'
import { forget, waitAfter } from '../throttle.server.ts'
import { personOf } from './enter-with.server.ts'
import { ownIdentities } from './link-identity.server.ts'
import type { LoginMethods } from './login-methods.ts'
import { phoneIssuer, type VerifiedIdentity } from './verified-identity.ts'

export type ProofWays = {
  password: boolean
  passkey: boolean
  phone: Phone | null
  social: { id: OAuthId; name: string }[]
}

/** The ways besides the password in which the user can prove, during a session, who they are. */
export const ownProofWays = query('own', async (ctx: Ctx, { sms, social }: LoginMethods): Promise<ProofWays> => {
  const { personId } = requirePerson(ctx.actor)
  const mine = await ownIdentities(ctx)
  const { rows } = await sql<{ passkey: boolean }>`
    select exists (select from passkeys where person_id = ${personId}) as passkey`.execute(ctx.db)
  const number = mine.find(({ issuer }) => issuer === phoneIssuer)?.subject
  return {
    password: await hasPassword(ctx, personId),
    passkey: rows[0]?.passkey === true,
    // only results of readReachablePhone were ever linked
    phone: sms && number ? (number as Phone) : null,
    social: social
      .filter(({ canProve, issuer }) => canProve && mine.some((it) => it.issuer === issuer))
      .map(({ id, name }) => ({ id, name })),
  }
})

export type ProofRefusal = 'not_yours' | 'too_many_tries'

export const otherProofRefusalText: Record<ProofRefusal, string> = {
  not_yours: 'ご本人のものと確認できませんでした。このアカウントで使用している方法でお試しください。',
  too_many_tries: '誤りが続きました。しばらく待ってから、もう一度お試しください。',
}

/** A linked number or service has just proven the user again: the session counts as fresh, under a new token. */
export const proveByIdentity = step(
  'own',
  async (ctx: Ctx, verified: VerifiedIdentity): Promise<Result<Proved, ProofRefusal>> => {
    return provedIf(ctx, async (personId) => (await personOf(ctx.db, verified))?.id === personId)
  },
)

/** The passkey challenge for the signed-in user. */
export const askToProve = step('own', async (ctx: Ctx, site: PasskeySite) => {
  const { personId } = requirePerson(ctx.actor)
  return askForPasskey(ctx.db, ctx.now, site, { personId })
})

export const proveByPasskey = step(
  'own',
  async (ctx: Ctx, answer: PasskeyAnswer): Promise<Result<Proved, ProofRefusal>> => {
    return provedIf(ctx, async (personId) => (await provePasskey(ctx.db, ctx.now, answer, { personId })) !== null)
  },
)

async function provedIf(
  ctx: Ctx,
  isTheirs: (personId: PersonId) => Promise<boolean>,
): Promise<Result<Proved, ProofRefusal>> {
  const { personId, session } = requirePerson(ctx.actor)
  if (!session) throw new Unauthenticated('session')
  const wait = await waitAfter(ctx, 'proof', personId, proofLimit)
  if (wait > 0) return refuseFor('too_many_tries', wait)
  if (!(await isTheirs(personId))) return refuse('not_yours')
  await forget(ctx, 'proof', personId)
  return ok(await renewSession(ctx.db, ctx.now, session))
}
