import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Call, caller, fillCartByApi, makeShops } from './running-app.ts'

/** A checkout whose key was sent at least once. `number`: that of the purchase, once there was an answer. */
export type Attempt = { api: Call; restaurantId: string; key: string; seen: unknown; number: string | null }

export type CheckoutLoad = {
  goods: readonly string[]
  attempts: readonly Attempt[]
  /** The last entry about any stock when it began, when there were a million of each of the goods. */
  lastEntry: number
  acknowledged(): number
  stop(): Promise<void>
}

type Wanted = { goods: readonly string[]; atOnce: number; shops: number; origin: (index: number) => string }

/**
 * Shops that order these goods, so many at once and each shop once, until told to stop; whatever happens to the app
 * meanwhile. What has no answer when a process dies stays an open attempt.
 */
export async function loadOfCheckouts(pool: pg.Pool, { goods, atOnce, shops, origin }: Wanted): Promise<CheckoutLoad> {
  const waiting = (await makeShops(pool, shops)).map(({ token, restaurantId }, index) => ({
    restaurantId,
    api: caller(() => origin(index), { authorization: `Bearer ${token}` }),
  }))
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0) as last from stock_entries')
  const attempts: Attempt[] = []
  let running = true
  const work = async () => {
    for (let shop = waiting.pop(); shop && running; shop = waiting.pop()) {
      const seen = await untilItWorks(
        () => fillCartByApi(shop.api, goods),
        () => running,
      )
      if (seen === null) return
      const attempt: Attempt = { ...shop, key: randomUUID(), seen, number: null }
      attempts.push(attempt)
      attempt.number = await confirm(attempt).catch(() => null)
    }
  }
  const workers = Array.from({ length: atOnce }, work)
  return {
    goods,
    attempts,
    lastEntry: rows[0]?.last ?? 0,
    acknowledged: () => attempts.filter(({ number }) => number !== null).length,
    stop: async () => {
      running = false
      await Promise.all(workers)
    },
  }
}

async function untilItWorks<T>(run: () => Promise<T>, running: () => boolean): Promise<T | null> {
  while (running()) {
    try {
      return await run()
    } catch {
      await sleep(20)
    }
  }
  return null
}

async function confirm({ api, key, seen }: Attempt): Promise<string> {
  const answer = await api('POST', '/api/purchases', { seen }, { 'idempotency-key': key })
  return (JSON.parse(answer) as { number: string }).number
}

/**
 * Every key once more, as a person whose answer was lost presses again: what was acknowledged has to say the same, and
 * what was open gets its answer. Returns how many were open, and how many said something else than before.
 */
export async function sendAllAgain(attempts: readonly Attempt[]): Promise<{ open: number; different: number }> {
  const sent = { open: 0, different: 0 }
  for (const attempt of attempts) {
    const again = await confirmUntilAnswered(attempt)
    if (attempt.number === null) sent.open += 1
    else if (attempt.number !== again) sent.different += 1
    attempt.number = again
  }
  return sent
}

const mostTries = 50

async function confirmUntilAnswered(attempt: Attempt): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await confirm(attempt)
    } catch (error) {
      if (tries === mostTries) throw error
      await sleep(200)
    }
  }
}

export type Stored = {
  purchases: number
  /** Acknowledged, and not there. */
  lost: number
  /** There, and of no attempt; or a second one of the same shop. */
  doubled: number
  /** Without exactly three orders, three lines, three events and three quantities. */
  incomplete: number
  /** Keys without an outcome. */
  unfinishedKeys: number
  /** Goods of which the number is not what their entries come to. */
  wrongStock: number
}

/** What the database says after it: everything but `purchases` has to be 0. */
export async function storedOf(pool: pg.Pool, load: CheckoutLoad): Promise<Stored> {
  const { attempts } = load
  const shops = [...new Set(attempts.map(({ restaurantId }) => restaurantId))]
  const { rows } = await pool.query<{ number: string; complete: boolean }>(
    `select p.number,
            (select count(*) from orders o where o.purchase_id = p.id) = 3
            and (select count(*) from order_lines l join orders o on o.id = l.order_id where o.purchase_id = p.id) = 3
            and (select count(*) from events e where e.purchase_id = p.id and e.kind = 'order_placed') = 3
            and (select count(*) from quantity_entries q join order_lines l on l.id = q.order_line_id join orders o on o.id = l.order_id
                  where o.purchase_id = p.id and q.stage = 'ordered') = 3 as complete
       from purchases p where p.restaurant_id = any ($1::uuid[])`,
    [shops],
  )
  const stored = rows.map(({ number }) => number)
  const known = attempts.flatMap(({ number }) => number ?? [])
  const keys = await pool.query<{ n: number }>(
    `select count(*)::int as n from idempotency_keys where operation = 'order.place' and outcome is null`,
  )
  return {
    purchases: stored.length,
    lost: known.filter((number) => !stored.includes(number)).length,
    doubled: stored.filter((number) => !known.includes(number)).length + known.length - new Set(known).size,
    incomplete: rows.filter(({ complete }) => !complete).length,
    unfinishedKeys: keys.rows[0]?.n ?? Number.NaN,
    wrongStock: await wrongStock(pool, load),
  }
}

async function wrongStock(pool: pg.Pool, { goods, lastEntry }: CheckoutLoad): Promise<number> {
  const { rows } = await pool.query<{ wrong: number }>(
    `select count(*)::int as wrong from product_stock s
      where s.product_id = any ($1::uuid[]) and s.available_qty <> 1000000 + (
        select coalesce(sum(e.delta), 0) from stock_entries e where e.product_id = s.product_id and e.id > $2)`,
    [goods, lastEntry],
  )
  return rows[0]?.wrong ?? Number.NaN
}
