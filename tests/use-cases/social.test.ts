import { decodeJwt, decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginMethodsOf } from '../../app/infra/login-methods/login-methods.server.ts'
import { appleSecret, oidcWay } from '../../app/infra/login-methods/oidc.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { enterWith } from '../../app/modules/identity/login-methods/enter-with.server.ts'
import {
  beginOAuth,
  finishOAuth,
  type OAuthPurpose,
} from '../../app/modules/identity/login-methods/oauth-journey.server.ts'
import { aPerson, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { type OidcServer, startOidcServer } from '../support/oidc-server.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const redirectUri = 'http://localhost:3999/auth/social/oidc/callback'
const people = [
  { sub: 'chef', email: 'Chef.New@example.jp', email_verified: true, name: '山田 花子' },
  { sub: 'stringly', email: 'stringly@example.jp', email_verified: 'true' },
  { sub: 'unproven', email: 'unproven@example.jp', email_verified: 'false' },
  { sub: 'zero', email: 'zero@example.jp', email_verified: 0 },
  { sub: 'missing', email: 'missing@example.jp' },
]
let server: OidcServer
beforeAll(async () => {
  server = await startOidcServer({ callback: redirectUri, people })
})
afterAll(() => server.close())

const asking = (now = noon) => ({ db: test_.db, now })
const way = (issuer = server.issuer) =>
  oidcWay({
    id: 'oidc',
    name: '料理組合',
    canProve: true,
    issuer,
    clientId: 'une-to-sara',
    secret: async () => 'secret-of-the-tests',
    scope: 'email profile',
    insecure: true,
  })
const from = { channel: 'cookie' as const, ip: null, userAgent: null }

const begin = (purpose: OAuthPurpose = 'enter', at = way()) =>
  beginOAuth(asking(), at, { purpose, personId: null, returnTo: '/restaurant/cart', redirectUri, ip: null })

/** A browser at the service: follows redirects with its cookies, presses one button, and returns with the response. */
async function through(url: URL, pressed: Record<string, string>): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let [next, body] = [url, null as URLSearchParams | null]
  for (let hops = 0; hops < 10; hops++) {
    const answer = await fetch(next, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      body,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const to = answer.headers.get('location')
    body = null
    if (!to) body = new URLSearchParams(pressed)
    else next = new URL(to, next)
    if (next.href.startsWith(redirectUri)) return next.searchParams
  }
  throw new Error('the service leads nowhere')
}
const arrive = (ticket: string | null, answered: URLSearchParams, now = noon) =>
  finishOAuth(asking(now), way(), { ticket, answered, redirectUri })
async function journey(sub: string, purpose: OAuthPurpose = 'enter') {
  const { url, ticket } = must(await begin(purpose))
  return { ticket, answered: await through(url, { sub }) }
}

test('a sign-in with PKCE, state and nonce; a user with a confirmed address', async () => {
  const { url, ticket } = must(await begin())
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  expect(url.href).not.toContain('secret-of-the-tests')
  const { verified, returnTo } = must(await arrive(ticket, await through(url, { sub: 'chef' })))
  expect(returnTo).toBe('/restaurant/cart')
  expect(verified).toMatchObject({ issuer: server.issuer, subject: 'chef', emailVerified: true, name: '山田 花子' })
  expect(must(await enterWith(asking(), verified, from))).toMatchObject({ isNew: true, email: 'chef.new@example.jp' })
})

test.each([
  ['stringly', true],
  ['unproven', false],
  ['zero', false],
  ['missing', false],
])('what %s says of the address counts: %s (T61)', async (sub, proven) => {
  const { ticket, answered } = await journey(sub)
  const { verified } = must(await arrive(ticket, answered))
  expect(verified.emailVerified).toBe(proven)
  const entered = must(await enterWith(asking(), verified, from))
  expect(entered).toMatchObject({ email: proven ? `${sub}@example.jp` : null })
})

test('an address of an existing account is not linked automatically', async () => {
  await aPerson(test_.db, '山田')
  await test_.db.updateTable('people').set({ email: 'taken@example.jp' }).where('name', '=', '山田').execute()
  const { ticket, answered } = await journey('stringly')
  const { verified } = must(await arrive(ticket, answered))
  const asTaken = { ...verified, subject: 'another', email: 'taken@example.jp' }
  expect(await enterWith(asking(), asTaken, from)).toMatchObject({ refusal: 'use_first_way' })
})

test('without a ticket, with another’s state, a second time, too late: begin again (T71)', async () => {
  const [mine, other] = [await journey('chef'), await journey('chef')]
  expect(await arrive(null, mine.answered)).toMatchObject({ refusal: 'begin_again' })
  expect(await arrive(mine.ticket, other.answered)).toMatchObject({ refusal: 'begin_again' })
  expect(await arrive(mine.ticket, mine.answered)).toMatchObject({ refusal: 'begin_again' })
  expect(await arrive(other.ticket, other.answered)).toMatchObject({ ok: true })
  expect(await arrive(other.ticket, other.answered)).toMatchObject({ refusal: 'begin_again' })
  const late = await journey('chef')
  expect(await arrive(late.ticket, late.answered, addMinutes(noon, 16))).toMatchObject({ refusal: 'begin_again' })
})

test('a code that was used, or was given to another journey, is not accepted (T71)', async () => {
  const [used, fresh] = [await journey('chef'), must(await begin())]
  must(await arrive(used.ticket, used.answered))
  const state = fresh.url.searchParams.get('state') ?? ''
  const stolen = new URLSearchParams({ ...Object.fromEntries(used.answered), state })
  expect(await arrive(fresh.ticket, stolen)).toMatchObject({ refusal: 'not_accepted' })
  const [a, b] = [await journey('chef'), must(await begin())]
  const injected = new URLSearchParams({
    ...Object.fromEntries(a.answered),
    state: b.url.searchParams.get('state') ?? '',
  })
  expect(await arrive(b.ticket, injected)).toMatchObject({ refusal: 'not_accepted' })
})

test('a user who declines has cancelled; a service that does not answer is unavailable', async () => {
  const { url, ticket } = must(await begin())
  expect(await arrive(ticket, await through(url, { no: '1' }))).toMatchObject({ refusal: 'cancelled' })
  expect(await begin('enter', way('http://127.0.0.1:9'))).toMatchObject({ refusal: 'unreachable' })
})

test('asked once more, it asks for a new proof, and an old one does not count', async () => {
  const { url, ticket } = must(await begin('prove'))
  expect(url.searchParams.get('prompt')).toBe('login')
  const { verified } = must(await arrive(ticket, await through(url, { sub: 'chef' })))
  expect(noon.getTime() - verified.authTime.getTime()).toBeLessThan(10_000)
  const old = {
    ...way(),
    finish: async () => ({
      issuer: 'x',
      subject: 'x',
      email: null,
      emailVerified: false,
      name: null,
      authAgeMs: 120_000,
    }),
  }
  const again = must(await begin('prove'))
  const answered = new URLSearchParams({ state: again.url.searchParams.get('state') ?? '' })
  const refused = await finishOAuth(asking(), old, { ticket: again.ticket, answered, redirectUri })
  expect(refused).toMatchObject({ refusal: 'not_accepted' })
})

test('Apple is given a secret that we sign, for five minutes', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const secret = await appleSecret({ teamId: 'TEAM', keyId: 'KEY', clientId: 'jp.example.market', privateKey })
  expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: 'KEY' })
  const { iat = 0, exp = 0 } = decodeJwt(secret)
  expect(exp - iat).toBe(300)
  const { payload } = await jwtVerify(secret, publicKey, { audience: 'https://appleid.apple.com', issuer: 'TEAM' })
  expect(payload.sub).toBe('jp.example.market')
})

test('only what is set up whole is offered, in the order that was named', () => {
  const some = {
    APP_ENV: 'development',
    IDENTITY_SOCIAL: 'line, google,apple,oidc',
    IDENTITY_GOOGLE_CLIENT_ID: 'id',
    IDENTITY_GOOGLE_CLIENT_SECRET: 'secret',
    IDENTITY_LINE_CLIENT_ID: 'id',
    IDENTITY_LINE_CLIENT_SECRET: 'secret',
    IDENTITY_APPLE_CLIENT_ID: 'id',
  }
  const { social, sms } = loginMethodsOf(readSettings(some))
  expect(social.map(({ id }) => id)).toEqual(['line', 'google'])
  expect(sms).toMatchObject({ kind: 'kept' })
  expect(loginMethodsOf(readSettings({ APP_ENV: 'development' })).social).toEqual([])
  expect(() => readSettings({ IDENTITY_SOCIAL: 'myspace' })).toThrow(/IDENTITY_SOCIAL/)
})
