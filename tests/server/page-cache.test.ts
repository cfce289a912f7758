import { expect, test, vi } from 'vitest'
import type { Sharing } from '../../app/web/shared-page.ts'
import { pageCache } from '../../server/page-cache.ts'

const site = 'https://market.example.jp'
const at = new Date('2026-11-24T02:00:10Z')

function aCache({ mostBytes }: { mostBytes?: number } = {}) {
  const changes = { number: 1, isHeard: true }
  const clock = { at, now: () => clock.at }
  const cache = pageCache({
    clock,
    ...(mostBytes !== undefined && { mostBytes }),
    changes: {
      version: () => changes.number,
      isCurrent: async () => changes.isHeard,
      close: async () => {},
    },
  })
  let made = 0
  const render = vi.fn(async (sharing: Sharing) => {
    sharing.isShared = true
    made += 1
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "script-src 'self'" }
    return new Response(`page ${made} ${'畝'.repeat(2_000)}`, { headers })
  })
  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const request = new Request(site + path, { headers, method })
    const key = cache.keyOf(request, site)
    return key === null ? null : await cache.answer(key, request, render)
  }
  return { changes, clock, cache, render, get }
}

const textOf = async (answer: Response | null) => (await answer?.text())?.slice(0, 6)

test('a page is made once, for all visitors', async () => {
  const { get, render } = aCache()
  const [first, again, sameTime] = [await get('/'), await get('/'), await get('/')]
  expect([await textOf(first), await textOf(again), await textOf(sameTime)]).toEqual(['page 1', 'page 1', 'page 1'])
  expect(render).toHaveBeenCalledTimes(1)
  expect(again?.headers.get('content-security-policy')).toBe("script-src 'self'")
  expect(again?.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate')
  expect(again?.headers.get('vary')).toBe('cookie, accept-encoding')
})

test('many requests at the same moment wait for one rendering', async () => {
  const { get, render } = aCache()
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/')))
  expect(new Set(await Promise.all(answers.map(textOf)))).toEqual(new Set(['page 1']))
  expect(render).toHaveBeenCalledTimes(1)
})

test('another address, appearance, encoding or language is another page', async () => {
  const { get, render } = aCache()
  const visits: [string, Record<string, string>][] = [
    ['/trace/x', {}],
    ['/trace/x?lang=en', {}],
    ['/trace/x', { cookie: '__Host-looks=dark.large' }],
    ['/trace/x', { cookie: '__Host-looks=light.large' }],
    ['/trace/x', { 'accept-encoding': 'gzip' }],
    ['/trace/x', { 'accept-encoding': 'br' }],
    ['/trace/x', { 'accept-language': 'ko' }],
  ]
  for (const [path, headers] of [...visits, ...visits]) await get(path, headers)
  expect(render).toHaveBeenCalledTimes(visits.length)
  // an unknown appearance is the usual one, and a device that was signed in once is any visitor
  for (const cookie of ['__Host-looks=pink.huge', '__Host-dev=abc', ' ; ']) await get('/trace/x', { cookie })
  expect(render).toHaveBeenCalledTimes(visits.length)
})

test.each([
  [{ cookie: '__Host-sid=abc' }, 'GET', '/'],
  [{ cookie: '__Host-looks=dark.large; __Host-notice=abc' }, 'GET', '/'],
  [{ cookie: 'anything' }, 'GET', '/'],
  [{ authorization: 'Bearer abc' }, 'GET', '/'],
  [{}, 'POST', '/'],
  [{}, 'GET', '/restaurant/products.data'],
])('a request that identifies its sender is not cached: %o %s %s', async (headers, method, path) => {
  const { get } = aCache()
  expect(await get(path, headers as Record<string, string>, method)).toBeNull()
})

test('a page is made anew after a change, and when its minute is over', async () => {
  const { get, changes, clock } = aCache()
  expect(await textOf(await get('/'))).toBe('page 1')
  changes.number += 1
  expect(await textOf(await get('/'))).toBe('page 2')
  clock.at = new Date('2026-11-24T02:00:59Z')
  expect(await textOf(await get('/'))).toBe('page 2')
  clock.at = new Date('2026-11-24T02:01:00Z')
  expect(await textOf(await get('/'))).toBe('page 3')
})

test('a page that was read before a change is not kept after it', async () => {
  const { cache, changes, render, get } = aCache()
  const request = new Request(site)
  const slow = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const early = cache.answer(cache.keyOf(request, site) ?? '', request, async (sharing) => {
    begun.resolve()
    await slow.promise
    sharing.isShared = true
    return new Response('before', { headers: { 'content-type': 'text/html' } })
  })
  await begun.promise
  changes.number += 1
  // one that asks after the change does not wait for what was read before it
  expect(await textOf(await get('/'))).toBe('page 1')
  slow.resolve()
  expect(await (await early).text()).toBe('before')
  expect(await textOf(await get('/'))).toBe('page 1')
  expect(render).toHaveBeenCalledTimes(1)
})

test('nothing comes from memory while changes cannot be heard', async () => {
  const { get, changes, render } = aCache()
  await get('/')
  changes.isHeard = false
  const answer = await get('/')
  expect(await textOf(answer)).toBe('page 2')
  expect(answer?.headers.has('etag')).toBe(false)
  await get('/')
  expect(render).toHaveBeenCalledTimes(3)
})

test('an answer that is not the same for all is not kept', async () => {
  const { cache } = aCache()
  const request = new Request(site)
  const key = cache.keyOf(request, site) ?? ''
  const answers = [
    () => new Response('own'),
    () => new Response('cookie', { headers: { 'set-cookie': 'a=b' } }),
    () => new Response('gone', { status: 404 }),
  ]
  for (const [index, make] of answers.entries()) {
    const render = vi.fn(async (sharing: Sharing) => {
      sharing.isShared = index > 0
      return make()
    })
    for (const _ of [1, 2]) expect((await cache.answer(key, request, render)).headers.has('etag')).toBe(false)
    expect(render).toHaveBeenCalledTimes(2)
  }
})

test('a client that has the page already receives 304, for its encoding only', async () => {
  const { get } = aCache()
  const zipped = await get('/', { 'accept-encoding': 'gzip' })
  const etag = zipped?.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{27}-gzip"$/)
  const known = await get('/', { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${etag}` })
  expect([known?.status, await known?.text(), known?.headers.get('etag')]).toEqual([304, '', etag])
  expect((await get('/', { 'if-none-match': etag }))?.status).toBe(200)
  const head = await get('/', { 'accept-encoding': 'gzip' }, 'HEAD')
  expect([head?.headers.get('etag'), await head?.text()]).toEqual([etag, ''])
})

test('the least recently read page goes when there is no more room', async () => {
  const { get, render } = aCache({ mostBytes: 13_000 })
  for (const path of ['/a', '/b', '/a', '/c', '/a']) await get(path)
  expect(render).toHaveBeenCalledTimes(3)
  await get('/b')
  expect(render).toHaveBeenCalledTimes(4)
})
