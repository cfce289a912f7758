import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { livePingMs } from '../app/kernel/live.ts'
import { makeShops, postmasterOf, RunningApp, type Shop } from '../tests/support/running-app.ts'
import { cpuBetween, cpuOf } from './cpu.ts'
import { machine } from './machine.ts'
import { openReader, type Reader } from './stream-reader.ts'

/**
 * Open streams of one process: what each costs, what they cost while nothing happens, how long an event takes to all of them, what is
 * left after they are closed, what a reader costs that does not read, and how long the server takes to stop with them.
 * `node bench/streams.ts [streams]`.
 */
const streams = Number(process.argv[2] ?? 10_000)
const atOnce = 50
const announcements = 20
/** An event so large that a reader that does not read falls behind soon: the system's own buffers take some 10 MB of each. */
const longText = '長'.repeat(100_000)

needOpenFiles(streams + 1_000)
const port = await freePort()
const app = await RunningApp.start(undefined, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` })
const { pool, close } = await app.database()
const postmaster = await postmasterOf(pool)
const inspector = await inspect(port)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Events as the triggers of a commit send them. */
const tell = (rooms: string[], kind: string, data: unknown) =>
  pool.query('insert into live_events (rooms, kind, data) values ($1, $2, $3)', [rooms, kind, JSON.stringify(data)])

async function measure(): Promise<void> {
  const shops = await makeShops(pool, streams)
  const before = await memory()
  const connections = await connectionCount()
  const [readers, opening] = await timed(() => openAll(shops))
  const open = await memory()
  const each = (now: number, then: number) => ((now - then) / streams / 1024).toFixed(1)
  say(`${streams} streams open after ${opening.toFixed(1)} s.`)
  say(
    `One open stream: ${each(open.rss, before.rss)} kB, of it heap ${each(open.heap, before.heap)} kB (${mb(before.rss)} before, ${mb(open.rss)} open).`,
  )
  say(`Connections to PostgreSQL: ${connections} before, ${await connectionCount()} with all open.`)
  say(await idle(3 * livePingMs))
  say(await reach(readers))
  say(await signOut(shops, readers))
  for (const reader of readers) reader.stop()
  await sleep(3_000)
  const after = await memory()
  say(
    `After all were closed: ${mb(after.rss)}, heap ${mb(after.heap)} (${mb(before.heap)} before); ${await openSockets()} sockets left.`,
  )
}

async function openAll(shops: readonly Shop[]): Promise<Reader[]> {
  const readers: Reader[] = []
  for (let from = 0; from < shops.length; from += atOnce) {
    const open = shops.slice(from, from + atOnce).map((shop, nth) => openReader(app.origin, shop.token, from + nth))
    readers.push(...(await Promise.all(open)))
  }
  return readers
}

/** Processor and pings of one minute in which nothing happens. */
async function idle(ms: number): Promise<string> {
  const before = cpuOf(app.pid, postmaster)
  const longest = await longestAnswer(ms)
  const { app: ours, postgres } = cpuBetween(before, cpuOf(app.pid, postmaster))
  const share = (seconds: number) => ((seconds / (ms / 1_000)) * 100).toFixed(1)
  return `Nothing happens for ${ms / 1_000} s: app ${share(ours)} % and PostgreSQL ${share(postgres)} % of a core; another request waited ${longest.toFixed(0)} ms at most.`
}

/** The longest that another request has waited. */
async function longestAnswer(ms: number): Promise<number> {
  let longest = 0
  for (const until = performance.now() + ms; performance.now() < until; await sleep(100)) {
    const [, seconds] = await timed(() => fetch(`${app.origin}/healthz`).then((answer) => answer.text()))
    longest = Math.max(longest, seconds * 1_000)
  }
  return longest
}

/** From the commit of an event to each of the streams. */
async function reach(readers: readonly Reader[]): Promise<string> {
  const times: number[] = []
  const last: number[] = []
  for (let nth = 0; nth < announcements; nth += 1) {
    const heard = readers.map((reader) => reader.next('announcement'))
    await tell(['restaurants'], 'announcement', {})
    const committed = performance.now()
    const at = (await Promise.all(heard)).map((moment) => moment - committed)
    times.push(...at)
    last.push(Math.max(...at))
  }
  return `An event for all, ${announcements} times, from its commit: ${spread(times)}; the last stream ${spread(last)}.`
}

/** From the end of one session to the end of its stream. */
async function signOut(shops: readonly Shop[], readers: readonly Reader[]): Promise<string> {
  const times: number[] = []
  for (const [nth, shop] of shops.slice(0, 20).entries()) {
    const reader = readers[nth]
    if (!reader) continue
    await pool.query('delete from sessions where person_id = $1', [shop.personId])
    const ended = performance.now()
    times.push((await reader.ended) - ended)
  }
  return `Signing out until the stream has ended, ${times.length} times: ${spread(times)}.`
}

/** Readers that never read, and events for them until all are dropped. */
async function slowReaders(shops: readonly Shop[]): Promise<string> {
  const before = await memory()
  const readers = await Promise.all(shops.map((shop, nth) => openReader(app.origin, shop.token, nth)))
  for (const reader of readers) reader.pause()
  let most = 0
  let sent = 0
  for (; sent < 200 && (await openSockets()) > 0; sent += 1) {
    await tell(['restaurants'], 'announcement', { text: longText })
    if (sent % 5 === 0) most = Math.max(most, (await memory(false)).rss)
  }
  const left = await openSockets()
  for (const reader of readers) reader.stop()
  return `${readers.length} readers that do not read, events of 300 kB: ${left} still open after ${sent}; the process grew by ${mb(most - before.rss)} at most.`
}

async function stopWithStreams(shops: readonly Shop[]): Promise<string> {
  const readers = await openAll(shops)
  inspector.close()
  const [, seconds] = await timed(() => app.stop())
  await Promise.all(readers.map((reader) => reader.ended))
  return `SIGTERM with ${readers.length} open streams: stopped after ${seconds.toFixed(1)} s, all streams ended.`
}

async function memory(collect = true): Promise<{ rss: number; heap: number }> {
  if (collect) {
    await sleep(2_000)
    for (let nth = 0; nth < 2; nth += 1) await inspector.send('HeapProfiler.collectGarbage')
  }
  const { usedSize } = (await inspector.send('Runtime.getHeapUsage')) as { usedSize: number }
  return { rss: residentBytes(app.pid), heap: usedSize }
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024
const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

async function connectionCount(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'",
  )
  return rows[0]?.n ?? Number.NaN
}

/** Connections of clients to the app that it has not closed. */
async function openSockets(): Promise<number> {
  const expression = 'process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length'
  const { result } = (await inspector.send('Runtime.evaluate', { expression })) as { result: { value: number } }
  return result.value - ownSockets
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await run()
  return [result, (performance.now() - began) / 1_000]
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`
}

/** Every stream is an open file of both processes. */
function needOpenFiles(count: number): void {
  const limit = /Max open files\s+(\d+|unlimited)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (limit !== 'unlimited' && Number(limit) < count)
    throw new Error(`${count} open files are needed, ${limit} are allowed: ulimit -n ${count}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

type Inspector = { send(method: string, params?: object): Promise<unknown>; close(): void }

/** The inspector of the app's process: its heap can only be measured after its garbage is collected. */
async function inspect(at: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${at}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((done) => socket.addEventListener('open', done))
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id) waiting.get(id)?.(result)
  })
  let last = 0
  return {
    close: () => socket.close(),
    send(method, params = {}) {
      const id = ++last
      socket.send(JSON.stringify({ id, method, params }))
      return new Promise((done) => waiting.set(id, done))
    },
  }
}

let ownSockets = 0
try {
  ownSockets = await openSockets()
  say(`${machine()}.`)
  await measure()
  say(await slowReaders(await makeShops(pool, 20)))
  say(await stopWithStreams(await makeShops(pool, Math.min(streams, 2_000))))
} finally {
  await close()
  await app.end()
}
