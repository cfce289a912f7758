import { createServer, type RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunningApp } from '../support/running-app.ts'

/**
 * Sign-in with another service, on the built program, when the service fails. The failure is an error class of ours,
 * thrown by the adapter and recognised by the use case: both have to use the same module.
 */

type Failing = { issuer: string; tokenAnswer: { status: number; body: string }; discovers: boolean }

const service: Failing = { issuer: '', tokenAnswer: { status: 500, body: '' }, discovers: true }
const answer: RequestListener = (request, response) => {
  const { issuer, discovers, tokenAnswer } = service
  if (request.url === '/token') return void response.writeHead(tokenAnswer.status, json).end(tokenAnswer.body)
  if (!discovers) return void response.writeHead(503).end()
  response.writeHead(200, json).end(
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
}
const json = { 'content-type': 'application/json' }
const http = createServer(answer)
let app: RunningApp

beforeAll(async () => {
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const address = http.address()
  service.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  app = await RunningApp.start(600, {
    IDENTITY_SOCIAL: 'oidc',
    IDENTITY_OIDC_ISSUER: service.issuer,
    IDENTITY_OIDC_CLIENT_ID: 'une-to-sara',
    IDENTITY_OIDC_CLIENT_SECRET: 'secret-of-the-tests',
    IDENTITY_OIDC_NAME: '料理組合',
  })
}, 240_000)
afterAll(async () => {
  http.close()
  await app?.end()
}, 30_000)

const get = (path: string, cookie = '') => fetch(app.origin + path, { redirect: 'manual', headers: { cookie } })
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')

async function comeBackWith(answered: Record<string, string>) {
  const begun = await get('/auth/social/oidc')
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  return get(`/auth/social/oidc/callback?${new URLSearchParams({ state, ...answered })}`, cookiesOf(begun))
}

test('T92 a service that cannot be reached leads back to the sign-in, with a sentence', async () => {
  service.discovers = false
  const begun = await get('/auth/social/oidc')
  service.discovers = true
  expect([begun.status, begun.headers.get('location')]).toEqual([302, '/auth/signIn'])
  const page = await get('/auth/signIn', cookiesOf(begun))
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('料理組合')
})

test.each([
  ['fails', { status: 500, body: '' }, { code: 'a-code' }, 503],
  ['refuses the code', { status: 400, body: '{"error":"invalid_grant"}' }, { code: 'a-code' }, 400],
  ['answers no JSON', { status: 200, body: 'not JSON' }, { code: 'a-code' }, 400],
  [
    'sends an ID token that is none',
    { status: 200, body: '{"access_token":"x","token_type":"bearer","id_token":"x"}' },
    { code: 'a-code' },
    400,
  ],
  ['says that the person did not want to', { status: 500, body: '' }, { error: 'access_denied' }, 400],
  ['says that it cannot now', { status: 500, body: '' }, { error: 'temporarily_unavailable' }, 503],
])('T92 a service that %s shows the page that says what to do', async (_, tokenAnswer, answered, status) => {
  service.tokenAnswer = tokenAnswer
  const page = await comeBackWith(answered)
  expect(page.status).toBe(status)
  const text = await page.text()
  expect(text).toContain('サインインできませんでした')
  expect(text).toContain('料理組合')
})
