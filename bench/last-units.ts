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
  const { rows } = await pool.query<{ left: number; sold: number }>(
    `select s.available_qty as left, (select coalesce(sum(l.ordered_qty), 0)::int from order_lines l join orders o on o.id = l.order_id
       join restaurants r on r.id = o.restaurant_id where l.product_id = $1 and r.name = '計測') as sold
       from product_stock s where s.product_id = $1`,
    [product],
  )
  const { left, sold } = rows[0] ?? { left: Number.NaN, sold: Number.NaN }
  return [
    `${buyers} checkouts at once for the last ${units} units: ${result.runs} acknowledged, ${sold} sold, ${left} left,`,
    `oversold ${Math.max(0, sold - units)}; refused: ${[...refusals].map(([reason, n]) => `${reason} ${n}`).join(', ')};`,
    `p50 ${result.p50.toFixed(0)} ms, p95 ${result.p95.toFixed(0)} ms.\n`,
  ].join(' ')
}
