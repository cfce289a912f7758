import { describe, expect, test } from 'vitest'
import { contract } from '../../app/api/contract.ts'
import { openApiDocument } from '../../app/api/openapi.server.ts'
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
  const promised = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .map((endpoint) => `${endpoint['~orpc'].route.method?.toLowerCase()} ${endpoint['~orpc'].route.path}`)
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(promised.sort())
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
})

describe.each(operations)('$method $path', ({ path, method, operation }) => {
  test('says what it does, who may, and what it may answer', () => {
    expect(operation.summary).toMatch(/[ぁ-ん]/)
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
      // once a minute at most, by itself
      path === '/me/email-verification'
    const keyed = [
      '/farm/goods',
      '/shortage-instruction',
      '/claim-limit',
      '/badges/{token}/farms',
      '/requests/{id}',
      '/farm/requests/{id}/answer',
    ]
    const once = keyed.includes(path)
    const needsKey = (method === 'post' && !harmless) || (method === 'put' && once)
    expect(Boolean(key?.required && key.in === 'header')).toBe(needsKey)
  })
})

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(0)
  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name)
})

test('the refusals of ordering stand in the document with their sentences', () => {
  const answer = document.paths['/purchases'].post.responses['409'].content['application/json'].schema
  const codes = answer.oneOf.map((it: { title: string }) => it.title)
  expect(codes).toEqual(expect.arrayContaining(['CHANGED', 'OUT_OF_STOCK', 'CART_EMPTY', 'KEY_REUSED']))
})

test('the page of the documentation comes with its script and style from here, and runs nothing inline', async () => {
  const page = await call('GET', '/docs')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
  const files = [...page.body.matchAll(/(?:src|href)="\/api(\/docs\/[^"]+)"/g)].map(([, path]) => path)
  expect(files).toHaveLength(4)
  for (const path of files) {
    const { status, headers, body } = await call('GET', path)
    expect([path, status]).toEqual([path, 200])
    expect(headers.get('content-type')).toMatch(/^(text\/(css|javascript); charset=utf-8|image\/png)$/)
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    expect(body.length).toBeGreaterThan(50)
  }
  expect(page.body).not.toMatch(/https?:\/\//)
  for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/constructor'])
    expect((await call('GET', path)).status).toBe(404)
})
