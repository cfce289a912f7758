import { generateKeyPairSync } from 'node:crypto'
import { CompactSign, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { canonicalJson } from './canonical-json.ts'

const system = { kind: 'system' } as const
type System = { db: DbOrTx; now: Date; encryption: Encryption }

const purpose = 'badge-key'
/** The declared type of a signed badge, so that nothing else that we sign is accepted as one. */
export const badgeType = 'une-badge+jws'

export type PublishedKey = {
  kty: 'OKP'
  crv: 'Ed25519'
  use: 'sig'
  alg: 'EdDSA'
  kid: string
  x: string
  /** It has signed nothing after this; null: it is the current key. */
  retiredAt: Date | null
}

/** All public keys, the current one first. Old signatures can still be verified. */
export async function publishedKeys(system: System): Promise<PublishedKey[]> {
  await signingKey(system)
  const rows = await system.db
    .selectFrom('badgeKeys')
    .select(['kid', 'publicX as x', 'retiredAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('kid')
    .execute()
  return rows.map((row) => ({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', ...row }))
}

/** A compact JWS (EdDSA, Ed25519) over the canonical JSON of a statement; its type says what it is about. */
export async function signStatement(system: System, statement: unknown, typ = badgeType): Promise<string> {
  const key = await signingKey(system)
  return new CompactSign(new TextEncoder().encode(canonicalJson(statement)))
    .setProtectedHeader({ alg: 'EdDSA', typ, kid: key.kid })
    .sign(await importJWK(key.jwk, 'EdDSA'))
}

type SigningKey = { kid: string; jwk: JWK }

/** The signing key; created if there is none yet, or none that this installation can decrypt. */
async function signingKey(system: System): Promise<SigningKey> {
  return (await openedKey(system)) ?? makeKey(system)
}

async function openedKey({ db, encryption }: Pick<System, 'db' | 'encryption'>): Promise<SigningKey | null> {
  const row = await db
    .selectFrom('badgeKeys')
    .select(['kid', 'publicX as x', 'sealedPrivate as sealed'])
    .where('retiredAt', 'is', null)
    .executeTakeFirst()
  const d = row?.sealed ? encryption.open(purpose, row.sealed) : null
  return row && d !== null ? { kid: row.kid, jwk: { kty: 'OKP', crv: 'Ed25519', x: row.x, d } } : null
}

/** Of two concurrent calls that find none, the second uses the key that the first has made. */
const makeKey = (system: System): Promise<SigningKey> =>
  inTransaction(system, async (within) => (await openedKey(within)) ?? writeKey(within))

/**
 * Creates a new key. The private half of the previous one is deleted; its public half stays published. Returns its
 * name.
 */
export const newSigningKey = (system: System): Promise<string> =>
  inTransaction(system, async (within) => (await writeKey(within)).kid)

const inTransaction = <T>(system: System, run: (within: System) => Promise<T>): Promise<T> =>
  system.db.transaction().execute(async (db) => {
    // serialised; readers do not wait
    await sql`lock table badge_keys in share row exclusive mode`.execute(db)
    return run({ ...system, db })
  })

async function writeKey({ db, now, encryption }: System): Promise<SigningKey> {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x })
  await db
    .updateTable('badgeKeys')
    .set({ retiredAt: now, sealedPrivate: null })
    .where('retiredAt', 'is', null)
    .execute()
  await db
    .insertInto('badgeKeys')
    .values({ kid, publicX: x, sealedPrivate: encryption.seal(purpose, d), createdAt: now, retiredAt: null })
    .execute()
  await recordEvent(db, { actor: system, now }, { kind: 'badge_key_made', data: { kid } })
  return { kid, jwk: { kty: 'OKP', crv: 'Ed25519', x, d } }
}
