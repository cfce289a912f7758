import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerLive, type LiveAnswer } from '../../app/api/live.server.ts'
import { liveRoomsOf } from '../../app/api/live-rooms.ts'
import type { Actor } from '../../app/authorization/actor.ts'
import { type LiveHub, liveHub, mostAtOneDoor } from '../../app/infra/realtime/live-hub.server.ts'
import { liveStream } from '../../app/infra/realtime/live-stream.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { farmRoom, restaurantRoom } from '../../app/kernel/live.ts'
import { forgetOldLiveEvents, tellLive } from '../../app/modules/audit-log/tell-live.server.ts'
import { actorOf, closeSession, openSession } from '../../app/modules/identity/session-store.server.ts'
import { aFarm, anAdmin, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { streamServer } from '../support/stream-server.ts'
import { there } from './steps.ts'

const test_ = testDatabase()
/** Two processes of the app, as far as needed. */
let a: LiveHub
let b: LiveHub
let served: Awaited<ReturnType<typeof streamServer>>

beforeAll(async () => {
  served = await streamServer()
  a = await liveHub({ connection: test_.config, onNotice: () => {} })
  b = await liveHub({ connection: test_.config, onNotice: () => {} })
})
afterAll(() => Promise.all([a.close(), b.close(), served.close()]))

const here = { farmId: newId<'farm'>(), restaurantId: newId<'restaurant'>() }
const rooms = [farmRoom(here.farmId)]
const tell = (nth: number, db = test_.db) => tellLive(db, rooms, 'message', { ...here, message: { nth } })

type Heard = { id: number | null; event: string; data: { message?: { nth: number } } }

/** Reads a stream as a browser does. */
async function listen(answer: LiveAnswer) {
  const response = await served.receive(answer)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const heard: Heard[] = []
  const reader = there(response.body).getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let ended = false
  const waiting = new Set<() => void>()
  const tellAll = () => {
    for (const wake of waiting) wake()
  }
  const run = (async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      rest += decoder.decode(value, { stream: true })
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const lines = rest.slice(0, end).split('\n')
        rest = rest.slice(end + 2)
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const event = field('event')
        const id = field('id')
        if (event && event !== 'ping')
          heard.push({ id: id ? Number(id) : null, event, data: JSON.parse(field('data') ?? '{}') })
      }
      tellAll()
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true
      tellAll()
    })
  async function until(there: () => boolean) {
    const late = Date.now() + 25_000
    while (!there()) {
      if (Date.now() > late) throw new Error(`heard only ${JSON.stringify(heard)}`)
      await new Promise<void>((wake) => {
        const timer = setTimeout(wake, 200)
        waiting.add(() => {
          clearTimeout(timer)
          wake()
        })
      })
      waiting.clear()
    }
  }
  return {
    heard,
    nths: () => heard.flatMap(({ data }) => data.message?.nth ?? []),
    until,
    ended: () => until(() => ended),
    stop: () => reader.cancel().then(() => run),
  }
}

const open = (hub: LiveHub, after: number | null = null) =>
  listen(liveStream(hub, { rooms, doors: [], after, mayStay: async () => true }))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

test('what commits is heard by streams of every process, in one order, once', async () => {
  const [one, two] = [await open(a), await open(b)]
  await one.until(() => one.heard.length > 0)
  await two.until(() => two.heard.length > 0)
  await Promise.all(range(1, 60).map((nth) => tell(nth)))
  for (const ear of [one, two]) await ear.until(() => ear.nths().length >= 60)
  expect(one.nths()).toEqual(two.nths())
  expect(one.nths().toSorted((x, y) => x - y)).toEqual(range(1, 60))
  await Promise.all([one.stop(), two.stop()])
  await expect.poll(() => [a.count(), b.count()]).toEqual([0, 0])
})

test('events of a transaction that commits late are sent late, and are not lost behind those of a later one', async () => {
  const ear = await open(b)
  await ear.until(() => ear.heard.length > 0)
  const slow = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const first = test_.db.transaction().execute(async (db) => {
    await tell(101, db)
    written.resolve()
    await slow.promise
  })
  await written.promise
  await tell(102)
  await ear.until(() => ear.nths().includes(102))
  slow.resolve()
  await first
  await ear.until(() => ear.nths().includes(101))
  expect(ear.nths()).toEqual([102, 101])
  const ids = ear.heard.flatMap(({ id }) => id ?? [])
  expect(ids).toEqual(ids.toSorted((x, y) => x - y))
  await ear.stop()
})

test('a client that reconnects with the number of its last event gets the rest, without a gap or a duplicate', async () => {
  const ear = await open(a)
  await ear.until(() => ear.heard.length > 0)
  await tell(201)
  await ear.until(() => ear.nths().includes(201))
  const after = there(ear.heard.at(-1)?.id ?? undefined)
  await ear.stop()
  // while they are disconnected, and while they reconnect
  for (const nth of range(202, 220)) await tell(nth)
  const more = Promise.all(range(221, 240).map((nth) => tell(nth)))
  const back = await open(b, after)
  await more
  await back.until(() => back.nths().length >= 39)
  expect(back.nths().toSorted((x, y) => x - y)).toEqual(range(202, 240))
  await back.stop()
})

test('a killed database connection is reopened, and events sent meanwhile are received', async () => {
  const ear = await open(a)
  await ear.until(() => ear.heard.length > 0)
  const { rowCount } = await test_.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'une-to-sara-live' and datname = current_database()`,
  )
  expect(rowCount).toBe(2)
  await tell(301)
  await ear.until(() => ear.nths().includes(301))
  await tell(302)
  await ear.until(() => ear.nths().includes(302))
  // a process that is still reading may send the last of the earlier events, too
  expect(ear.nths().filter((nth) => nth > 300)).toEqual([301, 302])
  await ear.stop()
})

test('events of a rolled back transaction are never sent', async () => {
  const ear = await open(a)
  await ear.until(() => ear.heard.length > 0)
  await test_.db
    .transaction()
    .execute(async (db) => {
      await tell(401, db)
      throw new Error('no')
    })
    .catch(() => {})
  await tell(402)
  await ear.until(() => ear.nths().includes(402))
  expect(ear.nths()).not.toContain(401)
  await ear.stop()
})

test('a client that was away too long is told to reload', async () => {
  await test_.pool.query("update live_events set at = now() - interval '2 days'")
  expect(await forgetOldLiveEvents({ db: test_.db })).toBeGreaterThan(0)
  await tell(501)
  // a process that had no connection either
  const later = await liveHub({ connection: test_.config, onNotice: () => {} })
  const ear = await open(later, 1)
  await ear.until(() => ear.heard.length > 0)
  expect(ear.heard[0]?.event).toBe('reset')
  await tell(502)
  await ear.until(() => ear.nths().includes(502))
  await ear.stop()
  await later.close()
})

test('signing out ends the stream of that session at once, and leaves the others', async () => {
  const { actor } = await aFarm(test_.db)
  const streamOf = async (token: string) => {
    const again = () => actorOf({ db: test_.db, now: noon }, token, 'cookie', 'ask')
    const who = await again()
    const session = 'session' in who ? (who.session?.key ?? null) : null
    const request = new Request('http://localhost/api/live', { headers: { accept: 'text/event-stream' } })
    return listen(await answerLive(request, b, { actor: who, session, again }))
  }
  const session = () =>
    openSession(
      { db: test_.db, now: noon },
      { who: { personId: actor.personId }, channel: 'cookie', ip: null, userAgent: null },
    )
  const [first, second] = [await session(), await session()]
  const [one, two] = [await streamOf(first), await streamOf(second)]
  await closeSession({ db: test_.db }, first)
  await one.ended()
  await two.until(() => two.heard.length > 0)
  await test_.db.updateTable('people').set({ suspendedAt: noon }).where('id', '=', actor.personId).execute()
  await two.ended()
})

test('each actor listens to its own rooms, and none while viewing as a user', async () => {
  const { actor } = await aFarm(test_.db)
  const staff = await anAdmin(test_.db)
  expect(liveRoomsOf(actor)).toEqual([farmRoom(actor.farmId), `person:${actor.personId}`, 'farms'])
  expect(liveRoomsOf(staff)).toEqual(['staff'])
  expect(liveRoomsOf({ kind: 'visitor' })).toEqual([])
  const viewed: Actor = {
    ...actor,
    impersonatedBy: { impersonationId: newId(), adminId: staff.adminId, adminName: '運営', until: noon },
  }
  expect(liveRoomsOf(viewed)).toEqual([])
  expect(restaurantRoom(here.restaurantId)).toBe(`restaurant:${here.restaurantId}`)
  expect(as(test_.db, actor).now).toBe(noon)
})

test('a client that reconnects late gets a changed message as it is now, and not one that was deleted', async () => {
  const ear = await open(a)
  await ear.until(() => ear.heard.length > 0)
  await tell(601)
  await ear.until(() => ear.nths().includes(601))
  const after = there(ear.heard.at(-1)?.id ?? undefined)
  const said = (no: number, text: string) => ({ ...here, message: { no, text, nth: 700 + no } })
  await tellLive(test_.db, rooms, 'message', said(1, 'ひどいことば'))
  await tellLive(test_.db, rooms, 'message', said(2, '普通'))
  await tellLive(test_.db, rooms, 'message_changed', said(1, ''))
  await ear.until(() => ear.heard.at(-1)?.event === 'message_changed')
  await ear.stop()
  // from a process that has received it, and from one that was started since
  const fresh = await liveHub({ connection: test_.config, onNotice: () => {} })
  for (const hub of [a, fresh]) {
    const back = await open(hub, after)
    await back.until(() => back.heard.some(({ event }) => event === 'ready'))
    expect(JSON.stringify(back.heard)).not.toContain('ひどい')
    expect(back.nths()).toEqual([701, 702, 701])
    await back.stop()
  }
  await fresh.close()
})

test('a backlog larger than the buffer is sent at once, and the client is not disconnected for it', async () => {
  const after = a.last()
  await test_.db.transaction().execute(async (db) => {
    for (const nth of range(1_001, 1_700)) await tell(nth, db)
  })
  await expect.poll(() => a.last()).toBe(after + 700)
  const back = await open(a, after)
  await back.until(() => back.heard.some(({ event }) => event === 'ready'))
  expect(back.nths()).toEqual(range(1_001, 1_700))
  await back.stop()
})

test('a client that reconnects while the database is away gets the events in memory, and does not start over', async () => {
  const config = { ...test_.config, host: '127.0.0.1', port: 1 }
  const ear = await open(a)
  await ear.until(() => ear.heard.length > 0)
  const after = a.last()
  await tell(1_801)
  await ear.until(() => ear.nths().includes(1_801))
  await ear.stop()
  await test_.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'une-to-sara-live' and datname = current_database()",
  )
  const back = await open(a, after)
  await back.until(() => back.heard.some(({ event }) => event === 'ready' || event === 'reset'))
  expect(back.heard.map(({ event }) => event)).toEqual(['message', 'ready'])
  await back.stop()
  // a process that never had a connection makes no claim about what it does not know
  const blind = await liveHub({ connection: config, onNotice: () => {} })
  expect(await blind.between(rooms, after, after + 5)).toBeNull()
  await blind.close()
})

test('a permission check is repeated if access changed again while it was under way', async () => {
  const door = `person:${newId<'person'>()}`
  const answers: ((may: boolean) => void)[] = []
  const mayStay = () => new Promise<boolean>((done) => void answers.push(done))
  const ear = await listen(liveStream(a, { rooms, doors: [door], after: null, mayStay }))
  await ear.until(() => ear.heard.length > 0)
  const knock = () => test_.pool.query("select pg_notify('live_doors', $1)", [door])
  await knock()
  await expect.poll(() => answers.length).toBe(1)
  await knock()
  // delivered in the order in which they were sent
  await tell(1_901)
  await ear.until(() => ear.nths().includes(1_901))
  answers[0]?.(true)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(false)
  await ear.ended()
})

test('a user who opens too many streams loses the oldest', async () => {
  const doors = [`person:${newId<'person'>()}`]
  const before = a.count()
  const ears = []
  for (const _ of range(1, 40))
    ears.push(await listen(liveStream(a, { rooms, doors, after: null, mayStay: async () => true })))
  await ears[0]?.ended()
  await ears[7]?.ended()
  expect(a.count() - before).toBe(mostAtOneDoor)
  await Promise.all(ears.map((ear) => ear.stop()))
  await expect.poll(() => a.count()).toBe(before)
})
