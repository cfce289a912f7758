import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { GoogleJwksVerifier } from '../../app/infra/firebase/jwks-verifier.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { ProviderUnavailable } from '../../app/kernel/errors.ts'
import { type Firebase, firebaseIssuer } from '../../app/kernel/firebase.ts'
import { actorOf } from '../../app/modules/identity/session-store.server.ts'
import { answerSession } from '../../app/routes/auth/session-sync.server.ts'
import { requestCtx, requestFacts } from '../../app/web/request-context.ts'
import { noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aGoogle, anAccount, projectId, someAccounts } from '../support/google.ts'

/** The endpoint for a sign-in at the provider: GET, POST and DELETE of /api/auth/session. */

const database = testDatabase()
const here = 'https://une.example.jp'
const own = { origin: here }
let google: Awaited<ReturnType<typeof aGoogle>>
let firebase: Firebase
let serial = 0
const accounts = [anAccount()]

beforeAll(async () => {
  google = await aGoogle()
  firebase = {
    client: {
      apiKey: 'key',
      authDomain: 'auth.example.jp',
      projectId,
      appId: 'app',
      messagingSenderId: '1',
      syncUrl: '/api/auth/session',
      social: [],
    },
    verifier: new GoogleJwksVerifier({ projectId, maxAgeSeconds: 300, keysAt: google.keysAt }),
    accounts: someAccounts(accounts),
    issuer: firebaseIssuer(projectId),
  }
})
afterAll(() => google.close())

type Call = {
  headers?: Record<string, string>
  cookie?: string
  provider?: Firebase | null
  search?: string
  body?: string
}

async function call(method: string, { headers = {}, cookie, provider = firebase, search = '', body }: Call = {}) {
  const token = cookie ? cookie.slice(cookie.indexOf('=') + 1) : null
  const context = new RouterContextProvider()
  const ctx = { db: database.db, now: noon, firebase: provider }
  const actor = token ? await actorOf(ctx, token, 'cookie') : ({ kind: 'visitor' } as const)
  context.set(requestCtx, { ...ctx, actor })
  context.set(requestFacts, {
    ip: null,
    trustedProxies: 0,
    secureOrigin: here,
    requestId: 'request-1',
    environment: 'test',
    operator: operatorOf(readSettings({ APP_ENV: 'development' })),
    clientFolder: '.',
    files: { put: never, read: never, remove: never, list: never } as never,
    encryption: makeEncryption('x'.repeat(32)),
    loginMethods: { sms: null, social: [] },
    safeFetch: safeFetch({ allowLocal: false }),
    ringing: { channels: {}, line: null, pushKey: null },
    mail: { description: '', verify: async () => true },
    searchEngines: false,
    logError: () => {},
  })
  const request = new Request(`${here}/api/auth/session${search}`, {
    method,
    headers: { ...headers, ...(cookie && { cookie }), ...(body && { 'content-length': String(body.length) }) },
    ...(body && { body }),
  })
  const answer = await answerSession({ request, context })
  return { status: answer.status, headers: answer.headers, body: answer.status === 204 ? null : await answer.json() }
}
const never = () => Promise.reject(new Error('no files here'))

const shown = async () => ({
  authorization: `Bearer ${await google.token(noon, { claims: { jti: String(++serial) } })}`,
})
const cookieIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((it) => it.startsWith('__Host-sid='))
    ?.split(';')[0]

test('a sign-in is answered with the cookie, and with the page to go to', async () => {
  const opened = await call('POST', { headers: { ...own, ...(await shown()) } })
  expect(opened).toMatchObject({ status: 201, body: { status: 'email_verified', to: '/auth/user-type' } })
  expect(opened.headers.get('cache-control')).toBe('private, no-store')
  expect(opened.headers.getSetCookie()[0]).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax/)
  const cookie = cookieIn(opened.headers)
  expect(await call('GET', { ...(cookie && { cookie }) })).toMatchObject({
    status: 200,
    body: { user: { kind: 'person' }, status: 'email_verified', aal: 1 },
  })
})

test('T24 T25 a cookie that was there before is replaced, and the session behind it is over', async () => {
  const first = cookieIn((await call('POST', { headers: { ...own, ...(await shown()) } })).headers) ?? ''
  const planted = await call('POST', { headers: { ...own, ...(await shown()) }, cookie: '__Host-sid=planted' })
  expect(cookieIn(planted.headers)).not.toMatch(/planted/)
  accounts[0] = anAccount({ subject: 'user-2', email: 'user-2@example.jp' })
  const other = await google.token(noon, { claims: { sub: 'user-2' } })
  await call('POST', { headers: { ...own, authorization: `Bearer ${other}` }, cookie: first })
  accounts[0] = anAccount()
  expect((await call('GET', { cookie: first })).body).toEqual({ user: null, status: null, aal: 0 })
})

test('T51 where to go next is a page of ours', async () => {
  const to = async (returnTo: string) => {
    const search = `?returnTo=${encodeURIComponent(returnTo)}`
    return (await call('POST', { headers: { ...own, ...(await shown()) }, search })).body.to
  }
  expect(await to('/restaurant/cart?a=1')).toBe('/restaurant/cart?a=1')
  for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    expect(await to(evil)).toBe('/auth/user-type')
})

describe('T26 T27 of our own pages only', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another site that hides its name', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { origin: 'https://sub.une.example.jp' }],
    ['nobody knows where', {} as Record<string, string>],
  ])('%s', async (_, from) => {
    expect((await call('POST', { headers: { ...from, ...(await shown()) } })).status).toBe(403)
    expect((await call('DELETE', { headers: from })).status).toBe(403)
  })

  test('a page of ours that sends no referrer', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', ...(await shown()) }
    expect((await call('POST', { headers })).status).toBe(201)
  })

  test('a body, as a form would send one', async () => {
    const headers = { ...own, ...(await shown()), 'content-type': 'text/plain' }
    expect((await call('POST', { headers, body: 'a=b' })).status).toBe(415)
  })
})

test('refusals have their status, their word and a sentence', async () => {
  const refused = async (headers: Record<string, string>) => {
    const { status, body } = await call('POST', { headers: { ...own, ...headers } })
    expect(body.message).toMatch(/[ぁ-ん]/)
    return [status, body.code]
  }
  expect(await refused({})).toEqual([401, 'TOKEN_REFUSED'])
  expect(await refused({ authorization: 'Bearer htk_abc' })).toEqual([401, 'TOKEN_REFUSED'])
  const once = await shown()
  await call('POST', { headers: { ...own, ...once } })
  expect(await refused(once)).toEqual([401, 'TOKEN_REPLAYED'])
  accounts[0] = anAccount({ disabled: true })
  expect(await refused(await shown())).toEqual([403, 'ACCOUNT_DISABLED'])
  accounts[0] = anAccount()
})

test('T34 a provider that does not answer: 503, no cookie', async () => {
  const lost = {
    ...firebase,
    accounts: { ...firebase.accounts, ofToken: () => Promise.reject(new ProviderUnavailable('lost')) },
  }
  const answer = await call('POST', { headers: { ...own, ...(await shown()) }, provider: lost })
  expect(answer).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.headers.get('retry-after')).toBe('30')
})

test('DELETE ends the session, twice just as well, and clears what the browser keeps', async () => {
  const cookie = cookieIn((await call('POST', { headers: { ...own, ...(await shown()) } })).headers) ?? ''
  for (let n = 0; n < 2; n++) {
    const ended = await call('DELETE', { headers: own, cookie })
    expect(ended.status).toBe(204)
    expect(ended.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-sid=; .*Max-Age=0$/)])
  }
  expect((await call('GET', { cookie })).body.user).toBeNull()
})

test('with the embedded provider this sign-in does not exist, and the session can still be read', async () => {
  expect((await call('POST', { headers: { ...own, ...(await shown()) }, provider: null })).status).toBe(404)
  expect((await call('GET', { provider: null })).status).toBe(200)
  expect((await call('PUT', { headers: own })).status).toBe(405)
})
