import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueue } from './message-queue.ts'

type Asked = { path: string; by: string | null; key: string | null; body: { text?: string; photos?: string[] } }

let asked: Asked[]
/** The server's response; null: no connection. */
let answer: (asked: Asked) => Response | Promise<Response> | null
let room: boolean
let disk: Map<string, string>

const arrived = ({ path, key }: Asked) =>
  Response.json(
    path.endsWith('/messages')
      ? { no: asked.length, key, sentAt: '2026-11-24T01:00:00Z', editedAt: null, removedAt: null }
      : { key: `photo of ${key}` },
  )

beforeEach(() => {
  asked = []
  room = true
  disk = new Map()
  answer = arrived
  // retried immediately
  vi.stubGlobal('window', { setTimeout: (run: () => void) => setTimeout(run, 5), clearTimeout })
  vi.stubGlobal('navigator', { locks: { request: (_: string, run: () => Promise<void>) => run() } })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => disk.get(name) ?? null,
    setItem(name: string, value: string) {
      if (!room) throw new Error('QuotaExceededError')
      disk.set(name, value)
    },
    removeItem: (name: string) => disk.delete(name),
  })
  // a browser that stores no photos, like some private windows
  vi.stubGlobal('indexedDB', undefined)
  vi.stubGlobal(
    'FileReader',
    class {
      result = ''
      onload = () => {}
      async readAsDataURL(blob: Blob) {
        this.result = `data:;base64,${Buffer.from(await blob.arrayBuffer()).toString('base64')}`
        this.onload()
      }
    },
  )
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const one = {
      path,
      by: headers.get('x-pressed-by'),
      key: headers.get('idempotency-key'),
      body: JSON.parse(String(init.body)),
    }
    asked.push(one)
    expect(init.signal).toBeInstanceOf(AbortSignal)
    const given = await answer(one)
    if (!given) throw new TypeError('Failed to fetch')
    return given
  })
})
afterEach(() => vi.unstubAllGlobals())

// a key is sent in a header, and has only ASCII letters
const keyOf = (text: string) => `key-${text.codePointAt(0)}`
const message = (text: string) => ({ key: keyOf(text), other: 'farm-1', text, order: null, product: null })
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' })
const settled = (queue: ReturnType<typeof makeQueue>) => vi.waitFor(() => expect(queue.read().waiting).toEqual([]))
const texts = () => asked.flatMap(({ path, body }) => (path.endsWith('/messages') ? [body.text] : []))

test('each photo of a message is sent under a key of its own, and the message names them all', async () => {
  const queue = makeQueue('me')
  await queue.say(message('はたけ'), [photo('a.jpg'), photo('b.jpg')])
  await settled(queue)
  const keys = asked.map(({ key }) => key)
  const key = keyOf('はたけ')
  expect(keys).toEqual([`${key}.0`, `${key}.1`, key])
  expect(asked.at(-1)?.body.photos).toEqual([`photo of ${key}.0`, `photo of ${key}.1`])
})

test('a message is sent as the user who wrote it; it waits while another user is signed in', async () => {
  const queue = makeQueue('me')
  answer = () => Response.json({}, { status: 401 })
  await queue.say(message('ひみつ'), [])
  await vi.waitFor(() => expect(queue.read().stopped).toBe('signed_out'))
  expect(new Set(asked.map(({ by }) => by))).toEqual(new Set(['me']))
  expect(makeQueue('another user').read().waiting).toEqual([])
  expect(JSON.parse(disk.get('talk:me') ?? '')).toHaveLength(1)
  // online again
  answer = arrived
  await settled(queue)
})

test('words that are written after photos are sent after them', async () => {
  const queue = makeQueue('me')
  void queue.say(message('一'), [photo('a.jpg')])
  void queue.say(message('二'), [])
  await vi.waitFor(() => expect(texts()).toHaveLength(2))
  expect(texts()).toEqual(['一', '二'])
})

test('a device without free storage loses no message that it shows', async () => {
  room = false
  const queue = makeQueue('me')
  answer = () => null
  await queue.say(message('一'), [])
  await queue.say(message('二'), [])
  expect(queue.read().waiting.map(({ text }) => text)).toEqual(['一', '二'])
  asked = []
  answer = arrived
  await settled(queue)
  expect(texts().slice(-2)).toEqual(['一', '二'])
})

test('a connection that breaks in the middle of a response does not stop the queue', async () => {
  const queue = makeQueue('me')
  answer = () => new Response('{"no":', { status: 201 })
  await queue.say(message('一'), [])
  await vi.waitFor(() => expect(queue.read().stopped).toBe('line'))
  answer = arrived
  await settled(queue)
})
