import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Actor, BuyerActor, FarmActor } from '../app/authorization/actor.ts'
import { type Db, kyselyOn } from '../app/infra/db/kysely.server.ts'
import type { LotId, RecallId } from '../app/kernel/ids.ts'
import { actorOf } from '../app/modules/identity/session-store.server.ts'
import { allLots, farmLots, lotDetail, receivedLots } from '../app/modules/traceability/lot-lists.server.ts'
import { affectedBy } from '../app/modules/traceability/recalls/affected.server.ts'
import { beginRecall } from '../app/modules/traceability/recalls/begin-recall.server.ts'
import { recallDetail, recallToAnswer } from '../app/modules/traceability/recalls/recall-queries.server.ts'
import { caller, RunningApp } from '../tests/support/running-app.ts'
import { machine } from './machine.ts'
import { type Measured, measure } from './measure.ts'
import { makePastOrders } from './past-market.ts'

/**
 * `npm run bench:lots [-- <lots> <orders>]`: tracing in both directions, the restaurants affected by a lot, and
 * beginning a rehearsal, with 1,000,000 lots and 350,000 orders (a lot on every line) by default; by use case and over
 * HTTP, each beside the bare prepared query of the same run. Prints Markdown and writes it to bench/results/lots.md.
 */
const [lots = 1_000_000, orders = 350_000] = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const report: string[] = []
const say = (text: string) => {
  report.push(text)
  process.stdout.write(`${text}\n`)
}

/** A lot for every product and day on which it left, named on all its lines; and others that were not bought. */
const lotsSql = [
  `insert into lots (id, farm_id, product_id, code, harvested_on, created_at)
    select uuidv7(ship_on - now()), farm_id, product_id, to_char(ship_on, 'YYMMDD') || '-b', ship_on, ship_on
      from (select distinct o.farm_id, line.product_id, o.ship_on from orders o join order_lines line on line.order_id = o.id
             where o.number like 'past-%' and line.shipped_qty > 0) sent order by ship_on`,
  `insert into line_lots (order_line_id, lot_id, qty)
    select line.id, l.id, line.shipped_qty
      from orders o join order_lines line on line.order_id = o.id
      join lots l on l.product_id = line.product_id and l.harvested_on = o.ship_on and l.code = to_char(o.ship_on, 'YYMMDD') || '-b'
     where o.number like 'past-%' and line.shipped_qty > 0`,
  `insert into lots (id, farm_id, product_id, code, harvested_on, created_at)
    select uuidv7(d.morning - now()), p.farm_id, p.id, to_char(d.morning, 'YYMMDD') || '-u', d.morning::date, d.morning
      from generate_series(now() - interval '1000 days', now() - interval '1 day', '1 day') d (morning)
      cross join (select id, farm_id from products order by id) p
     order by d.morning desc
     limit greatest(0, $1::int - (select count(*)::int from lots))`,
  'vacuum analyze lots, line_lots, orders, order_lines, parcels',
]

async function makeLots(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // the rows are created consistently: the results of the triggers are known
    await client.query('set session_replication_role = replica')
    for (const sql of lotsSql) await client.query(sql, sql.includes('$1') ? [lots] : [])
  } finally {
    client.release(true)
  }
}

const bare = {
  farmPage: 'select id, code, harvested_on from lots where farm_id = $1 order by harvested_on desc, id desc limit 40',
  staffCode: 'select id, code, harvested_on from lots where code like $1 order by harvested_on desc, id desc limit 40',
  toKitchens: `select o.kitchen_id, o.delivery_on, named.qty from line_lots named
     join order_lines line on line.id = named.order_line_id join orders o on o.id = line.order_id where named.lot_id = $1`,
  toLots: `select named.lot_id, named.qty, o.delivery_on
     from (select id, delivery_on from orders where restaurant_id = $1 order by delivery_on desc, id desc limit 30) o
     join order_lines line on line.order_id = o.id join line_lots named on named.order_line_id = line.id`,
  affected: `select o.restaurant_id, o.kitchen_id, sum(named.qty) from line_lots named
     join order_lines line on line.id = named.order_line_id join orders o on o.id = line.order_id
     where named.lot_id = any ($1::uuid[]) group by 1, 2`,
  begin: `with r as (insert into recalls (id, farm_id, rehearsal, reason, handling, event_id, begun_at, begun_by)
       select gen_random_uuid(), $1, true, 'bench', 'stop', (select id from events limit 1), now(), 'bench' returning id)
     insert into recall_lines (recall_id, lot_id, order_line_id, restaurant_id, kitchen_id, qty)
     select r.id, named.lot_id, line.id, o.restaurant_id, o.kitchen_id, named.qty from r, line_lots named
       join order_lines line on line.id = named.order_line_id join orders o on o.id = line.order_id
      where named.lot_id = any ($2::uuid[])`,
  detail: 'select * from recall_targets where recall_id = $1',
  bar: 'select recall_id from recall_targets where restaurant_id = $1 and answered_at is null and told_at is not null',
}

const actorIs = async (app: RunningApp, db: Db, email: string): Promise<Actor> =>
  actorOf({ db, now: new Date() }, await app.token(email), 'bearer')

type Ask = {
  name: string
  sql: string
  values: readonly unknown[]
  useCase: () => Promise<unknown>
  /** null: no page makes this query alone. */
  http: (() => Promise<unknown>) | null
}

const app = await RunningApp.start(10_000)
const { pool, close } = await app.database()
try {
  const db = kyselyOn(pool)
  const [chef, farmer] = [await actorIs(app, db, 'chef@example.jp'), await actorIs(app, db, 'farmer@example.jp')]
  if (chef.kind !== 'buyer' || farmer.kind !== 'farm') throw new Error('the demo accounts are others')
  const began = performance.now()
  await makePastOrders(pool, orders, { chef, farmer })
  await makeLots(pool)
  const seconds = (performance.now() - began) / 1_000
  const { rows } = await pool.query(
    'select (select count(*)::int from lots) as lots, (select count(*)::int from line_lots) as named, (select count(*)::int from orders) as orders',
  )
  say(`${JSON.stringify(rows[0])}, made in ${seconds.toFixed(0)} s`)
  say(`Before: ${machine()}\n`)
  const asks = await asksOf(db, chef, farmer)
  say('| what | bare query p50 / p95 ms | use case p50 / p95 | ratio p50 | HTTP p50 / p95 | ratio p50 | errors |')
  say('| --- | --: | --: | --: | --: | --: | --: |')
  for (const ask of asks) say(await rowOf(ask))
  say(`\nAfter: ${machine()}`)
} finally {
  await close()
  await app.end()
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/lots.md', `${report.join('\n')}\n`)

async function asksOf(db: Db, chef: BuyerActor, farmer: FarmActor): Promise<Ask[]> {
  const farms = caller(() => app.origin, { cookie: await app.cookie('farmer@example.jp') })
  const chefs = caller(() => app.origin, { cookie: await app.cookie('chef@example.jp') })
  const farmToken = { authorization: `Bearer ${await app.token('farmer@example.jp')}` }
  const programs = caller(() => app.origin, farmToken)
  const by = (actor: Actor) => ({ db, actor, now: new Date() })
  const all = { words: '', on: null, after: null }
  // the lot of our farm that went to most restaurants
  const found = await pool.query<{ id: LotId; sent: number }>(
    `select l.id, count(*)::int as sent from lots l join line_lots named on named.lot_id = l.id
      where l.farm_id = $1 group by l.id order by 2 desc, l.id limit 5`,
    [farmer.farmId],
  )
  const ids = found.rows.map(({ id }) => id)
  const [id] = ids
  if (!id) throw new Error('our farm sent nothing')
  say(`Our farm's five busiest lots were on ${found.rows.map(({ sent }) => sent).join(', ')} lines.\n`)
  const input = { lotIds: ids, reason: '計測', handling: 'stop', instructions: '', rehearsal: true } as const
  const first = await beginRecall(by(farmer), { ...input, key: randomUUID() })
  if (!first.ok) throw new Error(first.refusal)
  const recallId: RecallId = first.value.id
  const [{ code = '' } = {}] = (await pool.query<{ code: string }>('select code from lots where id = $1', [id])).rows
  const staff: Actor = { kind: 'staff', adminId: await adminId(), name: '計測', role: 'full' }
  return [
    {
      name: 'lots of a farm, first page',
      sql: bare.farmPage,
      values: [farmer.farmId],
      useCase: () => farmLots(by(farmer), { ...all, limit: 40 }),
      http: () => programs('GET', '/api/farm/lots?limit=40'),
    },
    {
      name: 'lots of all farms by code, for staff',
      sql: bare.staffCode,
      values: [`${code}%`],
      useCase: () => allLots(by(staff), { ...all, words: code, limit: 40 }),
      http: null,
    },
    {
      name: 'lot → orders → kitchens',
      sql: bare.toKitchens,
      values: [id],
      useCase: () => lotDetail(by(farmer), id),
      http: () => programs('GET', `/api/farm/lots/${id}`),
    },
    {
      name: 'lot → orders → kitchens, page',
      sql: bare.toKitchens,
      values: [id],
      useCase: () => lotDetail(by(farmer), id),
      http: () => farms('GET', `/farmer/lots/${id}`),
    },
    {
      name: 'kitchen → lots, 30 orders',
      sql: bare.toLots,
      values: [chef.restaurantId],
      useCase: () => receivedLots(by(chef), { ...all, limit: 30 }),
      http: () => chefs('GET', '/api/received-lots?limit=30'),
    },
    {
      name: 'whom five lots concern',
      sql: bare.affected,
      values: [ids],
      useCase: () => affectedBy(by(farmer), ids),
      http: () => programs('GET', `/api/farm/affected-kitchens?lots=${ids.join(',')}`),
    },
    {
      name: 'a rehearsal of five lots begins',
      sql: bare.begin,
      values: [farmer.farmId, ids],
      useCase: () => beginRecall(by(farmer), { ...input, key: randomUUID() }),
      http: () =>
        fetch(`${app.origin}/api/farm/recalls`, {
          method: 'POST',
          headers: { ...farmToken, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify({ lotIds: ids, reason: '計測', rehearsal: true }),
        }).then(async (response) => {
          if (response.status !== 201) throw new Error(`${response.status}`)
          await response.arrayBuffer()
        }),
    },
    {
      name: 'how far a recall is',
      sql: bare.detail,
      values: [recallId],
      useCase: () => recallDetail(by(farmer), recallId),
      http: () => programs('GET', `/api/farm/recalls/${recallId}`),
    },
    {
      name: 'the bar on every page of a shop',
      sql: bare.bar,
      values: [chef.restaurantId],
      useCase: () => recallToAnswer(by(chef)),
      http: null,
    },
  ]
}

async function adminId() {
  const { rows } = await pool.query(`select id from admins limit 1`)
  return rows[0].id
}

async function rowOf({ name, sql, values, useCase, http }: Ask): Promise<string> {
  const calls = { calls: 200, atOnce: 1, warmUp: 20 }
  const prepared = await measure(() => pool.query({ name: `bare ${name}`, text: sql, values: [...values] }), calls)
  const inside = await measure(useCase, calls)
  const outside = http && (await measure(http, calls))
  const both = ({ p50, p95 }: Measured) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`
  const ratio = ({ p50 }: Measured) => `${(p50 / prepared.p50).toFixed(1)}×`
  const errors = prepared.errors + inside.errors + (outside?.errors ?? 0)
  const ofHttp = outside ? `${both(outside)} | ${ratio(outside)}` : '— | —'
  return `| ${name} | ${both(prepared)} | ${both(inside)} | ${ratio(inside)} | ${ofHttp} | ${errors} |`
}
