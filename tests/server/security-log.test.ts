import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityEventOf } from '../../server/security-log.ts'
import { RunningApp } from '../support/running-app.ts'

let app: RunningApp
beforeAll(async () => {
  app = await RunningApp.start(600, { LOG_LEVEL: 'info' })
}, 240_000)
afterAll(() => app?.end(), 30_000)

test.each([
  ['POST', '/auth/signIn', 302, 'authentication accepted'],
  ['POST', '/auth/signIn.data', 422, 'authentication refused'],
  ['POST', '/api/auth/tokens', 401, 'authentication refused'],
  ['POST', '/admin/signin/code', 400, 'authentication refused'],
  ['POST', '/auth/signup/draft', 200, null],
  ['GET', '/auth/signIn', 200, null],
  ['POST', '/auth/signIn', 429, 'limit reached'],
  ['GET', '/api/orders/1', 404, 'not there, or not allowed'],
  ['POST', '/restaurant/cart', 404, 'not there, or not allowed'],
  ['GET', '/nowhere', 404, null],
  ['GET', '/admin', 403, 'access refused'],
  ['GET', '/api/me', 401, 'access refused'],
  ['POST', '/api/purchases', 409, null],
])('%s %s answered with %i: %s', (method, path, status, event) => {
  expect(securityEventOf({ method, path, status })).toBe(event)
})

test('attempts to sign in and refusals are in the log with time, address and request; secrets are not', async () => {
  const tried = await fetch(`${app.origin}/api/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'chef@example.jp', password: 'a-wrong-password\n{"level":60}' }),
  })
  const secret = 'A'.repeat(43)
  const asked = await fetch(`${app.origin}/api/me`, { headers: { authorization: `Bearer htk_${secret}` } })
  await fetch(`${app.origin}/a/${secret}`, { method: 'POST', headers: { origin: app.origin } })
  await expect
    .poll(() =>
      app.output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    )
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          msg: 'authentication refused',
          status: 401,
          method: 'POST',
          path: '/api/auth/tokens',
          ip: expect.stringMatching(/127\.0\.0\.1$/),
          requestId: tried.headers.get('x-request-id'),
          time: expect.any(Number),
        }),
        expect.objectContaining({ msg: 'access refused', requestId: asked.headers.get('x-request-id') }),
      ]),
    )
  expect(app.output).not.toContain('a-wrong-password')
  expect(app.output).not.toContain(secret)
  expect(app.output).not.toContain('chef@example.jp"')
})
