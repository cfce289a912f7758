import { spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { password, RunningApp } from '../support/running-app.ts'

/** The app as operators start it: behind a proxy, in production, with a wrong setting. */

let app: RunningApp | null = null
afterEach(async () => {
  await app?.end()
  app = null
}, 30_000)

const signIn = (origin: string, from: string) =>
  fetch(`${origin}/auth/signIn`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: from, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'chef@example.jp', password }),
  })

test('behind a proxy that terminates TLS, forms of our own pages are accepted and others are not', async () => {
  app = await RunningApp.start(600, { APP_ORIGIN: 'https://market.example.jp/' })
  const ours = await signIn(app.origin, 'https://market.example.jp')
  expect(ours.status).toBe(302)
  expect(ours.headers.get('location')).toBe('/restaurant')
  expect(ours.headers.get('strict-transport-security')).toMatch(/max-age/)
  expect((await signIn(app.origin, 'https://elsewhere.example')).status).toBe(403)
}, 240_000)

test('pages carry a policy under which only scripts with their nonce run', async () => {
  app = await RunningApp.start()
  // the home page is kept for all visitors and has hashes instead (shared-pages.test.ts)
  const page = await fetch(`${app.origin}/auth/signIn`)
  const policy = page.headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const html = await page.text()
  expect(policy).toContain(`frame-ancestors 'none'`)
  // data for search engines is not an executable script
  const scripts = (html.match(/<script[^>]*>/g) ?? []).filter((tag) => !tag.includes('application/ld+json'))
  expect(scripts.length).toBeGreaterThan(2)
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
}, 240_000)

test('the service worker is asked for anew each time, and a page says for whom it is', async () => {
  app = await RunningApp.start()
  const worker = await fetch(`${app.origin}/sw.js`)
  expect(worker.status).toBe(200)
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-type')).toMatch(/javascript/)
  expect(await worker.text()).not.toContain('__SW_MANIFEST')
  expect((await fetch(app.origin)).headers.get('content-security-policy')).toContain(`worker-src 'self'`)
  expect((await fetch(`${app.origin}/restaurant/products`)).headers.get('x-kept-for')).toBeNull()
  const cookie = (await signIn(app.origin, app.origin)).headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
  const home = await fetch(`${app.origin}/restaurant`, { headers: { cookie } })
  expect(home.headers.get('x-kept-for')).toMatch(/^[\w-]{22}$/)
}, 240_000)

test('production has no demo data and no demo person', async () => {
  app = await RunningApp.startFresh({
    APP_ENV: 'production',
    APP_ORIGIN: 'https://market.example.jp',
    DEMO_PASSWORD: '',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    AUTH_SECRET: 'q7Vf2ZpX0sLw9TnRb4KdYc6MhJg1EaUe',
    TRUSTED_PROXIES: '1',
    MAIL_FROM: '畝と皿 <info@market.example.jp>',
    OPERATOR_NAME: '株式会社うねとさら',
    OPERATOR_REPRESENTATIVE: '畑野 実',
    OPERATOR_ADDRESS: '東京都千代田区九段北1-99-9',
    OPERATOR_PHONE: '03-1234-5678',
    OPERATOR_EMAIL: 'info@une.example.jp',
    OPERATOR_REGISTRATION_NUMBER: 'none',
    SUPPORT_HOURS: '平日 9:00〜17:00',
    PAY_TO: 'みほん銀行/本店/普通/1234567/カ）ミホンイチバ',
  })
  const database = await app.database()
  const { rows } = await database.pool.query(
    'select (select count(*)::int from people) people, (select count(*)::int from farms) farms, (select count(*)::int from admins) admins',
  )
  await database.close()
  expect(rows).toEqual([{ people: 0, farms: 0, admins: 0 }])
  expect((await signIn(app.origin, 'https://market.example.jp')).status).toBe(401)
  for (const path of ['/test', '/test/check', '/test/mails', '/test/codes']) {
    const page = await fetch(app.origin + path, { redirect: 'manual' })
    expect([path, page.status === 404 || page.headers.get('location')?.startsWith('/admin/signin')]).toEqual([
      path,
      true,
    ])
  }
}, 240_000)

test('the password that is set is the one that works, also after the first start', async () => {
  app = await RunningApp.start()
  await app.kill()
  const again = await RunningApp.startIn(app.folder, 600, { DEMO_PASSWORD: 'another-password-2' })
  expect((await signIn(again.origin, again.origin)).status).toBe(401)
  await again.kill()
}, 240_000)

test('a wrong setting stops the start and is named', () => {
  const { status, stderr } = spawnSync(process.execPath, ['build/server/main.js'], {
    env: { ...process.env, APP_ENV: 'production', APP_ORIGIN: 'http://market.example.jp' },
    encoding: 'utf8',
  })
  expect(status).toBe(78)
  expect(stderr).toMatch(/^APP_ORIGIN: /m)
  expect(stderr).toMatch(/^TRUSTED_PROXIES: production has to say how many/m)
})
