import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Actor, BuyerActor, FarmActor } from '../app/authorization/actor.ts'
import { type Db, kyselyOn } from '../app/infra/db/kysely.server.ts'
import { jstDateOf } from '../app/kernel/jst.ts'
import { actorOf } from '../app/modules/identity/session-store.server.ts'
import { farmBoard } from '../app/modules/ordering/fulfilment/farm-board.server.ts'
import { historyFilters, historyOfFarm } from '../app/modules/ordering/order-history.server.ts'
import { findOrders } from '../app/modules/ordering/past/find-orders.server.ts'
import { RunningApp } from '../tests/support/running-app.ts'
import { machine } from './machine.ts'
import { makePastOrders } from './past-market.ts'
import { type Ask, pageAsks } from './past-pages.ts'

/**
 * `npm run bench:past-orders [-- 10000 admin sales]`: the pages, files and API calls of restaurants, farmers and staff with this
 * many past orders in the database (10,000 and 1,000,000 by default), and how they grow from the smallest to the largest; other
 * words are parts of the names of those that are measured. The markets are measured in turn, so that other load on the machine
 * slows all of them. Prints Markdown and writes it to bench/results/past-orders.md. With BENCH_DATA=<folder> the markets are
 * kept there for the next run.
 */
const words = process.argv.slice(2).filter((arg) => Number.isNaN(Number(arg)))
const asked = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const sizes = asked.length > 0 ? asked.toSorted((a, b) => a - b) : [10_000, 1_000_000]
const kept = process.env.BENCH_DATA
const products = 10_000
const rounds = 4
const callsEach = 20
/** What takes longer is called less often. */
const mostMsOfRound = 1_000

type Market = { size: number; app: RunningApp; pool: pg.Pool; close(): Promise<void>; asks: Ask[] }

const report: string[] = []
const say = (text: string) => {
  report.push(text)
  process.stdout.write(`${text}\n`)
}

async function marketOf(size: number): Promise<Market> {
  const folder = kept && join(kept, `past-${size}`)
  if (folder) await mkdir(folder, { recursive: true, mode: 0o755 })
  const app = folder ? await RunningApp.startIn(folder, products) : await RunningApp.start(products)
  const { pool, close } = await app.database()
  const db = kyselyOn(pool)
  const chef = buyerIn(await signedIn(app, db, 'chef@example.jp'))
  const farmer = farmIn(await signedIn(app, db, 'farmer@example.jp'))
  const began = performance.now()
  await makePastOrders(pool, size, { chef, farmer })
  const { rows } = await pool.query<Record<string, number>>(ownSql, [chef.restaurantId, farmer.farmId])
  say(`${size} past orders, made in ${((performance.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(rows[0])}`)
  const asks = [...(await asksOf(pool, { db, chef, farmer })), ...(await pageAsks({ app, pool, chef, farmer }))]
  const isAsked = ({ name }: Ask) => words.length === 0 || words.some((word) => name.includes(word))
  return { size, app, pool, close, asks: asks.filter(isAsked) }
}

const ownSql = `select (select count(*)::int from orders) as orders, (select count(*)::int from order_lines) as lines,
  (select count(*)::int from orders where restaurant_id = $1) as of_the_chef,
  (select count(*)::int from orders where farm_id = $2) as of_the_farm,
  (select pg_database_size(current_database()) / 1000000)::int as megabytes`

const signedIn = async (app: RunningApp, db: Db, email: string): Promise<Actor> =>
  actorOf({ db, now: new Date() }, await app.token(email), 'bearer')

function buyerIn(actor: Actor): BuyerActor {
  if (actor.kind !== 'buyer') throw new Error('no buyer')
  return actor
}

function farmIn(actor: Actor): FarmActor {
  if (actor.kind !== 'farm') throw new Error('no farm')
  return actor
}

/** What the history and the day of a farm are made of, without what a process keeps in memory. */
async function asksOf(
  pool: pg.Pool,
  { db, chef, farmer }: { db: Db; chef: BuyerActor; farmer: FarmActor },
): Promise<Ask[]> {
  const by = (actor: Actor) => ({ db, actor, now: new Date() })
  const { rows } = await pool.query<{ id: string; word: string; month: string }>(
    `select o.id, l.name as word, to_char(o.placed_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month
       from orders o join order_lines l on l.order_id = o.id
      where o.restaurant_id = $1 and o.state = 'finalized' and o.number like '990101-%' order by o.placed_at desc limit 1`,
    [chef.restaurantId],
  )
  const { id = '', word = '', month = '' } = rows[0] ?? {}
  return [
    {
      name: 'bare: one order by its id',
      run: () => pool.query({ name: 'bare-one', text: 'select * from orders where id = $1', values: [id] }),
    },
    {
      name: 'bare: the last 20 of a restaurant, with lines',
      run: () => pool.query({ name: 'bare-history', text: historySql, values: [chef.restaurantId] }),
    },
    {
      name: 'bare: what leaves a farm today',
      run: () => pool.query({ name: 'bare-today', text: todaySql, values: [farmer.farmId, jstDateOf(new Date())] }),
    },
    { name: 'history, first page with its month totals', run: () => findOrders(by(chef), {}) },
    { name: 'history, goods', run: () => findOrders(by(chef), { words: word }) },
    { name: 'history, one month', run: () => findOrders(by(chef), { month }) },
    { name: 'history, months and farms to choose from', run: () => historyFilters(by(chef)) },
    { name: "farmer's today", run: () => farmBoard(by(farmer)) },
    { name: "farmer's history", run: () => historyOfFarm(by(farmer)) },
  ]
}

const historySql = `select o.*, f.name, (select json_agg(l) from order_lines l where l.order_id = o.id) as lines
  from orders o join farms f on f.id = o.farm_id
  where o.restaurant_id = $1 order by o.placed_at desc, o.id desc limit 20`
const todaySql = `select o.*, (select json_agg(l) from order_lines l where l.order_id = o.id) as lines from orders o
  where o.farm_id = $1 and o.state in ('placed', 'accepted', 'preparing', 'partly_shipped') and o.ship_on <= $2`

type Times = { name: string; ofMarkets: number[][] }

/** One caller; a few calls to each market, then again, so that all of them are measured under the same load. */
async function inTurn(asks: readonly Ask[][]): Promise<Times[]> {
  const all: Times[] = []
  for (const [index, { name, calls = Number.POSITIVE_INFINITY }] of (asks[0] ?? []).entries()) {
    const ofMarkets: number[][] = asks.map(() => [])
    const callsOfRound = Math.min(callsEach, Math.floor(calls / (rounds + 1)))
    for (let round = 0; round <= rounds; round++) {
      for (const [market, its] of asks.entries()) {
        const until = performance.now() + mostMsOfRound
        for (let call = 0; call < callsOfRound && performance.now() < until; call++) {
          const began = performance.now()
          await its[index]?.run()
          // the first round warms up
          if (round > 0) ofMarkets[market]?.push(performance.now() - began)
        }
        await sleep(20)
      }
    }
    all.push({ name, ofMarkets })
    process.stderr.write(`${rowOf({ name, ofMarkets })}\n`)
  }
  return all
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

function rowOf({ name, ofMarkets }: Times): string {
  const [first = [], last = []] = [ofMarkets[0], ofMarkets.at(-1)]
  const columns = ofMarkets.map((times) => `${at(times, 0.5).toFixed(2)} | ${at(times, 0.95).toFixed(2)}`)
  return `| ${name} | ${columns.join(' | ')} | ${(at(last, 0.5) / at(first, 0.5)).toFixed(2)}× |`
}

const tableOf = (times: readonly Times[]): string =>
  [
    `| what | ${sizes.map((size) => `${size.toLocaleString('en')}: p50 ms | p95`).join(' | ')} | growth of the p50 |`,
    `| --- | ${sizes.map(() => '--: | --:').join(' | ')} | --: |`,
    ...times.map(rowOf),
    '',
  ].join('\n')

const markets: Market[] = []
try {
  for (const size of sizes) markets.push(await marketOf(size))
  say(`Before: ${machine()}\n`)
  const times = await inTurn(markets.map(({ asks }) => asks))
  say(tableOf(times))
  say(`After: ${machine()}`)
} finally {
  for (const { app, close } of markets) {
    await close()
    await (kept ? app.stop() : app.end())
  }
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/past-orders.md', `${report.join('\n')}\n`)
