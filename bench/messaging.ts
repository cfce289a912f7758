import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { RunningApp } from '../tests/support/running-app.ts'
import { measure } from './measure.ts'

/**
 * Messages, on two processes of the built app and one database: how long from a post at A to a stream at B and whether
 * any is lost, what an open stream costs, how long it takes to reach many, and whether a long conversation opens as
 * fast as a short one. `node bench/messaging.ts [messages]`.
 */
const messages = Number(process.argv[2] ?? 10_000)
const streams = 2_000
const readers = 500
/** The maximum per user; more would end the oldest (live-hub.server.ts). */
const streamsEach = 10

const chef = 'chef@example.jp'
const farmer = 'farmer@example.jp'

const a = await RunningApp.start()
const b = await RunningApp.startIn(a.folder)
const database = await a.database()
const say = (line: string) => process.stdout.write(`${line}\n`)
type Sides = { farmId: string; restaurantId: string; conversationId: string }

async function pairOf(pool: pg.Pool): Promise<Sides> {
  const { rows } = await pool.query<Sides>(
    `select c.id as "conversationId", c.farm_id as "farmId", c.restaurant_id as "restaurantId"
       from conversations c join memberships f on f.farm_id = c.farm_id join people fp on fp.id = f.person_id
       join memberships r on r.restaurant_id = c.restaurant_id join people rp on rp.id = r.person_id
      where fp.email = $1 and rp.email = $2`,
    [farmer, chef],
  )
  const [sides] = rows
  if (!sides) throw new Error('the demo has no talk of these two')
  return sides
}

type Ear = { stop(): void; last(): string }

/** A stream read by a program; each message with its time of arrival. */
async function listen(origin: string, token: string, hear: (text: string, at: number) => void): Promise<Ear> {
  const ended = new AbortController()
  const response = await fetch(`${origin}/api/live`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: ended.signal,
  })
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`)
  const reader = response.body.getReader()
  const ready = Promise.withResolvers<void>()
  let last = ''
  void (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const at = performance.now()
      rest += decoder.decode(value, { stream: true })
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const event = rest.slice(0, end)
        rest = rest.slice(end + 2)
        last = /^id: (\d+)/m.exec(event)?.[1] ?? last
        if (event.includes('event: ready')) ready.resolve()
        if (event.includes('event: message\n')) hear(event, at)
      }
    }
  })().catch(() => {})
  await ready.promise
  return { stop: () => ended.abort(), last: () => last }
}

const post = (origin: string, token: string, to: string, text: string) =>
  fetch(`${origin}/api/talks/${to}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ text }),
  })

/** Faster than a person types; the limit on messages is reset for the benchmark. */
const forgetPace = () => database.pool.query('delete from throttle')

const spread = (times: number[]) => {
  const sorted = times.toSorted((x, y) => x - y)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)}`
}

async function latency({ restaurantId, farmId }: Sides, chefToken: string, farmToken: string): Promise<void> {
  const sentAt = new Map<string, number>()
  const heard = new Map<string, number>()
  const order: number[] = []
  let twice = 0
  let done = Promise.withResolvers<void>()
  let waitFor = 0
  const ear = await listen(b.origin, chefToken, (event, at) => {
    const text = /bench-(\d+)/.exec(event)?.[0]
    if (!text) return
    if (heard.has(text)) twice += 1
    heard.set(text, at)
    order.push(Number(/"no":(\d+)/.exec(event)?.[1]))
    if (heard.size >= waitFor) done.resolve()
  })
  const round = 25
  let errors = 0
  for (let from = 0; from < messages; from += round) {
    await forgetPace()
    done = Promise.withResolvers()
    const size = Math.min(round, messages - from)
    waitFor = from + size - errors
    for (let nth = from; nth < from + size; nth += 1) {
      const text = `bench-${nth}`
      sentAt.set(text, performance.now())
      // one after the other, as people write: each has its own time
      const response = await post(a.origin, farmToken, restaurantId, text)
      if (!response.ok) {
        errors += 1
        waitFor -= 1
      }
      await response.arrayBuffer()
    }
    await Promise.race([done.promise, sleep(5_000)])
  }
  ear.stop()
  const times = [...heard].map(([text, at]) => at - (sentAt.get(text) ?? at))
  const inOrder = order.every((no, index) => index === 0 || no > (order[index - 1] ?? 0))
  say(
    `Post at A to stream at B, ${messages} messages one after the other: ${spread(times)}; lost ${messages - errors - heard.size}, twice ${twice}, errors ${errors}, ${inOrder ? 'in order' : 'OUT OF ORDER'} (${farmId})`,
  )
}

async function fanOut({ restaurantId }: Sides, tokens: readonly string[], farmToken: string): Promise<void> {
  const times: number[] = []
  let heard = 0
  let began = 0
  let done = Promise.withResolvers<void>()
  const ears = await manyStreams(tokens, readers, (_, at) => {
    heard += 1
    if (heard === readers) {
      times.push(at - began)
      done.resolve()
    }
  })
  for (let nth = 0; nth < 20; nth += 1) {
    await forgetPace()
    heard = 0
    done = Promise.withResolvers()
    began = performance.now()
    await post(a.origin, farmToken, restaurantId, `fan-${nth}`)
    await Promise.race([done.promise, sleep(10_000)])
  }
  for (const ear of ears) ear.stop()
  say(
    `Post at A until the last of ${readers} streams at B has it, 20 times: ${spread(times)}; reached all ${times.length} times`,
  )
}

/** Colleagues of the chef, each with a token of their own. */
async function colleagues(count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const email = `reader-${nth}@example.jp`
    await database.pool.query(
      `with beside as (select m.restaurant_id, w.phc from people p
                         join memberships m on m.person_id = p.id join passwords w on w.person_id = p.id
                        where p.email = $4 limit 1),
            person as (insert into people (id, email, name, email_verified_at, created_at) values ($1, $3, '読む人', now(), now())),
            password as (insert into passwords (person_id, phc, changed_at) select $1, phc, now() from beside)
       insert into memberships (id, person_id, restaurant_id, role) select $2, $1, restaurant_id, 'staff' from beside`,
      [randomUUID(), randomUUID(), email, chef],
    )
    await forgetPace()
    tokens.push(await b.token(email))
  }
  return tokens
}

async function manyStreams(
  tokens: readonly string[],
  count: number,
  hear: (text: string, at: number) => void,
): Promise<Ear[]> {
  const ears: Ear[] = []
  for (let from = 0; from < count; from += streamsEach) {
    const token = tokens[from / streamsEach] ?? ''
    const open = Array.from({ length: Math.min(streamsEach, count - from) }, () => listen(b.origin, token, hear))
    ears.push(...(await Promise.all(open)))
  }
  return ears
}

async function memory(tokens: readonly string[]): Promise<void> {
  await sleep(3_000)
  const before = residentKb(b.pid)
  const ears = await manyStreams(tokens, streams, () => {})
  await sleep(3_000)
  const open = residentKb(b.pid)
  for (const ear of ears) ear.stop()
  await sleep(5_000)
  const after = residentKb(b.pid)
  say(
    `${streams} open streams at B: ${mb(before)} before, ${mb(open)} open, ${mb(after)} after; ${((open - before) / streams).toFixed(1)} kB each`,
  )
}

const mb = (kb: number) => `${(kb / 1024).toFixed(0)} MB`
const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

async function longConversation({ conversationId, farmId }: Sides): Promise<void> {
  const cookie = await b.cookie(chef)
  const open = async () => {
    const response = await fetch(`${b.origin}/restaurant/Chat/${farmId}`, { headers: { cookie } })
    if (!response.ok) throw new Error(`${response.status}`)
    await response.arrayBuffer()
  }
  const opened: { size: number; p50: number; p95: number }[] = []
  for (const size of [100, 100_000]) {
    await fillConversation(conversationId, size)
    const { p50, p95 } = await measure(open, { calls: 100, atOnce: 1, warmUp: 10 })
    opened.push({ size, p50, p95 })
  }
  const [short, long] = opened
  if (!short || !long) return
  say(
    `The page of a talk: ${opened.map(({ size, p50, p95 }) => `${size} messages p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)}`).join('; ')}; ratio ${(long.p50 / short.p50).toFixed(2)}`,
  )
}

async function fillConversation(conversationId: string, size: number): Promise<void> {
  const { pool } = database
  for (const table of ['message_versions', 'message_photos', 'messages'])
    await pool.query(`delete from ${table} where conversation_id = $1`, [conversationId])
  await pool.query(
    `insert into messages (conversation_id, no, side, side_no, person_id, client_key, body, search_text, sent_at)
     select c.id, n, case when n % 2 = 0 then 'farm' else 'restaurant' end, (n + 1) / 2,
            (select person_id from memberships where farm_id = c.farm_id order by id limit 1), 'filled-' || n || '-' || $2,
            'きょうの小松菜は' || n || '束です', 'きょうの小松菜は' || n || '束です', now() - make_interval(mins => $2::int - n)
       from conversations c, generate_series(1, $2::int) n where c.id = $1`,
    [conversationId, size],
  )
  await pool.query(
    `update conversations set last_no = $2::int, farm_count = $2::int / 2, restaurant_count = $2::int - $2::int / 2,
            last_at = now() where id = $1`,
    [conversationId, size],
  )
  await pool.query('analyze messages')
}

try {
  const sides = await pairOf(database.pool)
  const [chefToken, farmToken] = [await b.token(chef), await a.token(farmer)]
  await latency(sides, chefToken, farmToken)
  const tokens = await colleagues(streams / streamsEach)
  await fanOut(sides, tokens, farmToken)
  await memory(tokens)
  await longConversation(sides)
} finally {
  await database.close()
  await b.stop()
  await a.end()
}
