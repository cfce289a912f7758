import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { liveHub } from '../../app/infra/realtime/live-hub.server.ts'
import { liveStream } from '../../app/infra/realtime/live-stream.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { livePingMs } from '../../app/kernel/live.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { aFarm, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { streamServer } from '../support/stream-server.ts'

const database = testDatabase()
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

test('a client that does not read is disconnected', async () => {
  const [hub, served] = [await liveHub({ connection: database.config, onNotice: () => {} }), await streamServer()]
  const door = `person:${newId<'person'>()}`
  const stream = liveStream(hub, { rooms: [door], doors: [door], after: null, mayStay: async () => true })
  const slow = connect(served.port, '127.0.0.1')
  slow.on('error', () => {})
  slow.write(`GET ${served.pathOf(stream)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await once(slow, 'data')
  slow.pause()
  expect(hub.count()).toBe(1)
  const long = 'x'.repeat(1_000_000)
  for (let sent = 0; hub.count() === 1 && sent < 50; sent += 1) {
    const last = hub.last()
    await database.pool.query('insert into live_events (rooms, kind, data) values ($1, $2, $3)', [
      [door],
      'report',
      JSON.stringify({ long }),
    ])
    await expect.poll(() => hub.last()).toBeGreaterThan(last)
  }
  expect(hub.count()).toBe(0)
  const ended = once(slow, 'close')
  slow.resume()
  await ended
  await Promise.all([hub.close(), served.close()])
})

test('every stream hears one ping in a period and is asked again in every third, however many come and go', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const hub = await liveHub({ connection: database.config, onNotice: () => {} })
  const join = () => {
    const counts = { pings: 0, asked: 0 }
    const leave = hub.join({
      rooms: ['farms'],
      doors: [],
      hear() {},
      hearInPassing() {},
      ping() {
        counts.pings += 1
      },
      askAgain() {
        counts.asked += 1
      },
      end() {},
    })
    return { counts, leave }
  }
  const joined = range(1, 70).map(join)
  const stays = joined.slice(40)
  for (let second = 0; second < (3 * livePingMs) / 1_000; second += 1) {
    joined[second % 40]?.leave()
    vi.advanceTimersByTime(1_000)
  }
  for (const { counts } of stays) expect(counts).toEqual({ pings: 3, asked: 1 })
  for (const { leave } of stays) leave()
  // a process without streams is woken by its look at the database alone
  expect(vi.getTimerCount()).toBe(1)
  const { counts } = join()
  vi.advanceTimersByTime(livePingMs)
  expect(counts.pings).toBe(1)
  vi.useRealTimers()
  await hub.close()
})

test('streams that ask at the same moment are answered by one statement', async () => {
  const { actor } = await aFarm(database.db)
  const session = () =>
    openSession(
      { db: database.db, now: noon },
      { who: { personId: actor.personId }, channel: 'cookie', ip: null, userAgent: null },
    )
  const tokens = [await session(), await session(), 'none', await session()]
  database.queriesSince()
  const actors = await Promise.all(
    tokens.map((token) => actorOf({ db: database.db, now: noon }, token, 'cookie', 'ask')),
  )
  expect(actors.map(({ kind }) => kind)).toEqual(['farm', 'farm', 'visitor', 'farm'])
  expect(new Set(actors.map((found) => ('session' in found ? found.session?.key : null))).size).toBe(4)
  expect(database.queriesSince()).toHaveLength(1)
})
