import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { caller, fillCartByApi, makeBuyers, type RunningApp, threeGoods } from '../tests/support/running-app.ts'
import { measure } from './measure.ts'

const buyers = 200
const units = 50

/** 200 buyers confirm concurrently for the last 50 units, each in one of these processes: exactly 50 may succeed. */
export async function lastUnits(apps: readonly RunningApp[], pool: pg.Pool): Promise<string> {
  const [product] = await threeGoods(pool)
  if (!product) throw new Error('no product')
  const tokens = await makeBuyers(pool, buyers)
  const seen = await Promise.all(
    tokens.map(async (token, index) => {
      const api = caller(() => apps[index % apps.length]?.origin ?? '', { authorization: `Bearer ${token}` })
      return { api, seen: await fillCartByApi(api, [product]) }
    }),
  )
  await pool.query('update product_stock set available_qty = $2 where product_id = $1', [product, units])
  const before = await soldOf(pool, product)
  const refusals = new Map<string, number>()
  const result = await measure(
    async (index) => {
      const buyer = seen[index]
      if (!buyer) throw new Error('no buyer')
      await buyer
        .api('POST', '/api/purchases', { seen: buyer.seen }, { 'idempotency-key': randomUUID() })
        .catch((error) => {
          const reason = /409 .*"code":"([A-Z_]+)"/.exec(String(error))?.[1] ?? 'anything else'
          refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
          throw error
        })
    },
    { calls: buyers, atOnce: buyers, warmUp: 0 },
  )
  const { rows } = await pool.query<{ left: number; isolation: string }>(
    `select available_qty as left, current_setting('default_transaction_isolation') as isolation
       from product_stock where product_id = $1`,
    [product],
  )
  const sold = (await soldOf(pool, product)) - before
  const { left, isolation } = rows[0] ?? { left: Number.NaN, isolation: '' }
  return [
    `${buyers} checkouts at once over ${apps.length === 1 ? 'one process' : `${apps.length} processes`} (${isolation}) for the last ${units} units: ${result.runs} acknowledged, ${sold} sold, ${left} left,`,
    `oversold ${Math.max(0, sold - units)}; refused: ${[...refusals].map(([reason, n]) => `${reason} ${n}`).join(', ')};`,
    `p50 ${result.p50.toFixed(0)} ms, p95 ${result.p95.toFixed(0)} ms.\n`,
  ].join(' ')
}

async function soldOf(pool: pg.Pool, product: string): Promise<number> {
  const { rows } = await pool.query<{ sold: number }>(
    'select coalesce(sum(ordered_qty), 0)::int as sold from order_lines where product_id = $1',
    [product],
  )
  return rows[0]?.sold ?? Number.NaN
}
