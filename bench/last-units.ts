import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { caller, fillCartByApi, makeBuyers, type RunningApp, threeGoods } from '../tests/support/running-app.ts'
import { measure } from './measure.ts'

const buyers = 200
const units = 50

/** 200 buyers confirm at once for the last 50 units: exactly 50 may succeed. */
export async function lastUnits(app: RunningApp, pool: pg.Pool): Promise<string> {
  const [product] = await threeGoods(pool)
  if (!product) throw new Error('no product')
  const tokens = await makeBuyers(pool, buyers)
  const seen = await Promise.all(
    tokens.map(async (token) => {
      const api = caller(() => app.origin, { authorization: `Bearer ${token}` })
      return { api, seen: await fillCartByApi(api, [product]) }
    }),
  )
  await pool.query('update product_stock set available_qty = $2 where product_id = $1', [product, units])
  const before = await countLines(pool, product)
  const result = await measure(
    async (index) => {
      const buyer = seen[index]
      if (!buyer) throw new Error('no buyer')
      await buyer.api('POST', '/api/purchases', { seen: buyer.seen }, { 'idempotency-key': randomUUID() })
    },
    { calls: buyers, atOnce: buyers, warmUp: 0 },
  )
  const stored = (await countLines(pool, product)) - before
  return [
    `${buyers} checkouts at once for the last ${units} units: ${result.runs} acknowledged, ${result.errors} refused,`,
    `${stored} stored, oversold ${Math.max(0, stored - units)};`,
    `p50 ${result.p50.toFixed(0)} ms, p95 ${result.p95.toFixed(0)} ms.\n`,
  ].join(' ')
}

async function countLines(pool: pg.Pool, product: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from order_lines where product_id = $1', [
    product,
  ])
  return rows[0]?.n ?? 0
}
