import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aGoogle, projectId } from '../../../tests/support/google.ts'
import { GoogleJwksVerifier } from './jwks-verifier.server.ts'

const now = new Date('2026-11-24T01:00:00Z')
const seconds = now.getTime() / 1000
const claims = { iss: `https://securetoken.google.com/${projectId}`, aud: projectId, sub: 'user-1' }
const dates = { iat: seconds, exp: seconds + 3600, auth_time: seconds }

let google: Awaited<ReturnType<typeof aGoogle>>
let verifier: GoogleJwksVerifier
beforeAll(async () => {
  google = await aGoogle()
  verifier = new GoogleJwksVerifier({ projectId, maxAgeSeconds: 300, keysAt: google.keysAt })
})
afterAll(() => google.close())

const verify = async (token: string | Promise<string>) => verifier.verify(await token, now)

test('a token of this project, just signed, is believed; the keys are fetched once', async () => {
  for (let n = 0; n < 5; n++)
    expect(await verify(google.token(now))).toEqual({
      issuer: claims.iss,
      subject: 'user-1',
      authTime: now,
      expiresAt: new Date((seconds + 3600) * 1000),
      way: 'password',
    })
  expect(google.timesFetched()).toBe(1)
})

test.each([
  [0, true],
  [299, true],
  [306, false],
])('T30 a token of %i seconds: %s', async (age, good) => {
  const token = google.token(now, { claims: { iat: seconds - age, auth_time: seconds - age } })
  expect((await verify(token)) !== null).toBe(good)
})

test.each([
  [5, true],
  [-5, true],
  [60, false],
])('T72 a clock that is %i seconds ahead: %s', async (ahead, good) => {
  const token = google.token(now, { claims: { iat: seconds + ahead, auth_time: seconds + ahead } })
  expect((await verify(token)) !== null).toBe(good)
})

describe('T28 forged tokens', () => {
  test('unsigned, as a stand-in of the provider makes them (T38)', async () => {
    expect(await verify(new UnsecuredJWT({ ...claims, ...dates }).encode())).toBeNull()
    const head = Buffer.from('{"alg":"None","typ":"JWT"}').toString('base64url')
    const body = Buffer.from(JSON.stringify({ ...claims, ...dates })).toString('base64url')
    expect(await verify(`${head}.${body}.`)).toBeNull()
  })

  test('signed with the public key as a shared secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(google.publicKey))
    const forged = new SignJWT({ ...claims, ...dates }).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret)
    expect(await verify(forged)).toBeNull()
  })

  test.each([
    ['under the name of a right one', { kid: 'key-1' }],
    ['that nobody knows', { kid: 'key-2' }],
    ['without a name', {}],
    ['that the token points to', { kid: 'key-1', jku: 'https://evil.example/keys' }],
  ])('signed with a key %s', async (_, header) => {
    const { privateKey } = await generateKeyPair('RS256')
    const forged = new SignJWT({ ...claims, ...dates }).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey)
    expect(await verify(forged)).toBeNull()
  })

  test('signed with a key that the token brings along', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const forged = new SignJWT({ ...claims, ...dates })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1', jwk: google.jwk })
      .sign(privateKey)
    expect(await verify(forged)).toBeNull()
  })

  test('that demand an extension which nobody understands', async () => {
    const [head = '', body, signature] = (await google.token(now)).split('.')
    const header = { ...JSON.parse(Buffer.from(head, 'base64url').toString()), crit: ['exp2'], exp2: 1 }
    const crit = Buffer.from(JSON.stringify(header)).toString('base64url')
    expect(await verify(`${crit}.${body}.${signature}`)).toBeNull()
  })

  test.each([
    ['for another project (T29)', { aud: 'une-to-sara-test', iss: 'https://securetoken.google.com/une-to-sara-test' }],
    ['for another audience', { aud: 'une-to-sara-test' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['of the session cookies', { iss: `https://session.firebase.google.com/${projectId}` }],
    ['that has ended', { exp: seconds - 6 }],
    ['for nobody', { sub: '' }],
    ['for a name that is too long', { sub: 'x'.repeat(129) }],
    ['of a sign-in to come', { auth_time: seconds + 60 }],
    ['with words for dates', { auth_time: 'now' }],
  ])('%s', async (_, wrong) => {
    expect(await verify(google.token(now, { claims: wrong }))).toBeNull()
  })

  test.each(['sub', 'iat', 'exp', 'auth_time', 'aud', 'iss'])('without %s', async (name) => {
    expect(await verify(google.token(now, { without: [name] }))).toBeNull()
  })

  test.each(['', 'a.b.c', 'not a token', '..', `${'x'.repeat(5000)}.y.z`])('garbage %#', async (garbage) => {
    expect(await verify(garbage)).toBeNull()
  })
})

test('T34 keys that cannot be fetched are reported as unavailable, and no token is accepted', async () => {
  const lost = new GoogleJwksVerifier({ projectId, maxAgeSeconds: 300, keysAt: 'http://127.0.0.1:9/keys' })
  await expect(lost.verify(await google.token(now), now)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
})
