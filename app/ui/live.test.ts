import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onLive, startLive } from './live.ts'

/** A fake of the browser's EventSource, as far as needed. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 0
  onopen = () => {}
  onerror = () => {}
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Source.all.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  refuse() {
    this.readyState = Source.CLOSED
    this.onerror()
  }
  say(kind: string, id: number) {
    this.dispatchEvent(Object.assign(new Event(kind), { lastEventId: String(id), data: '{}' }))
  }
}

type Question = { path: string; by: string | null }
let asked: Question[]
let status: number

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  status = 200
  Source.all = []
  const target = () => Object.assign(new EventTarget(), {})
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('window', Object.assign(target(), { setTimeout, clearTimeout }))
  vi.stubGlobal('document', Object.assign(target(), { visibilityState: 'visible' }))
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: unknown, held: () => Promise<void>) => Promise.resolve().then(held) },
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, by: new Headers(init.headers).get('x-pressed-by') })
    return Response.json({ next: 7, reset: false, events: [] }, { status })
  })
})
afterEach(async () => {
  // a signed-out user is not polled any longer
  status = 401
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const last = () => Source.all.at(-1)

test('where no stream gets through it is asked every so often, in one chain however often it is refused', async () => {
  startLive('/api/live', 5, 'me')
  await pass(0)
  last()?.refuse()
  await pass(60_000)
  // once every twelve seconds
  expect(asked.length).toBeLessThanOrEqual(6)
  const before = asked.length
  last()?.refuse()
  await pass(60_000)
  expect(asked.length - before).toBeLessThanOrEqual(6)
})

test('the stream and the questions say for whom the page was made', async () => {
  startLive('/api/live', 5, 'me')
  await pass(0)
  expect(last()?.url).toBe('/api/live?after=5&by=me')
  last()?.refuse()
  await pass(0)
  expect(asked).toEqual([{ path: '/api/live?after=5', by: 'me' }])
})

test('for another person, and after signing in again, it begins anew; what was before says nothing more', async () => {
  const heard: string[] = []
  const stop = onLive(({ kind }) => heard.push(kind))
  startLive('/api/live', 5, 'me')
  await pass(0)
  const former = last()
  startLive('/api/live', 6, 'another user')
  await pass(0)
  expect(former?.readyState).toBe(Source.CLOSED)
  former?.say('message', 8)
  expect(heard).toEqual([])
  last()?.say('message', 9)
  expect(heard).toEqual(['message'])
  // signed out, and in again
  status = 401
  last()?.refuse()
  await pass(0)
  status = 200
  const streams = Source.all.length
  startLive('/api/live', 10, 'another user')
  await pass(0)
  expect(Source.all).toHaveLength(streams + 1)
  stop()
})
