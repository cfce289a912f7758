import type { DbOrTx } from '#authorization/ctx.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { issueCode, useCode as spendCode } from '../one-time-code.server.ts'
import { type FactorOwner, ownedBy } from './factor-owner.ts'
import {
  challengeIn,
  type PasskeyAnswer,
  type PasskeySite,
  readAuthentication,
  relyingParty,
} from './passkey-answer.server.ts'

/**
 * The passkey challenge, which can be answered once within five minutes. Without an owner any passkey of the site may
 * answer, and identifies its owner.
 */
export const askForPasskey = step(
  'public',
  async (db: DbOrTx, now: Date, site: PasskeySite, owner: FactorOwner | null) => {
    const challenge = await issueCode(db, now, { purpose: 'passkey', owner, data: { for: 'sign_in' } })
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
    return generateAuthenticationOptions({
      rpID: relyingParty(site),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      userVerification: 'required',
      allowCredentials: owner ? await passkeyNamesOf(db, owner) : [],
    })
  },
)

/**
 * Whose passkey has answered correctly, with its owner verified by the device (PIN, finger, face); null if the answer
 * is wrong, late or repeated. `owner`: the only one whose answer counts.
 */
export async function provePasskey(
  db: DbOrTx,
  now: Date,
  { json, site }: PasskeyAnswer,
  owner: FactorOwner | null,
): Promise<FactorOwner | null> {
  const answer = readAuthentication(json)
  const challenge = answer && challengeIn(answer.response.clientDataJSON)
  if (!answer || !challenge) return null
  const asked = await spendCode(db, now, 'passkey', challenge)
  if (asked?.data.for !== 'sign_in') return null
  const kept = await db.selectFrom('passkeys').selectAll().where('credentialId', '=', answer.id).executeTakeFirst()
  const whose = kept && (kept.personId ? { personId: kept.personId } : kept.adminId ? { adminId: kept.adminId } : null)
  if (!kept || !whose || !isFor(asked, whose) || (owner && !isSame(owner, whose))) return null
  const credential = { id: kept.credentialId, publicKey: new Uint8Array(kept.publicKey), counter: kept.counter }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const proven = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: relyingParty(site),
    credential,
    requireUserVerification: true,
  }).catch(() => null)
  if (!proven?.verified) return null
  const { newCounter, credentialBackedUp } = proven.authenticationInfo
  await db
    .updateTable('passkeys')
    .set({ counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now })
    .where('credentialId', '=', kept.credentialId)
    .execute()
  return whose
}

type Asked = { personId: string | null; adminId: string | null }

/**
 * A challenge for a particular owner accepts only that owner's answer; one without an owner never accepts a staff
 * passkey.
 */
const isFor = ({ personId, adminId }: Asked, whose: FactorOwner) =>
  'personId' in whose
    ? adminId === null && (personId === null || personId === whose.personId)
    : adminId === whose.adminId

const isSame = (a: FactorOwner, b: FactorOwner) => String(ownedBy(a)) === String(ownedBy(b))

async function passkeyNamesOf(db: DbOrTx, owner: FactorOwner) {
  const [column, id] = ownedBy(owner)
  const rows = await db
    .selectFrom('passkeys')
    .select(['credentialId as id', 'transports'])
    .where(column, '=', id)
    .execute()
  return rows
}
