import { afterEach, expect, test, vi } from 'vitest'
import { httpClient } from './http-client.ts'
import { requestsUnderWay } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

/** What is asked for, and with which headers. */
function heard(answer: () => Response = () => Response.json({})) {
  const asked: { address: string; headers: Headers }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, headers: new Headers(init.headers) })
    return answer()
  })
  return asked
}

test('it asks for JSON below its base URL, and a refusal is an answer', async () => {
  const asked = heard(() => Response.json({ code: 'NOT_FOUND' }, { status: 404 }))
  const client = httpClient({ baseUrl: '/api/' })
  const answer = client.request('/postal-codes/1')
  expect(requestsUnderWay()).toBe(1)
  expect(await answer).toEqual({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(asked[0]?.address).toBe('/api/postal-codes/1')
  expect(asked[0]?.headers.get('accept')).toBe('application/json')
})

test('base URL, headers and token can be set and taken back; a request adds its own', async () => {
  const asked = heard()
  const client = httpClient({ baseUrl: '/api/', headers: { 'x-app': 'une' } })
  client.setBaseUrl('https://api.example.jp/v1')
  client.setHeader('x-shop', '7')
  client.setToken('htk_1')
  await client.request('farms', { headers: { 'x-app': 'sara' } })
  expect(asked[0]?.address).toBe('https://api.example.jp/v1/farms')
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
    accept: 'application/json',
    'x-app': 'sara',
    'x-shop': '7',
    authorization: 'Bearer htk_1',
  })
  client.setHeader('x-shop', null)
  client.setToken(null)
  await client.request('farms')
  expect(Object.fromEntries(asked[1]?.headers ?? [])).toEqual({ accept: 'application/json', 'x-app': 'une' })
})

test('an answer that is no JSON has no body', async () => {
  heard(() => new Response('busy', { status: 503 }))
  expect(await httpClient({ baseUrl: '/api/' }).request('/x')).toEqual({ status: 503, body: null })
})
