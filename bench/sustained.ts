import type pg from 'pg'
import { fillCartByApi, goodsOfFarms, type RunningApp } from '../tests/support/running-app.ts'
import { bareCheckout, rowsOfCheckout, sendBare } from './bare-checkout.ts'
import { makeBuyersOf } from './buyers.ts'
import { apiOf, confirm } from './checkouts.ts'
import { machine } from './machine.ts'

const atOnce = 10
const ordersEach = 3

/**
 * Ten chefs order concurrently without a pause, each time from an empty cart of another restaurant, while the app's own
 * jobs run; then the bare transaction the same way. Reports the throughput per second.
 */
export async function sustained(app: RunningApp, pool: pg.Pool, seconds: number): Promise<string> {
  const goods = await goodsOfFarms(pool, 150)
  const buyers = await makeBuyersOf(pool, seconds * 60, goods)
  const confirmed: number[] = []
  const purchases: string[] = []
  const ours = await during(seconds, async (index) => {
    const buyer = buyers[index]
    if (!buyer) throw new Error('more orders than shops')
    const api = apiOf(app, buyer)
    const seen = await fillCartByApi(api, buyer.goods)
    const began = performance.now()
    const { purchaseId } = JSON.parse(await confirm(api, seen)) as { purchaseId: string }
    confirmed.push(performance.now() - began)
    purchases.push(purchaseId)
  })
  const busy = machine()
  const stored = await pool.query<{ n: number }>(
    'select count(*)::int as n from orders where purchase_id = any ($1::uuid[])',
    [purchases],
  )
  const written = await rowsOfCheckout(pool, purchases[0] ?? '')
  const more = await makeBuyersOf(pool, 20_000, goods)
  const bare = await during(Math.min(seconds, 20), (index) => {
    const buyer = more[index]
    if (!buyer) throw new Error('more orders than shops')
    return sendBare(pool, bareCheckout(written, buyer, 'fills the cart'))
  })
  const rate = ours.times.length / ours.seconds
  return [
    `${atOnce} chefs at once for ${ours.seconds.toFixed(0)} s, two calls each: ${ours.times.length} checkouts,`,
    `${(stored.rows[0]?.n ?? Number.NaN).toString()} orders stored (${purchases.length * ordersEach} acknowledged), ${ours.errors.size === 0 ? '0 errors' : `errors: ${[...ours.errors].map(([text, n]) => `${n}× ${text}`).join('; ')}`};`,
    `${rate.toFixed(1)} checkouts and ${(rate * ordersEach).toFixed(1)} orders a second;`,
    `the last call p50 ${told(confirmed, 0.5)} ms, p99 ${told(confirmed, 0.99)} ms; both calls p50 ${told(ours.times, 0.5)} ms, p99 ${told(ours.times, 0.99)} ms.`,
    `The bare transaction of the same rows (making its values included): ${(bare.times.length / bare.seconds).toFixed(1)} a second,`,
    `p50 ${told(bare.times, 0.5)} ms, p99 ${told(bare.times, 0.99)} ms; ratio of what a second does ${(bare.times.length / bare.seconds / rate).toFixed(1)}×. ${busy}.\n`,
  ].join(' ')
}

const told = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)
}

async function during(seconds: number, run: (index: number) => Promise<unknown>) {
  const times: number[] = []
  const errors = new Map<string, number>()
  const began = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - began < seconds * 1_000) {
        const started = performance.now()
        try {
          await run(next++)
          times.push(performance.now() - started)
        } catch (error) {
          const text = String(error).slice(0, 120)
          errors.set(text, (errors.get(text) ?? 0) + 1)
        }
      }
    }),
  )
  return { times, errors, seconds: (performance.now() - began) / 1_000 }
}
