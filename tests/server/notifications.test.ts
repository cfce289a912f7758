import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunningApp } from '../support/running-app.ts'

/** What the built program publishes about itself: licences of others, and where to report vulnerabilities. */

const site = 'https://market.example.jp'
let app: RunningApp
beforeAll(async () => {
  app = await RunningApp.start(600, { APP_ORIGIN: site, OPERATOR_EMAIL: 'hello@market.example.jp' })
}, 240_000)
afterAll(() => app.end(), 30_000)

test('the licence of every package whose code reaches the browser is served, and the page of the law leads there', async () => {
  const answer = await fetch(`${app.origin}/third-party-notices.txt`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const notifications = await answer.text()
  const bundled = ['packages', 'service-worker-packages'].flatMap((name): { name: string; version: string }[] =>
    JSON.parse(readFileSync(`build/client/.vite/${name}.json`, 'utf8')),
  )
  const listed = notifications.split('\n').map((line) => line.replace(/ \(.*\)$/, ''))
  expect(listed).toEqual(expect.arrayContaining(bundled.map(({ name, version }) => `${name} ${version}`)))
  for (const name of [
    'react',
    'react-dom',
    'react-router',
    'react-aria-components',
    'lucide-react',
    'serwist',
    'tailwindcss',
  ])
    expect(listed.filter((line) => line.startsWith(`${name} `))).toHaveLength(1)
  for (const text of ['SIL OPEN FONT LICENSE', 'Noto Emoji', 'Permission is hereby granted, free of charge'])
    expect(notifications).toContain(text)
  expect(await (await fetch(`${app.origin}/restaurant/law`)).text()).toContain('href="/third-party-notices.txt"')
})

test('security.txt says where to report, for less than a year, and its addresses answer', async () => {
  const answer = await fetch(`${app.origin}/.well-known/security.txt`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/))
  const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value = '']) => value)
  expect(valuesOf('Contact')).toEqual(['mailto:hello@market.example.jp', `${site}/restaurant/Inquiry`])
  expect(valuesOf('Preferred-Languages')).toEqual(['ja, en'])
  expect(valuesOf('Canonical')).toEqual([`${site}/.well-known/security.txt`])
  const [expires = ''] = valuesOf('Expires')
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
  const [policy = ''] = valuesOf('Policy')
  const text = await (await fetch(policy.replace(site, app.origin))).text()
  expect(text).toBe(readFileSync('SECURITY.md', 'utf8'))
})

test.each([
  '/healthz',
  '/favicon.svg',
  '/offline.html',
  '/sw.js',
  '/robots.txt',
  '/api/openapi.json',
  '/api/docs',
  '/api/nowhere',
  '/assets/nowhere.js',
  '/restaurant/law',
  '/nowhere',
])('%s carries the headers that keep its contents to itself', async (path) => {
  const { headers } = await fetch(app.origin + path)
  expect(headers.get('content-security-policy')).toMatch(/base-uri 'none'/)
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('content-type')).toMatch(
    /; ?charset=utf-8$|^(image|font)\/|^application\/json$|^text\/javascript$/i,
  )
})

test('a script and a sheet of the build carry only the headers that matter for one', async () => {
  const page = await (await fetch(`${app.origin}/restaurant/law`)).text()
  for (const kind of ['js', 'css']) {
    const [file = 'none'] = new RegExp(`/assets/[\\w.-]+\\.${kind}`).exec(page) ?? []
    const { status, headers } = await fetch(app.origin + file, { headers: { 'accept-encoding': 'br' } })
    expect(status, file).toBe(200)
    const transport = ['connection', 'date', 'keep-alive']
    expect([...headers.keys()].filter((name) => !transport.includes(name))).toEqual([
      'cache-control',
      'content-encoding',
      'content-length',
      'content-type',
      'vary',
      'x-content-type-options',
    ])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('br')
  }
})

test.each(['/.git/config', '/package.json', '/.vite/packages.json', '/assets/', '/fonts/', '/pictures/', '/build/'])(
  '%s is not there: nothing is served but the files of the build, and no folder is listed',
  async (path) => {
    expect((await fetch(app.origin + path)).status).toBe(404)
  },
)

test('TRACE gives back nothing of what was sent', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>()
  const headers = { cookie: '__Host-sid=secret-of-the-browser' }
  const call = request(app.origin, { method: 'TRACE', headers }, (answer) => {
    let body = ''
    answer.on('data', (part) => (body += String(part)))
    answer.on('end', () => resolve({ status: answer.statusCode, body }))
  })
  call.on('error', reject).end()
  const { status, body } = await promise
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body).not.toContain('secret-of-the-browser')
})
