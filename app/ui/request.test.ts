import { afterEach, expect, test, vi } from 'vitest'
import { requestJson, requestsUnderWay, trackRequest, watchRequests } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

test('a request is counted from its beginning to its end, and watchers are told', async () => {
  const seen: number[] = []
  const stop = watchRequests(() => seen.push(requestsUnderWay()))
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const both = [trackRequest(first.promise), trackRequest(second.promise)]
  expect(requestsUnderWay()).toBe(2)
  first.resolve('ok')
  second.reject(new Error('line'))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(requestsUnderWay()).toBe(0)
  expect(seen).toEqual([1, 2, 1, 0])
  stop()
})

test('our API is asked below /api as JSON, and a refusal is an answer', async () => {
  const fetched = vi.fn(async () => Response.json({ code: 'NOT_FOUND' }, { status: 404 }))
  vi.stubGlobal('fetch', fetched)
  expect(await requestJson('/postal-codes/1')).toEqual({ status: 404, body: { code: 'NOT_FOUND' } })
  const [address, init] = fetched.mock.calls[0] as unknown as [string, RequestInit]
  expect(address).toBe('/api/postal-codes/1')
  expect(new Headers(init.headers).get('accept')).toBe('application/json')
})

test('an answer that is no JSON has no body', async () => {
  vi.stubGlobal('fetch', async () => new Response('busy', { status: 503 }))
  expect(await requestJson('/x')).toEqual({ status: 503, body: null })
})
