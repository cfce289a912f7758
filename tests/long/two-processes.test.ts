import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, fillCartByApi, makeBuyers, RunningApp, threeGoods } from '../support/running-app.ts'

/** Two app processes on one database: whatever holds in one must hold between two. */

let first: RunningApp
let second: RunningApp

beforeAll(async () => {
  first = await RunningApp.start()
  second = await RunningApp.startIn(first.folder)
})
afterAll(async () => {
  await second.kill()
  await first.end()
})

/** From now on these products are sold from future harvests, of which there is plenty. */
async function sellFromHarvest(pool: pg.Pool, product: string) {
  await pool.query(`update products set sells_from = 'harvest' where id = $1`, [product])
  await pool.query(
    `insert into harvest_windows (id, product_id, farm_id, from_on, to_on, least_qty, most_qty, confidence, promised_qty, created_at)
     select gen_random_uuid(), id, farm_id, current_date, current_date + 25, 50, 9999, 'high', 9999, now() from products where id = $1`,
    [product],
  )
}

test.each([
  ['a stock', 1],
  ['a stock', 2],
  ['a stock', 3],
  ['a harvest', 1],
] as const)('200 checkouts at once over two processes for the last 50 units of %s, round %s', async (of, _round) => {
  const database = await first.database()
  const { pool } = database
  const [product] = await threeGoods(pool)
  if (!product) throw new Error('no product')
  if (of === 'a harvest') await sellFromHarvest(pool, product)
  const tokens = await makeBuyers(pool, 200)
  const buyers = await Promise.all(
    tokens.map(async (token, index) => {
      const api = caller(() => (index % 2 ? first : second).origin, { authorization: `Bearer ${token}` })
      return { api, seen: await fillCartByApi(api, [product]) }
    }),
  )
  await pool.query('update product_stock set available_qty = 50 where product_id = $1', [product])
  // the stock of a harvest has enough: the window has to refuse
  if (of === 'a harvest') {
    await pool.query('update product_stock set available_qty = 1000000 where product_id = $1', [product])
    await pool.query('update harvest_windows set promised_qty = 50 where product_id = $1', [product])
  }
  const answers = await Promise.allSettled(
    buyers.map(({ api, seen }) => api('POST', '/api/purchases', { seen }, { 'idempotency-key': randomUUID() })),
  )
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
  expect(answers.length - refused.length).toBe(50)
  expect(refused.filter((reason) => !(reason.includes('409') && reason.includes('OUT_OF_STOCK')))).toEqual([])
  const { rows } = await pool.query<{ left: number }>(
    of === 'a stock'
      ? 'select available_qty as left from product_stock where product_id = $1'
      : 'select promised_qty - reserved_qty as left from harvest_windows where product_id = $1',
    [product],
  )
  expect(rows[0]?.left).toBe(0)
  if (of === 'a harvest') await pool.query(`update products set sells_from = 'stock' where id = $1`, [product])
  await database.close()
})

test('one key sent to both processes at once makes one purchase', async () => {
  const database = await first.database()
  const goods = await threeGoods(database.pool)
  const [token] = await makeBuyers(database.pool, 1)
  const here = caller(() => first.origin, { authorization: `Bearer ${token}` })
  const there = caller(() => second.origin, { authorization: `Bearer ${token}` })
  const seen = await fillCartByApi(here, goods)
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    [here, there, here, there].map((api) => api('POST', '/api/purchases', { seen }, key)),
  )
  expect(new Set(answers).size).toBe(1)
  await database.close()
})
