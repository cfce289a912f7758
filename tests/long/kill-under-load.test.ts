import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endedStates } from '../../app/kernel/enums.ts'
import { type CheckoutLoad, loadOfCheckouts, sendAllAgain, storedOf } from '../support/checkout-load.ts'
import { caller, fillCartByApi, goodsOfFarms, makeShops, postmasterOf, RunningApp } from '../support/running-app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * Kill -9 of the app's processes and of PostgreSQL, again and again, while restaurants order and while timers run: what
 * was acknowledged is stored, nothing is duplicated, and nothing is stuck afterwards. Two processes with their jobs, on
 * one database, with a clock that the test moves.
 */

const minute = 60_000
const day = 24 * 60 * minute

let clockFile = ''
let ahead = 0
let first: RunningApp
let second: RunningApp
let load: CheckoutLoad
/** Not ordered under load. */
let rare: string

beforeAll(async () => {
  const folder = await temporaryFolder('chaos')
  clockFile = join(folder, 'clock')
  await moveClock(0)
  const env = { APP_ENV: 'test', TEST_CLOCK_FILE: clockFile, WORKER: 'inline' }
  first = await RunningApp.startIn(folder, 600, env)
  second = await RunningApp.startIn(folder, 600, env)
})
afterAll(async () => {
  await second.stop()
  await first.end()
})

async function moveClock(by: number): Promise<void> {
  ahead += by
  await writeFile(clockFile, String(ahead))
}

const nowOfMarket = () => new Date(Date.now() + ahead)

async function withPool<T>(run: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const database = await first.database()
  return run(database.pool).finally(() => database.close())
}

const kills = {
  'the process that owns the database': async () => {
    await first.kill()
    await sleep(500)
    await first.startAgain()
  },
  'the other process': async () => {
    await second.kill()
    await sleep(500)
    await second.startAgain()
  },
  PostgreSQL: async () => {
    process.kill(await withPool(postmasterOf), 'SIGKILL')
    // time for its processes to restart it themselves, before the test does
    await sleep(3_000)
  },
  'everything at once': async () => {
    const postmaster = await withPool(postmasterOf)
    await Promise.all([first.kill(), second.kill()])
    if (isThere(postmaster)) process.kill(postmaster, 'SIGKILL')
    await first.startAgain()
    await second.startAgain()
  },
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(isSo: () => Promise<boolean> | boolean, forMs: number): Promise<void> {
  const giveUpAt = Date.now() + forMs
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error('it did not come to that')
    await sleep(250)
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`)

test('what was acknowledged is stored, once, through ten kills', async () => {
  load = await withPool(async (pool) => {
    const [last = '', ...goods] = await goodsOfFarms(pool, 4)
    rare = last
    return loadOfCheckouts(pool, {
      goods,
      atOnce: 8,
      shops: 1_500,
      origin: (index) => (index % 2 ? first : second).origin,
    })
  })
  const rounds = [...Object.entries(kills), ...Object.entries(kills), ...Object.entries(kills).slice(2)]
  for (const [what, kill] of rounds) {
    const before = load.acknowledged()
    await until(() => load.acknowledged() >= before + 10, 60_000)
    await kill()
    say(`killed ${what}: ${load.acknowledged()} of ${load.attempts.length} acknowledged`)
  }
  await until(() => load.acknowledged() >= 150, 60_000)
  await load.stop()
  const { open, different } = await sendAllAgain(load.attempts)
  const stored = await withPool((pool) => storedOf(pool, load))
  say(`${load.attempts.length} attempts, ${open} without an answer at first; stored: ${JSON.stringify(stored)}`)
  expect(open).toBeGreaterThan(0)
  expect(different).toBe(0)
  expect(stored).toEqual({
    purchases: load.attempts.length,
    lost: 0,
    doubled: 0,
    incomplete: 0,
    unfinishedKeys: 0,
    wrongStock: 0,
  })
})

test('what a restaurant held before the kill is held after it, and for no longer than ten minutes', async () => {
  const shops = await withPool(async (pool) => {
    await pool.query('update product_stock set available_qty = 1 where product_id = $1', [rare])
    return makeShops(pool, 2)
  })
  const [holder, other] = shops.map(({ token }) => caller(() => second.origin, { authorization: `Bearer ${token}` }))
  if (!holder || !other) throw new Error('no shops')
  const order = async () =>
    other('POST', '/api/purchases', { seen: await fillCartByApi(other, [rare]) }, { 'idempotency-key': randomUUID() })
  await fillCartByApi(holder, [rare])
  expect(JSON.parse(await holder('PUT', '/api/cart/hold', {}))).toMatchObject({ until: expect.any(String) })
  await kills['everything at once']()
  await expect(order()).rejects.toThrow('OUT_OF_STOCK')
  await moveClock(11 * minute)
  expect(JSON.parse(await order())).toMatchObject({ number: expect.any(String) })
})

test('timers go on where they were killed, take each step once, and leave nothing behind', async () => {
  const waiting = async (): Promise<number> => {
    for (let tries = 0; tries < 40; tries++) {
      const due = await ordersDue().catch(() => null)
      if (due !== null) return due
      await sleep(500)
    }
    throw new Error('the database did not come back')
  }
  await moveClock(3 * day)
  for (const [what, kill] of Object.entries(kills)) {
    const before = await waiting()
    // the worker polls once a minute
    await until(async () => before === 0 || (await waiting()) < before, 150_000)
    await kill()
    say(`killed ${what} while the timers ran: ${before} orders were due, ${await waiting()} still are`)
  }
  await until(async () => (await waiting()) === 0, 200_000)
  await moveClock(60 * day)
  await until(async () => (await waiting()) === 0, 400_000)
  await until(async () => (await leftBehind()).news + (await leftBehind()).mails === 0, 200_000)
  const left = await leftBehind()
  say(`afterwards: ${JSON.stringify(left)}`)
  expect(left).toEqual({ open: 0, twice: 0, news: 0, mails: 0, holds: 0 })
  const stored = await withPool((pool) => storedOf(pool, load))
  expect(stored).toMatchObject({ purchases: load.attempts.length, lost: 0, doubled: 0, incomplete: 0, wrongStock: 0 })
}, 1_500_000)

const ordersDue = () =>
  withPool(async (pool) => {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from orders where timer_at <= $1', [
      nowOfMarket(),
    ])
    return rows[0]?.n ?? Number.NaN
  })

/**
 * Orders of more than a month ago that have not ended (standing orders keep creating new ones), steps taken twice, and
 * what the jobs should have sent or deleted.
 */
function leftBehind() {
  return withPool(async (pool) => {
    const { rows } = await pool.query<Record<'open' | 'twice' | 'news' | 'mails' | 'holds', number>>(
      `select (select count(*)::int from orders
                where not state = any ($1::text[]) and placed_at < $2::timestamptz - interval '30 days') as open,
              (select count(*)::int from (
                 select from events e join orders o on o.id = e.order_id
                  where o.restaurant_id = any ($3::uuid[]) group by e.order_id, e.kind having count(*) > 1) steps) as twice,
              (select count(*)::int from order_news) as news,
              (select count(*)::int from mails where due_at <= $2) as mails,
              (select count(*)::int from checkout_holds where until > $2) as holds`,
      [endedStates, nowOfMarket(), load.attempts.map(({ restaurantId }) => restaurantId)],
    )
    if (!rows[0]) throw new Error('no row')
    return rows[0]
  })
}
