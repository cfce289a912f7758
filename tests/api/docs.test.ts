import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../app/api/openapi.server.ts'
import { router } from '../../app/api/router.server.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const { call } = anApi(testDatabase())
const document = JSON.parse(JSON.stringify(await openApiDocument()))

type Operation = {
  operationId: string
  summary?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; schema: object; description?: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('openapi.json is OpenAPI 3.1 and may be kept for a while', async () => {
  const { status, headers, body } = await call('GET', '/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('cache-control')).toContain('max-age')
  expect(body.openapi).toMatch(/^3\.1\.\d+$/)
  expect(body.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  expect(body.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(body).toEqual(document)
})

test('every endpoint of the contract is in the document', () => {
  const promised = Object.values(router)
    .flatMap((module) => Object.values(module))
    .map((endpoint) => `${endpoint['~orpc'].route.method?.toLowerCase()} ${endpoint['~orpc'].route.path}`)
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(promised.sort())
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
})

test('how long a text may be is stated, though letters are counted by a rule of ours', () => {
  const { schema } = document.paths['/talks/{other}/messages'].post.requestBody.content['application/json']
  expect(schema.properties.text).toMatchObject({ type: 'string', maxLength: 2_000 })
})

test('a session of staff may only read, and only what is below /admin/', () => {
  const byStaff = operations.filter(({ operation }) => operation.security?.some((way) => 'staff' in way))
  expect(byStaff).toEqual(operations.filter(({ path }) => path.startsWith('/admin/')))
  expect(new Set(byStaff.map(({ method }) => method))).toEqual(new Set(['get']))
})

test('what was booked or transferred is not said to be without tax', () => {
  const amounts = operations.flatMap(({ path, operation }) =>
    path.startsWith('/admin/ledger') || path.startsWith('/admin/pay-runs') || path === '/farm/payouts'
      ? [JSON.stringify(operation.responses['200'])]
      : [],
  )
  expect(amounts.length).toBeGreaterThan(5)
  for (const text of amounts) expect(text).not.toContain('税抜')
})

describe.each(operations)('$method $path', ({ path, method, operation }) => {
  test('states its purpose, its permission and its possible responses', () => {
    expect(operation.summary).toMatch(/[ぁ-んァ-ヶ一-龠]/)
    expect(operation.tags).toHaveLength(1)
    expect(operation.security).toBeInstanceOf(Array)
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
    expect(statuses).toContain('422')
    if (
      operation.security?.some((way) => 'bearer' in way) &&
      !operation.security.some((way) => Object.keys(way).length === 0)
    )
      expect(statuses).toEqual(expect.arrayContaining(['401', '403', '404']))
    for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/[ぁ-ん一-龠]/)
  })
  test('has all parameters of its path, and a key where things must not happen twice', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]))
    const key = operation.parameters?.find((parameter) => parameter.name === 'Idempotency-Key')
    const harmless =
      path.endsWith('/reorder') ||
      path.endsWith('/change-preview') ||
      path.startsWith('/auth/tokens') ||
      // each slip is issued once, however often its papers are printed
      path === '/farm/papers' ||
      // once a minute at most, automatically
      path === '/me/email-verification'
    const keyed = [
      '/cart',
      '/farm/goods',
      '/shortage-instruction',
      '/claim-limit',
      '/badges/{token}/farms',
      '/requests/{id}',
      '/farm/requests/{id}/answer',
      '/books/settings',
      '/farm/labels/settings',
      '/farm/pickups/settings',
      '/group-buys/{code}/goods',
      '/orders/{id}/carrier',
      '/orders/{id}/parcels',
    ]
    const once = keyed.includes(path)
    const needsKey = (method === 'post' && !harmless) || (method === 'put' && once)
    expect(Boolean(key?.required && key.in === 'header')).toBe(needsKey)
  })
})

test('every reference resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(0)
  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name)
})

test('the refusals of ordering stand in the document with their sentences', () => {
  const answer = document.paths['/purchases'].post.responses['409'].content['application/json'].schema
  const codes = answer.oneOf.map((it: { title: string }) => it.title)
  expect(codes).toEqual(expect.arrayContaining(['CHANGED', 'OUT_OF_STOCK', 'CART_EMPTY', 'KEY_REUSED']))
})

test('every operation of the document has a page, which the overview leads to', async () => {
  const overview = await call('GET', '/docs')
  expect(overview.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const linked = [...overview.body.matchAll(/href="\/api\/docs\/([\w.]+)"/g)].map(([, id]) => id)
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(linked.filter((id) => id !== 'docs.css').sort()).toEqual(ids.sort())
  for (const { operation, path } of operations) {
    const page = await call('GET', `/docs/${operation.operationId}`)
    expect([operation.operationId, page.status]).toEqual([operation.operationId, 200])
    for (const status of Object.keys(operation.responses)) expect(page.body).toContain(`<h3>${status} `)
    expect(page.body).toContain(path)
  }
})

test('the page of an operation names its fields, their bounds, its refusals and who may call it', async () => {
  const { body } = await call('GET', '/docs/ordering.place')
  for (const text of [
    '<code>kitchenId</code>',
    '最大件数500',
    '連携用トークン（orders.write）',
    'OUT_OF_STOCK',
    'curl -X POST',
  ])
    expect(body).toContain(text)
})

test('every link of the documentation resolves', async () => {
  const bodies = await Promise.all(
    ['', '/ordering.place', '/schemas/Cart'].map(async (path) => (await call('GET', `/docs${path}`)).body),
  )
  const links = new Set(bodies.flatMap((body) => [...body.matchAll(/href="\/api(\/[^"#]+)"/g)].map(([, path]) => path)))
  for (const path of links) expect([path, (await call('GET', path)).status]).toEqual([path, 200])
})

test('the documentation runs no script, loads from here only, and its policy says so', async () => {
  for (const path of ['/docs', '/docs/ordering.place', '/docs/schemas/Cart']) {
    const { headers, body } = await call('GET', path)
    expect(body).not.toMatch(/<script| on\w+=|style=/)
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self';/)
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  }
  expect((await call('GET', '/docs/docs.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
  for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/constructor', '/docs/schemas/toString'])
    expect((await call('GET', path)).status).toBe(404)
})
