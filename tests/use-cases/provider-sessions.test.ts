import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GoogleJwksVerifier } from '../../app/infra/firebase/jwks-verifier.server.ts'
import { ProviderUnavailable } from '../../app/kernel/errors.ts'
import { type Firebase, firebaseIssuer, type ProviderAccount } from '../../app/kernel/firebase.ts'
import { checkProviderSessions } from '../../app/modules/identity/firebase/check-sessions.server.ts'
import { syncSession } from '../../app/modules/identity/firebase/sync-session.server.ts'
import { actorOf } from '../../app/modules/identity/session-store.server.ts'
import { noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aGoogle, anAccount, projectId, someAccounts } from '../support/google.ts'

const database = testDatabase()
let google: Awaited<ReturnType<typeof aGoogle>>
let accounts: ProviderAccount[]
let firebase: Firebase
let serial = 0

beforeAll(async () => {
  google = await aGoogle()
})
afterAll(() => google.close())
beforeEach(async () => {
  await database.db.deleteFrom('sessions').execute()
  accounts = [anAccount({ subject: `user-${++serial}`, email: `user-${serial}@example.jp` })]
  firebase = {
    client: {
      apiKey: 'key',
      authDomain: 'auth.example.jp',
      projectId,
      appId: 'app',
      messagingSenderId: '1',
      syncUrl: '/api/auth/session',
      social: [{ id: 'google', name: 'Google' }],
    },
    verifier: new GoogleJwksVerifier({ projectId, maxAgeSeconds: 300, keysAt: google.keysAt }),
    accounts: someAccounts(accounts),
    issuer: firebaseIssuer(projectId),
  }
})

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const mine = () => accounts[0] ?? anAccount()

const tokenAt = (at: Date, claims: Record<string, unknown> = {}) =>
  google.token(at, { claims: { sub: mine().subject, ...claims } })

async function sync(token: string, at = noon, session?: string) {
  const asking = { db: database.db, now: at, firebase }
  const actor = session ? await actorOf(asking, session, 'cookie') : ({ kind: 'visitor' } as const)
  return syncSession({ ...asking, actor }, firebase, { token, ip: null, userAgent: 'test' })
}

async function signedIn(at = noon) {
  const result = await sync(await tokenAt(at), at)
  if (!result.ok || result.value === 'extended' || 'ticket' in result.value) throw new Error(JSON.stringify(result))
  return result.value
}

const sessions = () =>
  database.db.selectFrom('sessions').selectAll().where('providerHandle', '=', mine().subject).execute()

describe('a sign-in at the provider', () => {
  test('becomes a session of ours, and a person on the first time only', async () => {
    const first = await signedIn()
    expect(first).toMatchObject({ isNew: true, email: mine().email })
    const second = await signedIn(later(1))
    expect(second).toMatchObject({ isNew: false, personId: first.personId })
    expect(await sessions()).toMatchObject([{ provider: 'firebase' }, { provider: 'firebase' }])
  })

  test('T39 what the token claims about rights, or about the address, is not read', async () => {
    const byPhone = { firebase: { sign_in_provider: 'phone' } }
    const claims = { admin: true, role: 'admin', email: 'owner@example.jp', email_verified: true, ...byPhone }
    Object.assign(mine(), { email: null, emailVerified: false })
    const result = await sync(await tokenAt(noon, claims))
    expect(result).toMatchObject({ ok: true, value: { email: null, home: '/' } })
    if (!result.ok || typeof result.value === 'string' || !('token' in result.value)) throw new Error('no session')
    const actor = await actorOf({ db: database.db, now: noon }, result.value.token, 'cookie')
    expect(actor.kind).toBe('person')
  })

  test('an address that is not confirmed at the provider claims no account', async () => {
    mine().emailVerified = false
    const byPhone = { firebase: { sign_in_provider: 'phone' } }
    expect(await sync(await tokenAt(noon, byPhone))).toMatchObject({ ok: true, value: { email: null } })
  })

  test('T17 an account that was made with the public key for another user’s address is not accepted', async () => {
    mine().emailVerified = false
    expect(await sync(await tokenAt(noon))).toMatchObject({ refusal: 'TOKEN_REFUSED' })
    const known = await database.db
      .selectFrom('identities')
      .select('personId')
      .where('subject', '=', mine().subject)
      .execute()
    expect(known).toEqual([])
    // a known user is signed in, to verify the address
    mine().emailVerified = true
    await signedIn(later(1))
    mine().emailVerified = false
    expect((await sync(await tokenAt(later(2)), later(2))).ok).toBe(true)
  })

  test('T32 a token works once; of six at the same time exactly one opens a session', async () => {
    const token = await tokenAt(noon)
    const results = await Promise.all(Array.from({ length: 6 }, () => sync(token)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((it) => !it.ok && it.refusal === 'TOKEN_REPLAYED')).toHaveLength(5)
    expect(await sessions()).toHaveLength(1)
  })

  test('T31 a token that the provider renewed by itself opens no session, and keeps one of theirs alive', async () => {
    const { token } = await signedIn()
    const renewed = () => tokenAt(later(60), { auth_time: seconds(noon), jti: crypto.randomUUID() })
    expect(await sync(await renewed(), later(60))).toMatchObject({ refusal: 'REAUTH_REQUIRED' })
    expect(await sync(await renewed(), later(60), token)).toEqual({ ok: true, value: 'extended' })
    const [session] = await sessions()
    expect(session?.idleUntil).toEqual(later(60 + 12 * 60))
    expect(session?.authTime).toEqual(noon)
  })

  test('a session of another user is not extended', async () => {
    const { token } = await signedIn()
    accounts.unshift(anAccount({ subject: 'stranger', email: 'stranger@example.jp' }))
    const renewed = await tokenAt(later(60), { auth_time: seconds(noon) })
    expect(await sync(renewed, later(60), token)).toMatchObject({ refusal: 'REAUTH_REQUIRED' })
  })
})

describe('T33 an account that no longer holds', () => {
  test('disabled', async () => {
    mine().disabled = true
    expect(await sync(await tokenAt(noon))).toMatchObject({ refusal: 'ACCOUNT_DISABLED' })
  })
  test('revoked after this sign-in', async () => {
    mine().validSince = later(1)
    expect(await sync(await tokenAt(noon))).toMatchObject({ refusal: 'TOKEN_REVOKED' })
  })
  test('unknown', async () => {
    const token = await tokenAt(noon)
    accounts.length = 0
    expect(await sync(token)).toMatchObject({ refusal: 'TOKEN_REFUSED' })
  })
  test('suspended here', async () => {
    const { personId } = await signedIn()
    await database.db.updateTable('people').set({ suspendedAt: noon }).where('id', '=', personId).execute()
    expect(await sync(await tokenAt(later(1)), later(1))).toMatchObject({ refusal: 'ACCOUNT_DISABLED' })
    expect(await sessions()).toHaveLength(1)
  })
})

test('T28 a forged token is refused without a request to the provider', async () => {
  firebase.accounts.ofToken = () => Promise.reject(new Error('asked'))
  expect(await sync('eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c2VyLTEifQ.')).toMatchObject({ refusal: 'TOKEN_REFUSED' })
})

test('T34 while the provider does not answer no sign-in succeeds, and the token is not used up', async () => {
  const { ofToken } = firebase.accounts
  firebase.accounts.ofToken = () => Promise.reject(new ProviderUnavailable('lost'))
  const token = await tokenAt(noon)
  await expect(sync(token)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  expect(await sessions()).toHaveLength(0)
  firebase.accounts.ofToken = ofToken
  expect((await sync(token)).ok).toBe(true)
})

test('thirty a minute from one address', async () => {
  const ask = () =>
    syncSession({ db: database.db, now: noon, actor: { kind: 'visitor' } }, firebase, {
      token: 'a.b.c',
      ip: '192.0.2.77',
      userAgent: null,
    })
  const results = await Promise.all(Array.from({ length: 40 }, ask))
  expect(results.filter((it) => !it.ok && it.refusal === 'TOKEN_REFUSED')).toHaveLength(30)
  expect(results.filter((it) => !it.ok && it.refusal === 'TOO_MANY_TRIES')).toHaveLength(10)
})

describe('sessions are asked about every quarter of an hour', () => {
  const use = (at: Date) =>
    database.db.updateTable('sessions').set({ seenAt: at }).where('providerHandle', '=', mine().subject).execute()

  test('and end with the account, or with a revocation after them', async () => {
    await signedIn()
    await use(later(14))
    expect(await checkProviderSessions({ db: database.db, now: later(14) }, firebase)).toBe(0)
    mine().validSince = later(10)
    expect(await checkProviderSessions({ db: database.db, now: later(14) }, firebase)).toBe(0)
    await use(later(16))
    expect(await checkProviderSessions({ db: database.db, now: later(16) }, firebase)).toBe(1)
    expect(await sessions()).toHaveLength(0)
  })

  test('one that holds goes on and is left alone until the next quarter', async () => {
    await signedIn()
    await use(later(16))
    let asked = 0
    const { ofSubjects } = firebase.accounts
    firebase.accounts.ofSubjects = (subjects) => {
      asked += subjects.filter((subject) => subject === mine().subject).length
      return ofSubjects(subjects)
    }
    for (const at of [16, 17, 20]) await checkProviderSessions({ db: database.db, now: later(at) }, firebase)
    expect(asked).toBe(1)
    expect(await sessions()).toHaveLength(1)
  })
})
