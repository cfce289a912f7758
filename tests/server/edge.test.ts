import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, RunningApp } from '../support/running-app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The edge of the built program, behind a proxy that terminates https; numbers as in docs/security.md. */

const site = 'https://market.example.jp'
let app: RunningApp
beforeAll(async () => {
  const folder = await temporaryFolder('app')
  await mkdir(join(folder, 'files'), { mode: 0o755 })
  await writeFile(join(folder, 'auth-secret'), 'q7Vf2ZpX0sLw9TnRb4KdYc6MhJg1EaUe')
  await chmod(join(folder, 'auth-secret'), 0o644)
  app = await RunningApp.startIn(folder, 600, { APP_ORIGIN: site, LOG_LEVEL: 'debug' })
}, 240_000)
afterAll(() => app?.end(), 30_000)

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
type Sent = { headers?: Record<string, string>; body?: string | Uint8Array }

/** Unchanged: fetch would normalise a path, and refuse a body with GET. */
function send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(app.origin)
  return new Promise((answered, failed) => {
    const call = httpRequest({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => answered({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    call.on('error', failed)
    call.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: site }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send('POST', path, { headers: { ...form, accept: 'text/html', ...headers }, body: `${new URLSearchParams(fields)}` })

const cookiesOf = ({ headers }: Answer) => headers['set-cookie'] ?? []
const asSent = (answer: Answer) => [cookiesOf(answer)].flat().map((set) => set.split(';')[0])
let session: Promise<string> | null = null
const signedIn = () => {
  session ??= post('/auth/signIn', { email: 'chef@example.jp', password }).then((answer) => asSent(answer).join('; '))
  return session
}

const errorLines = () => app.output.split('\n').filter((line) => /^\{"level":(50|60)/.test(line))
/** What only a reader of the source can know. */
const inside = /node_modules|\.tsx?\b|routes\/|\bat \w+ \(|\bselect .* from\b|pg_|kysely|\/build\/|stack/i

describe('malformed requests', () => {
  test.each<[string, string, string, Sent, number]>([
    [
      'types in the place of others',
      'POST',
      '/api/auth/tokens',
      { headers: json, body: '{"email":{"length":{"toString":1}}}' },
      400,
    ],
    [
      'a number for an address',
      'POST',
      '/api/auth/tokens',
      { headers: json, body: '{"email":{"length":{}},"password":[]}' },
      422,
    ],
    [
      'half a character',
      'POST',
      '/api/auth/tokens',
      { headers: json, body: '{"email":"\\ud800@example.jp","password":"x"}' },
      400,
    ],
    [
      'a name of every object',
      'POST',
      '/api/auth/tokens',
      { headers: json, body: '{"__proto__":{},"email":"a@b.jp","password":"x"}' },
      400,
    ],
    [
      'a name twice',
      'POST',
      '/api/auth/tokens',
      { headers: json, body: '{"email":"a@b.jp","email":"b@b.jp","password":"x"}' },
      400,
    ],
    ['JSON without end', 'POST', '/api/auth/tokens', { headers: json, body: '['.repeat(60_000) }, 400],
    [
      'bytes that are no UTF-8',
      'POST',
      '/api/auth/tokens',
      { headers: json, body: new Uint8Array([0x22, 0xff, 0x22]) },
      400,
    ],
    ['a form with GET', 'GET', '/api/products', { headers: multipart, body: part }, 400],
    ['a form with GET of a page', 'GET', '/restaurant/products', { headers: multipart, body: part }, 400],
    ['the type of a form without one', 'GET', '/api/cart', { headers: multipart }, 401],
    ['the type of a stream without one', 'GET', '/api/cart', { headers: { 'content-type': 'text/event-stream' } }, 401],
    ['a file with GET', 'GET', '/api/cart', { headers: { 'content-disposition': 'attachment; filename="x"' } }, 401],
    ['a body with DELETE', 'DELETE', '/api/cart/lines/x', { headers: json, body: '{}' }, 400],
    [
      'a form that breaks off',
      'POST',
      '/restaurant/Inquiry',
      { headers: { ...multipart, origin: site }, body: part.slice(0, -8) },
      400,
    ],
    [
      'a form of unknown length without end',
      'POST',
      '/auth/signIn',
      { headers: { ...form, 'transfer-encoding': 'chunked' }, body: `email=${'x'.repeat(70_000)}` },
      413,
    ],
    [
      'a form with files of unknown length without end',
      'POST',
      '/profile',
      {
        headers: { ...multipart, origin: site, 'transfer-encoding': 'chunked' },
        body: `${part.slice(0, -9)}${'x'.repeat(70_000)}`,
      },
      413,
    ],
    ['U+0000 in a form', 'POST', '/auth/signIn', { headers: form, body: 'email=%00&password=x' }, 400],
    ['U+0000 in a search', 'GET', '/restaurant/products?q=%00', {}, 400],
    ['U+0000 in the search of a script', 'GET', '/restaurant/products.data?q=a%00b', {}, 400],
    ['U+0000 in a search of the API', 'GET', '/api/products?q=%00', {}, 400],
    ['half a character in a search', 'GET', '/restaurant/products?q=%ED%A0%80', {}, 400],
    ['U+0000 in a path', 'GET', '/restaurant/product/%00', {}, 400],
    ['a path that cannot be read', 'GET', '/%E0%A4%A', {}, 400],
    ['a file that cannot be read', 'GET', '/assets/%FF.js', {}, 400],
    ['an unused method', 'PROPFIND', '/', {}, 405],
    ['a method for scripts of others', 'OPTIONS', '/api/products', {}, 405],
    ['too long an address', 'GET', `/?q=${'x'.repeat(20_000)}`, {}, 431],
    ['too long a header', 'GET', '/', { headers: { 'x-long': 'x'.repeat(20_000) } }, 431],
    ['no host', 'GET', '/', { headers: { host: 'a b' } }, 400],
    [
      'cookies that cannot be read',
      'GET',
      '/',
      { headers: { cookie: '__Host-sid=%FF; __Host-notice=%E0%A4%A; __Host-kitchen="; =;;' } },
      200,
    ],
    [
      'values of cookies that are none',
      'GET',
      '/',
      { headers: { cookie: '__Host-notice=eyJsZW5ndGgiOnt9fQ%3D%3D; __Host-looks=__proto__.x' } },
      200,
    ],
  ])('T93 %s is no failure of ours', async (_, method, path, sent, status) => {
    const before = errorLines().length
    const answer = await send(method, path, sent)
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, expect.any(String)])
    expect(answer.text).not.toMatch(status === 200 ? /^$/ : inside)
    expect(errorLines().slice(before)).toEqual([])
  })

  test.each([
    ['a page without a form', 'POST', '/'],
    ['the same for a script', 'POST', '/_.data'],
    ['a document', 'PUT', '/robots.txt'],
    ['a list of goods', 'POST', '/restaurant/products'],
  ])('T99 %s answers 405 with what it allows, and no error in the log', async (_, method, path) => {
    const before = errorLines().length
    const answer = await send(method, path, { headers: { ...form, accept: 'text/html' } })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(answer.text).toContain('受け付けていません')
    expect(answer.text).not.toMatch(inside)
    expect(errorLines().slice(before)).toEqual([])
    expect(app.output).toContain('"status":405')
  })
})

describe('what responses reveal about the software', () => {
  test('T100 the health of the process and nothing else', async () => {
    expect(JSON.parse((await send('GET', '/healthz')).text)).toEqual({ ok: true, identity: 'embedded' })
    expect(JSON.parse((await send('GET', '/readyz')).text)).toEqual({ ok: true })
  })

  test.each([
    ['/nowhere', 404],
    ['/nowhere.data', 404],
    ['/restaurant/product/nothing', 404],
    ['/api/nowhere', 404],
    ['/assets/nowhere.js', 404],
    ['/media/nowhere', 404],
    ['/test/faults/bug', 500],
    ['/test/faults/bug.data', 500],
    ['/test/faults/inside', 500],
  ])('T100 %s answers %i and reveals nothing internal', async (path, status) => {
    const answer = await send('GET', path)
    expect(answer.status).toBe(status)
    // scripts and styles of the page have names from the build
    const words = answer.text.replace(/"(?:\/assets\/|routes\/|root)[^"]*"|<script[\s\S]*?<\/script>|<link[^>]*>/g, '')
    expect(words).not.toMatch(inside)
    expect(answer.text).not.toContain('x is not a function')
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['server']))
    expect(answer.headers['x-powered-by']).toBeUndefined()
  })
})

describe('headers', () => {
  test('T95 every cookie is `__Host-`, `Secure`, `HttpOnly` and `SameSite`', async () => {
    const cookie = await signedIn()
    const kitchen = String(
      JSON.parse((await send('GET', '/api/me', { headers: { cookie } })).text).restaurant.kitchens[0].id,
    )
    const answers = [
      await post('/auth/signIn', { email: 'chef@example.jp', password }),
      await post('/auth/signIn', { email: 'farmer@example.jp', password }),
      await post('/admin/signin', { email: 'admin@example.jp', password }),
      await post('/looks', { theme: 'dark', textSize: 'large', returnTo: '/' }),
      await post('/restaurant/kitchen', { kitchen, returnTo: '/restaurant' }, { cookie }),
      await post('/restaurant/favourites', { intent: 'keep', kept: '1', product: kitchen }),
      await post('/auth/user-type', { side: 'restaurant' }),
      await send('GET', `/auth/invitation?code=${'a'.repeat(43)}`),
      await send('GET', `/admin/invitation?code=${'a'.repeat(43)}`),
      await send('GET', `/auth/MngAccount?mode=resetPassword&oobCode=${'a'.repeat(43)}`),
      await post(
        '/auth/signOut',
        {},
        { cookie: asSent(await post('/auth/signIn', { email: 'owner@example.jp', password })).join('; ') },
      ),
    ]
    const set = answers.flatMap((answer) => [cookiesOf(answer)].flat())
    for (const line of set) {
      const [pair = '', ...attributes] = line.split(/; */)
      expect(pair).toMatch(/^__Host-[\w-]+=/)
      expect(attributes.map((it) => it.toLowerCase())).toEqual(
        expect.arrayContaining(['path=/', 'secure', 'httponly', expect.stringMatching(/^samesite=(lax|strict)$/)]),
      )
    }
    expect(new Set(set.map((line) => line.split('=')[0]))).toEqual(
      new Set([
        '__Host-sid',
        '__Host-notice',
        '__Host-pressed',
        '__Host-dev',
        '__Host-adm2',
        '__Host-looks',
        '__Host-kitchen',
        '__Host-su',
        '__Host-inv',
        '__Host-adm-inv',
        '__Host-act',
      ]),
    )
  })

  test.each([
    ['a page', '/'],
    ['a page that is not there', '/nowhere'],
    ['the data of a page', '/auth/signIn.data'],
    ['a failure', '/test/faults/bug'],
    ['a failure whose page fails', '/test/faults/inside'],
    ['the documentation of the API', '/api/docs'],
    ['the document of the API', '/api/openapi.json'],
    ['a refusal of the API', '/api/cart'],
    ['a script that is not there', '/assets/nowhere.js'],
    ['an address that cannot be read', '/%FF'],
    ['the page without a signal', '/offline.html'],
    ['the health', '/healthz'],
    ['robots.txt', '/robots.txt'],
    ['a picture', '/icon-192.png'],
  ])('T101 %s has a policy without scripts that are written into it', async (_, path) => {
    const policy = String((await send('GET', path)).headers['content-security-policy'])
    expect(policy).toMatch(/default-src '(none|self)'/)
    expect(policy).toContain(`base-uri 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy.replace(/style-src[^;]*/, '')).not.toMatch(/unsafe-(inline|eval)/)
  })

  test('T101 the script that works for all pages has no policy that would stop it', async () => {
    expect((await send('GET', '/sw.js')).headers['content-security-policy']).not.toMatch(
      /(default|connect|img|style)-src/,
    )
  })
})

test('files of the installation are for their owner only, and were tightened at the start', async () => {
  const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  expect(await modeOf(app.folder)).toBe(folderMode)
  const entries = await readdir(app.folder, { withFileTypes: true, recursive: true })
  const ours = entries.filter(
    ({ parentPath, name }) => !/^postgres/.test(join(parentPath, name).slice(app.folder.length + 1)),
  )
  expect(ours.filter((entry) => entry.isFile()).length).toBeGreaterThan(2)
  for (const entry of ours) {
    const path = join(entry.parentPath, entry.name)
    expect([path, await modeOf(path)]).toEqual([path, entry.isDirectory() ? 0o700 : 0o600])
  }
})
