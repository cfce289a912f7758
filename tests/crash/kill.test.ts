import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, caller, fillCartByApi, makeBuyers, RunningApp, threeGoods } from '../support/running-app.ts'

/** Kill -9 in the middle of checkouts: no acknowledged order is lost, and a retry with the same key makes none twice. */

let app: RunningApp
let goods: string[]

beforeAll(async () => {
  app = await RunningApp.start()
}, 120_000)
afterAll(async () => {
  await app.end()
}, 30_000)

type Attempt = { api: Call; key: string; seen: unknown; number: string | null }

async function withPool<T>(run: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const database = await app.database()
  return run(database.pool).finally(() => database.close())
}

async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory')
  return Number((await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function prepareBuyers(count: number): Promise<Call[]> {
  return withPool(async (pool) => {
    goods = await threeGoods(pool)
    const tokens = await makeBuyers(pool, count)
    return tokens.map((token) => caller(() => app.origin, { authorization: `Bearer ${token}` }))
  })
}

/** Orders again and again until told to stop; what has no answer when the process dies stays an open attempt. */
async function keepOrdering(api: Call, attempts: Attempt[], running: () => boolean): Promise<void> {
  while (running()) {
    try {
      const attempt: Attempt = { api, key: randomUUID(), seen: await fillCartByApi(api, goods), number: null }
      attempts.push(attempt)
      attempt.number = await confirm(attempt)
    } catch {
      await sleep(20)
    }
  }
}

/** In the middle: a few orders were acknowledged, and more are under way. */
async function inTheMiddle(attempts: readonly Attempt[]): Promise<void> {
  while (attempts.filter(({ number }) => number !== null).length < 5) await sleep(20)
}

async function confirm({ api, key, seen }: Attempt): Promise<string> {
  const answer = await api('POST', '/api/purchases', { seen }, { 'idempotency-key': key })
  return (JSON.parse(answer) as { number: string }).number
}

/** The lost answer and the retry: the same key until there is an answer. */
async function settle(attempts: readonly Attempt[]): Promise<number> {
  let open = 0
  for (const attempt of attempts) {
    if (attempt.number) continue
    open++
    for (let tries = 0; attempt.number === null; tries++) {
      try {
        attempt.number = await confirm(attempt)
      } catch (error) {
        // The cart was filled again by the buyer's next round: then nothing was ordered with this key.
        if (/cart_empty|changed|CART_EMPTY|CHANGED/.test(String(error))) break
        if (tries > 50) throw error
        await sleep(200)
      }
    }
  }
  return open
}

async function expectTheTruth(attempts: readonly Attempt[]): Promise<void> {
  await withPool(async (pool) => {
    const numbers = attempts.flatMap(({ number }) => (number ? [number] : []))
    expect(new Set(numbers).size).toBe(numbers.length)
    const stored = await pool.query<{ number: string; orders: number; lines: number }>(
      `select p.number, count(distinct o.id)::int as orders, count(l.id)::int as lines
         from purchases p join orders o on o.purchase_id = p.id join order_lines l on l.order_id = o.id
         join restaurants r on r.id = p.restaurant_id where r.name = '計測' group by p.number`,
    )
    expect(stored.rows.map((row) => row.number).sort()).toEqual(expect.arrayContaining(numbers.sort()))
    expect(stored.rows.every((row) => row.orders === 3 && row.lines === 3)).toBe(true)
    const keys = await pool.query<{ n: number }>(
      `select count(*)::int n from idempotency_keys where operation = 'order.place' and outcome is null`,
    )
    expect(keys.rows[0]?.n).toBe(0)
    const stock = await pool.query<{ wrong: number }>(
      `select count(*)::int as wrong from (
         select s.product_id, 1000000 - s.available_qty as gone, -coalesce(sum(e.delta) filter (where e.order_line_id in (
           select l.id from order_lines l join orders o on o.id = l.order_id join restaurants r on r.id = o.restaurant_id where r.name = '計測')), 0) as noted
           from product_stock s left join stock_entries e on e.product_id = s.product_id
          where s.product_id = any ($1) group by s.product_id, s.available_qty) sums where gone <> noted`,
      [goods],
    )
    expect(stock.rows[0]?.wrong).toBe(0)
    await pool.query(`update restaurants set name = '計測ずみ' where name = '計測'`)
  })
}

test('kill -9 of the app during checkouts loses no acknowledged order and doubles none', async () => {
  const buyers = await prepareBuyers(8)
  const attempts: Attempt[] = []
  let running = true
  const load = buyers.map((api) => keepOrdering(api, attempts, () => running))
  await inTheMiddle(attempts)
  await app.kill()
  running = false
  await Promise.all(load)
  await app.startAgain()
  const open = await settle(attempts)
  expect(attempts.length).toBeGreaterThan(open)
  await expectTheTruth(attempts)
}, 90_000)

test('kill -9 of PostgreSQL during checkouts heals by itself and loses nothing', async () => {
  const buyers = await prepareBuyers(8)
  const attempts: Attempt[] = []
  let running = true
  const load = buyers.map((api) => keepOrdering(api, attempts, () => running))
  await inTheMiddle(attempts)
  const pid = await withPool(postmasterOf)
  process.kill(pid, 'SIGKILL')
  await sleep(2_500)
  running = false
  await Promise.all(load)
  await settle(attempts)
  expect(attempts.filter(({ number }) => number !== null).length).toBeGreaterThan(0)
  await expectTheTruth(attempts)
}, 90_000)
