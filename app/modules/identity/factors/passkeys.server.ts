import { z } from 'zod'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable, step } from '#modules/audit-log/use-case.server.ts'
import { deviceWord } from '../device-word.ts'
import { issueCode, useCode as spendCode } from '../one-time-code.server.ts'
import { aboutOwner, type FactorOwner, OwnerIn, ownedBy, ownerColumns, ownerWord } from './factor-owner.ts'
import { factorRefusals, mostPasskeys } from './factor-refusals.ts'
import {
  challengeIn,
  type PasskeyAnswer,
  PasskeyAnswerIn,
  type PasskeySite,
  readRegistration,
  relyingParty,
} from './passkey-answer.server.ts'
import { requireSecondFactor, SecondFactorIn } from './prove-second-factor.server.ts'
import { tellFactorChange } from './tell-factor-change.server.ts'
import { totpSecretOf } from './totp-secrets.server.ts'

/** The passkeys of an account, oldest first. */
export const passkeysOf = query('factors.see', async (ctx: Ctx, owner: FactorOwner) => {
  authorize(ctx.actor, 'factors.see', owner)
  const [column, id] = ownedBy(owner)
  return ctx.db
    .selectFrom('passkeys')
    .select(['credentialId as id', 'name', 'createdAt', 'lastUsedAt', 'backedUp'])
    .where(column, '=', id)
    .orderBy('createdAt')
    .orderBy('credentialId')
    .execute()
})

/** The options for a new passkey; the challenge can be answered once within five minutes, by this account. */
export const offerPasskey = step(
  'factors.see',
  async (ctx: Ctx, site: PasskeySite, owner: FactorOwner, account: Account) => {
    authorize(ctx.actor, 'factors.see', owner)
    return passkeyOffer(ctx.db, ctx.now, site, { owner, account, handle: ownerWord(owner) })
  },
)

type Account = { email: string; name: string }

/** The same before there is an account: for an invited administrator, named by `handle`. */
export async function passkeyOffer(
  db: DbOrTx,
  now: Date,
  site: PasskeySite,
  { owner, account, handle }: { owner: FactorOwner | null; account: Account; handle: string },
) {
  const challenge = await issueCode(db, now, { purpose: 'passkey', owner, data: { for: 'register', handle } })
  const [column, id] = owner ? ownedBy(owner) : (['personId', null] as const)
  const there = await db.selectFrom('passkeys').select('credentialId as id').where(column, '=', id).execute()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: '畝と皿',
    rpID: relyingParty(site),
    userName: account.email,
    userDisplayName: account.name,
    userID: new Uint8Array(Buffer.from(handle)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: there,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Stores the passkey that the browser has made, named after the browser. */
export const addPasskey = repeatable({
  name: 'factors.add_passkey',
  permission: 'factors.change',
  input: { owner: OwnerIn, answer: PasskeyAnswerIn, userAgent: z.string().nullable() },
  refusals: factorRefusals('not_accepted', 'too_many'),
  run: async (ctx, { owner, answer, userAgent }) => {
    authorizeProven(ctx, 'factors.change', owner)
    if ((await passkeysOf(ctx, owner)).length >= mostPasskeys) return refuse('too_many')
    return ctx.db.transaction().execute(async (db) => {
      const name = await keepPasskey(db, ctx.now, { owner, handle: ownerWord(owner), answer, userAgent })
      if (!name) return refuse('not_accepted')
      const event = await recordEvent(db, ctx, { kind: 'passkey_added', ...aboutOwner(owner), data: { name } })
      await tellFactorChange(db, ctx.now, owner, { event, kind: 'passkey_added', detail: name })
      return ok({ name })
    })
  },
})

/** Checks a new passkey and stores it under the name of its device; null if it is not what was offered to `handle`. */
export async function keepPasskey(
  db: DbOrTx,
  now: Date,
  {
    owner,
    handle,
    answer,
    userAgent,
  }: { owner: FactorOwner; handle: string; answer: PasskeyAnswer; userAgent: string | null },
): Promise<string | null> {
  const made = readRegistration(answer.json)
  const challenge = made && challengeIn(made.response.clientDataJSON)
  if (!made || !challenge) return null
  const offered = await spendCode(db, now, 'passkey', challenge)
  if (offered?.data.for !== 'register' || offered.data.handle !== handle) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const proven = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: challenge,
    expectedOrigin: answer.site.origin,
    expectedRPID: relyingParty(answer.site),
    requireUserVerification: true,
  }).catch(() => null)
  if (!proven?.verified) return null
  const { credential, credentialBackedUp } = proven.registrationInfo
  const name = deviceWord(userAgent)
  const kept = await db
    .insertInto('passkeys')
    .values({
      credentialId: credential.id,
      ...ownerColumns(owner),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: made.response.transports ?? [],
      backedUp: credentialBackedUp,
      name,
      createdAt: now,
      lastUsedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return kept?.name ?? null
}

/** Renames a passkey. */
export const renamePasskey = repeatable({
  name: 'factors.rename_passkey',
  permission: 'factors.change',
  input: { owner: OwnerIn, id: z.string(), name: z.string().default('') },
  refusals: factorRefusals('name_missing'),
  run: async (ctx, { owner, id, name }) => {
    authorizeProven(ctx, 'factors.change', owner)
    const called = name.trim().slice(0, 60)
    if (called === '') return refuse('name_missing')
    const [column, whose] = ownedBy(owner)
    const renamed = await ctx.db
      .updateTable('passkeys')
      .set({ name: called })
      .where('credentialId', '=', id)
      .where(column, '=', whose)
      .returning('credentialId')
      .executeTakeFirst()
    if (!renamed) throw new NotFound('passkey')
    return ok(null)
  },
})

/**
 * Removes a passkey with immediate effect. Requires the second factor if the account has one; the last passkey of an
 * administrator without an app is their second factor, and cannot be removed.
 */
export const removePasskey = repeatable({
  name: 'factors.remove_passkey',
  permission: 'factors.change',
  input: { owner: OwnerIn, id: z.string(), answer: SecondFactorIn.nullable() },
  refusals: factorRefusals('last_factor', 'wrong_code', 'too_many_codes'),
  run: async (ctx, { owner, id, answer }, encryption: Encryption) => {
    authorizeProven(ctx, 'factors.change', owner)
    const proven = await requireSecondFactor(ctx, encryption, owner, answer)
    if (!proven.ok) return proven
    const [column, whose] = ownedBy(owner)
    return ctx.db.transaction().execute(async (db) => {
      const there = await db
        .selectFrom('passkeys')
        .select(['credentialId as id', 'name'])
        .where(column, '=', whose)
        .orderBy('credentialId')
        .forUpdate()
        .execute()
      const gone = there.find((passkey) => passkey.id === id)
      if (!gone) throw new NotFound('passkey')
      if ('adminId' in owner && there.length === 1 && !(await totpSecretOf(db, encryption, owner)))
        return refuse('last_factor')
      await db.deleteFrom('passkeys').where('credentialId', '=', id).execute()
      const about = { ...aboutOwner(owner), data: { name: gone.name } }
      const event = await recordEvent(db, ctx, { kind: 'passkey_removed', ...about })
      await tellFactorChange(db, ctx.now, owner, { event, kind: 'passkey_removed', detail: gone.name })
      return ok(null)
    })
  },
})
