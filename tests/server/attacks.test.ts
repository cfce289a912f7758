import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, RunningApp } from '../support/running-app.ts'

/** Attacks on the app as operators start it, behind one proxy; numbers as in docs/security.md. */

let app: RunningApp
beforeAll(async () => {
  app = await RunningApp.start(600, { TRUSTED_PROXIES: '1' })
}, 240_000)
afterAll(() => app?.end(), 30_000)

let networks = 0
/** A network without earlier attempts, as the proxy in front of us saw it. */
const anywhere = () => `198.18.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`

type Sent = { headers?: Record<string, string>; body?: string; from?: string }

const send = (method: string, path: string, { headers, body, from = anywhere() }: Sent = {}) =>
  fetch(app.origin + path, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': from, ...headers },
    ...(body !== undefined && { body }),
  })

const ours = () => ({ origin: app.origin })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const typed = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const signIn = (email: string, { secret = password, headers = {}, search = '' } = {}) =>
  send('POST', `/auth/signIn${search}`, {
    headers: { ...ours(), ...form, ...headers },
    body: typed({ email, password: secret }),
  })
const askForToken = (email: string, secret: string, from?: string) =>
  send('POST', '/api/auth/tokens', {
    headers: json,
    body: JSON.stringify({ email, password: secret }),
    ...(from !== undefined && { from }),
  })

/** The cookie of a new session, as the browser sends it back. */
async function cookieOf(email: string): Promise<string> {
  const answer = await signIn(email)
  const cookie = answer.headers.getSetCookie().find((set) => set.startsWith('__Host-sid='))
  if (!cookie) throw new Error(`no session for ${email}: ${answer.status}`)
  return cookie.split(';')[0] ?? ''
}

describe('trying passwords', () => {
  test('T19 unknown, wrong and suspended are one answer, byte for byte; the right password is another one', async () => {
    const database = await app.database()
    await database.pool.query(`update people set suspended_at = now() where email = 'farmer3@example.jp'`)
    const answers = [
      await askForToken('nobody-at-all@example.jp', 'wrong-password'),
      await askForToken('chef@example.jp', 'wrong-password'),
      await askForToken('farmer3@example.jp', password),
      await askForToken('admin@example.jp', password),
    ]
    await database.pool.query(`update people set suspended_at = null where email = 'farmer3@example.jp'`)
    await database.close()
    const facts = await Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        headers: [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
        body: await answer.text(),
      })),
    )
    expect(facts[0]?.status).toBe(401)
    for (const fact of facts) expect(fact).toEqual(facts[0])
    expect((await askForToken('chef@example.jp', password)).status).toBe(201)
  })

  test('T22 of thirty wrong ones at once from one network exactly twenty are looked at', async () => {
    const from = anywhere()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => askForToken(`nobody-${index}@example.jp`, 'wrong-password', from)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status === 429))
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test.each([
    ['an address that the client writes before the proxy’s', (n: number) => `203.0.113.${n}, 198.19.0.1`],
    ['another address of the client’s own 2^64', (n: number) => `2001:db8:77:1::${n.toString(16)}`],
    ['the last half of an address', (n: number) => `2001:db8:77:2:${n}:ffff:0:1`],
  ])('T23 %s does not help', async (_, addressFor) => {
    const statuses: number[] = []
    for (let n = 1; n <= 21; n++)
      statuses.push((await askForToken(`unknown-user-${n}@example.jp`, 'wrong-password', addressFor(n))).status)
    expect(statuses).toEqual([...Array(20).fill(401), 429])
  })

  test('T91 the page and its data say after how many seconds to come back', async () => {
    const from = anywhere()
    for (let n = 0; n < 20; n++) await askForToken(`nobody-${n}@example.jp`, 'wrong-password', from)
    for (const path of ['/auth/signIn', '/auth/signIn.data']) {
      const body = typed({ email: 'nobody@example.jp', password: 'wrong-password' })
      const answer = await send('POST', path, { headers: { ...ours(), ...form }, body, from })
      expect([path, answer.status]).toEqual([path, 429])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    const unknown = await Promise.all(Array.from({ length: 61 }, () => send('GET', '/trace/00000000000', { from })))
    const late = unknown.filter(({ status }) => status === 429)
    expect(late).toHaveLength(1)
    expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('T87 requests that do not come through the proxy share one count', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const body = JSON.stringify({ email: `direct-${n}@example.jp`, password: 'wrong-password' })
        return (await fetch(`${app.origin}/api/auth/tokens`, { method: 'POST', headers: json, body })).status
      }),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('a right password does not count as an attempt: many users behind one address can sign in', async () => {
    const from = anywhere()
    for (let n = 0; n < 25; n++) expect((await askForToken('chef@example.jp', password, from)).status).toBe(201)
  })

  test('T70 eighty at once: some are told at once to wait, none gets a 500, and pages are still served', async () => {
    const page = async () => expect((await send('GET', '/auth/signIn')).status).toBe(200)
    await page()
    let answered = 0
    const logins = Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        askForToken(`crowd-${index}@example.jp`, 'wrong-password').finally(() => answered++),
      ),
    )
    await page()
    expect(answered).toBeLessThan(80) // the page did not wait for the crowd
    for (let n = 0; n < 9; n++) await page()
    const answers = await logins
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
    for (const answer of answers.filter(({ status }) => status === 503))
      expect(answer.headers.get('retry-after')).toBe('5')
    expect((await signIn('chef@example.jp')).status).toBe(302)
  })
})

describe('other people’s pages', () => {
  const state = (cookie: string, headers: Record<string, string>, body = typed({ intent: 'devices' })) =>
    send('POST', '/profile', { headers: { cookie, ...form, ...headers }, body })

  test.each([
    ['an evil origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['Origin: null', { origin: 'null' }],
    ['Origin: null from another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['no origin', {}],
    ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }],
    ['no origin, from a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('T26 a form with %s is refused', async (_, headers) => {
    expect((await state(await cookieOf('owner@example.jp'), headers)).status).toBe(403)
  })

  test('T26 the API takes JSON alone: no plain text, no form, no body without a type', async () => {
    const cookie = await cookieOf('owner@example.jp')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        (
          await send('PUT', '/api/cart/wished-day', {
            headers: { cookie, ...ours(), 'content-type': type },
            body: '{"day":null}',
          })
        ).status,
      ).toBe(415)
    const evil = { cookie, origin: 'https://evil.example', ...json }
    expect((await send('PUT', '/api/cart/wished-day', { headers: evil, body: '{}' })).status).toBe(403)
  })

  test('T27 a form of another site cannot sign a user in', async () => {
    const answer = await signIn('chef@example.jp', { headers: { origin: 'https://evil.example' } })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
  })

  test('T59 with a cookie and a bearer token the rules of the cookie hold', async () => {
    const cookie = await cookieOf('chef@example.jp')
    const { token } = (await (await askForToken('chef@example.jp', password)).json()) as { token: string }
    const both = { cookie, authorization: `Bearer ${token}`, ...json }
    const put = (headers: Record<string, string>) =>
      send('DELETE', '/api/cart/lines/01920000-0000-7000-8000-000000000000', { headers }).then(({ status }) => status)
    expect(await put(both)).toBe(403)
    expect(await put({ ...both, origin: 'https://evil.example' })).toBe(403)
    expect([401, 403, 415]).not.toContain(await put({ ...both, ...ours() }))
    expect([401, 403, 415]).not.toContain(await put({ authorization: both.authorization, ...json }))
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '%2F%2Fevil.example',
    '/%09/evil.example',
    'https:evil.example',
    '@evil.example',
    '/..//evil.example',
  ])('T51 returnTo=%s leads home', async (to) => {
    const answer = await signIn('chef@example.jp', { search: `?returnTo=${encodeURIComponent(to)}` })
    const leads = new URL(answer.headers.get('location') ?? '', app.origin)
    expect(leads.origin).toBe(app.origin)
    expect(leads.pathname.startsWith('//')).toBe(false)
    expect(leads.href).not.toContain('//evil')
  })
})

describe('sessions', () => {
  test('T24 a session that an attacker put into the browser is replaced at sign-in, and is never valid', async () => {
    const preset = '__Host-sid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const answer = await signIn('chef@example.jp', { headers: { cookie: preset } })
    const [given = ''] = (answer.headers.getSetCookie().find((set) => set.startsWith('__Host-sid=')) ?? '').split(';')
    expect(given).not.toBe(preset)
    expect((await send('GET', '/api/me', { headers: { cookie: preset } })).status).toBe(401)
    expect((await send('GET', '/api/me', { headers: { cookie: given } })).status).toBe(200)
  })

  test('T25 the session of before ends when the same browser signs in again', async () => {
    const before = await cookieOf('chef@example.jp')
    await signIn('chef@example.jp', { headers: { cookie: before } })
    expect((await send('GET', '/api/me', { headers: { cookie: before } })).status).toBe(401)
  })

  test('the cookie is out of reach of scripts, of other sites and of other hosts', async () => {
    const sets = (await signIn('chef@example.jp')).headers.getSetCookie()
    const session = sets.find((set) => set.startsWith('__Host-sid=')) ?? ''
    for (const word of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']) expect(session).toContain(word)
    expect(session).not.toMatch(/domain=/i)
  })

  test('T57 the token stands in no page, no data and no answer, and nothing is kept on the way', async () => {
    const cookie = await cookieOf('chef@example.jp')
    const secret = cookie.slice('__Host-sid='.length)
    expect(secret).toHaveLength(43)
    for (const path of ['/restaurant', '/profile', '/profile.data', '/profile/tokens', '/api/me', '/restaurant/cart']) {
      const answer = await send('GET', path, { headers: { cookie } })
      expect([path, answer.headers.get('cache-control')]).toEqual([path, expect.stringContaining('no-store')])
      expect(await answer.text()).not.toContain(secret)
      expect(answer.headers.get('location') ?? '').not.toContain(secret)
    }
  })

  test('T58 neither the session nor the tokens can be read from the database', async () => {
    const cookie = await cookieOf('chef@example.jp')
    const pair = (await (await askForToken('chef@example.jp', password)).json()) as Record<string, string>
    const database = await app.database()
    const tables = ['sessions', 'refresh_tokens', 'one_time_codes', 'events', 'throttle', 'mails']
    const dumps = await Promise.all(
      tables.map((table) => database.pool.query(`select coalesce(json_agg(t)::text, '') dump from ${table} t`)),
    )
    await database.close()
    const dump = dumps.map(({ rows }) => rows[0].dump).join('')
    for (const secret of [cookie.slice(11), pair.token?.slice(4) ?? '', pair.refreshToken?.slice(4) ?? '']) {
      expect(secret).toHaveLength(43)
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })
})

describe('doors', () => {
  test('T44 a farmer buys nothing, a chef ships nothing, and neither sees the administration', async () => {
    const [farmer, chef] = [await cookieOf('farmer@example.jp'), await cookieOf('chef@example.jp')]
    const get = (path: string, cookie: string) => send('GET', path, { headers: { cookie } })
    expect((await get('/api/cart', farmer)).status).toBe(403)
    expect((await get('/api/farm/work', chef)).status).toBe(403)
    for (const cookie of [farmer, chef])
      for (const path of ['/admin', '/admin/users', '/admin/users.csv', '/admin/audit', '/admin/orders.csv']) {
        const answer = await get(path, cookie)
        expect([path, answer.status, answer.headers.get('location') ?? '']).toEqual([
          path,
          302,
          expect.stringMatching(/^\/admin\/signin/),
        ])
      }
  })

  test('T45 neither the password nor the cookie of one realm is accepted in the other, with the same message', async () => {
    const staffEntry = (email: string) =>
      send('POST', '/admin/signin', { headers: { ...ours(), ...form }, body: typed({ email, password }) })
    const [person, nobody] = [await staffEntry('chef@example.jp'), await staffEntry('nobody@example.jp')]
    expect([person.status, nobody.status]).toEqual([401, 401])
    expect(person.headers.getSetCookie()).toEqual(nobody.headers.getSetCookie())
    expect((await signIn('admin@example.jp')).status).toBe(401)
    const secret = (await cookieOf('chef@example.jp')).slice('__Host-sid='.length)
    const asStaff = await send('GET', '/admin', { headers: { cookie: `__Host-adm=${secret}` } })
    expect(asStaff.headers.get('location')).toMatch(/^\/admin\/signin/)
  })

  test.each([
    '/foo',
    '/foo/updateEmail',
    '/%2e%2e/updateEmail',
    '/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/%3Cscript%3Ealert(1)%3C%2Fscript%3E/updateEmail',
  ])('T52 %s is not found, and comes back nowhere', async (path) => {
    const answer = await send('GET', path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('<script>alert(1)')
  })

  test('T52 robots.txt is itself', async () => {
    const answer = await send('GET', '/robots.txt')
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/user-agent/i)])
  })

  test.each([
    '/api/auth',
    '/api/auth/signin',
    '/api/auth/sign-up/email',
    '/api/auth/list-sessions',
    '/api/auth/token',
    '/api/auth/tokens/all',
    '/api/auth/admin/set-role',
    '/api/admin/users',
  ])('T66 %s does not exist', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect([method, (await send(method, path, { headers: json })).status]).toEqual([method, 404])
  })

  test('T66 /api/auth/session states the signed-in user, and opens no session with the embedded provider', async () => {
    const path = '/api/auth/session'
    const asked = await send('GET', path)
    expect([asked.status, await asked.json()]).toEqual([200, { user: null, status: null, aal: 0 }])
    expect((await send('POST', path, { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(404)
  })
})
