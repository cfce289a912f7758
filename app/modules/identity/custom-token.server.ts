import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newId, type PersonId, parseId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { linkLimit } from './account-limits.ts'
import { vouchedBy } from './firebase/provider-passwords.server.ts'
import { type Entered, letIn } from './login-methods/enter-with.server.ts'
import { openPersonSession } from './open-person-session.server.ts'
import { type TokenPair, withRefreshToken } from './refresh-tokens.server.ts'
import { hashOf } from './session-store.server.ts'
import type { Ticket } from './sign-in.server.ts'
import { giveBack, waitAfter } from './throttle.server.ts'

type System = Pick<Ctx, 'db' | 'now' | 'firebase'>
export type CustomTokenRefusal = 'token_refused' | 'too_many_tries'

export const customTokenRefusalText: Record<CustomTokenRefusal, string> = {
  token_refused:
    'このトークンは使用できません。使用済みか、発行から2分を過ぎています。発行した方に再発行を依頼してください。',
  too_many_tries: '短時間に何度も試行されました。1分ほど待ってから、もう一度お試しください。',
}

/** The token's declared type, so that no other JWT, of ours or for another service, is accepted as one. */
const kind = { alg: 'ES256', typ: 'unetosara-ct+jwt' }
const audience = 'unetosara:custom-token'
const lifeSeconds = 120
/** Maximum clock difference between our machines. */
const toleranceSeconds = 5

/**
 * A token that signs this person in once, within two minutes: for a handover from a partner's system, or by support.
 * Only server code makes one; the key is derived from AUTH_SECRET and is stored in no database.
 */
export async function mintCustomToken(encryption: Encryption, now: Date, personId: PersonId): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader(kind)
    .setSubject(personId)
    .setAudience(audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + lifeSeconds)
    .setJti(newId())
    .sign(keysOf(encryption).privateKey)
}

/**
 * Exchanges such a token for a program's session. Of concurrent requests exactly one succeeds; an invalid token is
 * refused without a reason. Users with a second step enter it at our page, where it can be asked for.
 */
export const exchangeCustomToken = step(
  'public',
  async (
    system: System,
    encryption: Encryption,
    { token, ip, userAgent }: { token: string; ip: string | null; userAgent: string | null },
  ): Promise<Result<TokenPair, CustomTokenRefusal | 'second_factor_needed'>> => {
    const wait = await waitAfter(system, 'custom-token-ip', ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const read = await readToken(encryption, system.now, token)
    if (!read) return refuse('token_refused')
    if ((await knownPerson(system.db, read.personId))?.secondStepSince) return refuse('second_factor_needed')
    const pair = await system.db.transaction().execute(async (db) => {
      if (!(await useUp(db, read))) return null
      const vouched = await vouchedBy({ ...system, db }, read.personId)
      const from = {
        personId: read.personId,
        channel: 'bearer' as const,
        ip,
        userAgent,
        amr: ['swk'] as const,
        ...vouched,
      }
      const signedIn = await openPersonSession({ db, now: system.now }, from)
      return signedIn && withRefreshToken({ db, now: system.now }, signedIn.token)
    })
    if (!pair) return refuse('token_refused')
    await giveBack(system, 'custom-token-ip', ip)
    return ok(pair)
  },
)

/** The same for a person at our page: a browser session, or the second step if it is on. */
export const enterWithCustomToken = step(
  'public',
  async (
    system: System,
    encryption: Encryption,
    { token, ...from }: { token: string; ip: string | null; userAgent: string | null },
  ): Promise<Result<Omit<Entered, 'isNew'> | Ticket, CustomTokenRefusal>> => {
    const { ip } = from
    const wait = await waitAfter(system, 'custom-token-ip', ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const read = await readToken(encryption, system.now, token.trim())
    if (!read) return refuse('token_refused')
    const entered = await system.db.transaction().execute(async (db) => {
      if (!(await useUp(db, read))) return null
      const person = await knownPerson(db, read.personId)
      const proof = { amr: ['swk'] as const, provider: 'embedded' as const, authTime: system.now }
      return person && letIn({ db, now: system.now }, person, proof, { channel: 'cookie', ...from })
    })
    if (!entered) return refuse('token_refused')
    await giveBack(system, 'custom-token-ip', ip)
    return ok(entered)
  },
)

const knownPerson = (db: DbOrTx, id: PersonId) =>
  db
    .selectFrom('people')
    .leftJoin('totpSecrets', 'totpSecrets.personId', 'people.id')
    .select(['people.id', 'people.email', 'totpSecrets.confirmedAt as secondStepSince'])
    .where('people.id', '=', id)
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .executeTakeFirst()

type Read = { personId: PersonId; jti: string; expiresAt: Date }

async function readToken(encryption: Encryption, now: Date, token: string): Promise<Read | null> {
  const verified = await jwtVerify(token, keysOf(encryption).publicKey, {
    algorithms: [kind.alg],
    typ: kind.typ,
    audience,
    maxTokenAge: lifeSeconds,
    clockTolerance: toleranceSeconds,
    currentDate: now,
    requiredClaims: ['sub', 'jti', 'iat', 'exp'],
  }).catch(() => null)
  const { sub, jti, exp } = verified?.payload ?? {}
  const personId = parseId<'person'>(sub)
  if (!personId || !jti || exp === undefined) return null
  return { personId, jti, expiresAt: new Date((exp + toleranceSeconds + 1) * 1000) }
}

/** Stored until the token would have expired anyway. */
async function useUp(db: DbOrTx, { jti, expiresAt }: Read): Promise<boolean> {
  const used = await db
    .insertInto('usedTokens')
    .values({ hash: hashOf(jti), expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** The key of this installation: a point of P-256 from 32 bytes that only the vault can derive. */
function keysOf(encryption: Encryption): { privateKey: KeyObject; publicKey: KeyObject } {
  const curve = createECDH('prime256v1')
  const secret = encryption.mark('custom-token', 'signing key 1')
  curve.setPrivateKey(secret)
  const point = curve.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x: x ?? '', y: y ?? '' }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
