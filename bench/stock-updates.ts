import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { caller, type RunningApp } from '../tests/support/running-app.ts'
import { type Measured, measure } from './measure.ts'

const readers = 50
const farmEmail = 'farmer@example.jp'

/** A farm sets the stock of all its products, again and again, while 50 chefs view them. */
export async function stockUpdates(app: RunningApp, pool: pg.Pool): Promise<string> {
  const farm = caller(() => app.origin, { authorization: `Bearer ${await app.token(farmEmail)}` })
  const { rows: goods } = await pool.query<{ id: string; farm_id: string }>(
    `select p.id, p.farm_id from products p join memberships m on m.farm_id = p.farm_id join people on people.id = m.person_id
      where people.email = $1 and p.status = 'listed' and p.sells_from = 'stock'`,
    [farmEmail],
  )
  const read = caller(() => app.origin, {})
  let looking = true
  const appearance: number[] = []
  const chefs = Array.from({ length: readers }, async () => {
    while (looking) {
      const began = performance.now()
      await read('GET', `/api/products?farmId=${goods[0]?.farm_id}`)
      appearance.push(performance.now() - began)
    }
  })
  const http = await measure(
    (index) => {
      const rows = goods.map(({ id }) => ({ productId: id, stock: 100 + (index % 50) }))
      return farm('PUT', '/api/farm/goods', { rows }, { 'idempotency-key': randomUUID() })
    },
    { calls: 60, atOnce: 1, warmUp: 3 },
  )
  const bareOnce = (index: number) => bareUpdate(pool, goods, index)
  // beside the same readers, so that the ratio is of the update and not of the readers
  const beside = await measure(bareOnce, { calls: 60, atOnce: 1, warmUp: 3 })
  looking = false
  await Promise.all(chefs)
  const alone = await measure(bareOnce, { calls: 60, atOnce: 1, warmUp: 3 })
  appearance.sort((a, b) => a - b)
  return [
    `A farm sets ${goods.length} numbers at once under ${readers} readers: ${told(http)}, ${http.errors} errors;`,
    `bare update beside them p50 ${beside.p50.toFixed(1)} ms, ratio ${(http.p50 / beside.p50).toFixed(1)}×,`,
    `alone ${alone.p50.toFixed(1)} ms, ratio ${(http.p50 / alone.p50).toFixed(1)}×;`,
    `${appearance.length} looks meanwhile, p95 ${(appearance[Math.floor(appearance.length * 0.95)] ?? Number.NaN).toFixed(0)} ms.\n`,
  ].join(' ')
}

const told = ({ p50, p95 }: Measured) => `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`

const bareUpdate = (pool: pg.Pool, goods: readonly { id: string }[], index: number) =>
  pool.query({
    name: 'bench-stock',
    text: 'update product_stock set available_qty = $2 where product_id = any ($1)',
    values: [goods.map(({ id }) => id), 100 + (index % 50)],
  })
