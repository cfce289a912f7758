import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import type { FarmId, OrderId, RestaurantId } from '../../app/kernel/ids.ts'
import { addDays, jstDate, jstDateOf } from '../../app/kernel/jst.ts'
import { currentPeriod } from '../../app/modules/billing/current-period.server.ts'
import { farmWork } from '../../app/modules/ordering/open-orders.server.ts'
import { purchaseAnalysis } from '../../app/modules/ordering/past/purchase-analysis.server.ts'
import {
  mostCounted,
  type StaffOrderFilter,
  type StaffOrderSort,
  staffOrders,
  staffOrdersInChunks,
} from '../../app/modules/ordering/staff-orders.server.ts'
import { ownNextPayout, ownSales, yearFigures } from '../../app/modules/payouts/farm-sales.server.ts'
import { sumsSql } from '../../bench/money-rows.ts'
import { aMarket, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { placeAll, there } from './steps.ts'

/**
 * The lists of staff with three times as many orders as are counted, and what one farm or restaurant reads of its own: how many
 * rows of orders, lines, purchases and charges their statements read. It must not depend on how many orders there are of others.
 */
const test_ = testDatabase()
const many = 3 * mostCounted
let staff: ReturnType<typeof as>
let farmer: FarmActor
let buyer: BuyerActor

/** The statements on any connection, with their values. */
let sent: { text: string; values: unknown[] }[] = []

beforeAll(async () => {
  const { db, pool } = test_
  // before the first connection
  pool.on('connect', (client) => {
    const send = client.query
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [statement, values] = given
        const { text = statement, values: own = values } = (statement ?? {}) as { text?: unknown; values?: unknown }
        sent.push({ text: `${text}`, values: Array.isArray(own) ? own : [] })
        return Reflect.apply(send, client, given)
      },
    })
  })
  staff = as(db, await anAdmin(db))
  const market = await aMarket(db)
  farmer = there(market.farms[0]).actor
  buyer = market.chef
  const [first] = await placeAll(db, market)
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const sql of [...copiesSql(there(first)), ...rareSql, ...moneySql]) await client.query(sql)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}, 120_000)
beforeEach(() => {
  sent = []
})

/** A day a hundred, of 20 farms and 30 restaurants; nearly all are over. */
const copiesSql = (id: OrderId) => [
  `create temp table copies as
    select n, uuidv7(make_interval(mins => -15 * n)) as id, uuidv7() as purchase_id,
           o.placed_at - make_interval(mins => 15 * n) as placed_at, o.delivery_on - n / 100 as delivery_on,
           case when n % 100 = 0 then 'cancelled' else 'finalized' end as state,
           md5('farm' || n % 20)::uuid as farm_id, md5('restaurant' || n % 30)::uuid as restaurant_id
      from generate_series(1, ${many}) n
      join orders o on o.id = '${id}'`,
  ...(['farm', 'restaurant'] as const).map((side) =>
    copySql(
      `${side}s`,
      `select t.* from ${side}s t order by id limit 1`,
      `(select ${side}_id as id, '${side}' || row_number() over (order by min(n)) as name from copies group by 1)`,
      `'id', c.id, 'name', c.name, 'kana', c.name`,
    ),
  ),
  copySql(
    'purchases',
    `select p.* from purchases p join orders o on o.purchase_id = p.id where o.id = '${id}'`,
    'copies',
    `'id', c.purchase_id, 'number', '250101-' || 100000 + n, 'restaurant_id', c.restaurant_id, 'placed_at', c.placed_at`,
  ),
  copySql(
    'orders',
    `select * from orders where id = '${id}'`,
    'copies',
    `'id', c.id, 'number', '250101-' || 100000 + n || '-1', 'purchase_id', c.purchase_id, 'farm_id', c.farm_id,
     'restaurant_id', c.restaurant_id, 'state', c.state, 'placed_at', c.placed_at, 'delivery_on', c.delivery_on,
     'ship_on', c.delivery_on, 'finalized_at', case c.state when 'finalized' then c.placed_at end,
     'total_inc_yen', case c.state when 'finalized' then 10000 + n % 500 end`,
  ),
  copySql(
    'order_lines',
    `select * from order_lines where order_id = '${id}'`,
    'copies',
    `'id', gen_random_uuid(), 'order_id', c.id, 'restaurant_id', c.restaurant_id`,
  ),
]

/** What final orders came to, and the months of it that are over. */
const moneySql = [
  `update order_lines l
      set confirmed_qty = ordered_qty, shipped_qty = ordered_qty, received_qty = ordered_qty, billed_qty = ordered_qty,
          billed_yen = l.price_yen * ordered_qty
     from orders o where o.id = l.order_id and o.state = 'finalized'`,
  `insert into charges (id, event_key, kind, order_id, restaurant_id, farm_id, supplied_on, booked_on, goods_yen, freight_yen,
      untaxed_yen, per_rate, tax_yen, total_yen, farm_yen, fee_yen, at)
    select uuidv7(), 'order:' || o.id, 'sale', o.id, o.restaurant_id, o.farm_id, o.delivery_on, o.delivery_on, l.yen, 0, 0, '[]',
           0, l.yen, l.yen, 0, o.finalized_at
      from orders o cross join lateral (select sum(billed_yen) as yen from order_lines where order_id = o.id) l
     where o.state = 'finalized'`,
  ...(['restaurant', 'farm'] as const).flatMap((side) => [
    `insert into closings (id, ${side}_id, from_on, to_on, at)
      select uuidv7(), ${side}_id, month, month + interval '1 month - 1 day', now()
        from (select distinct ${side}_id, date_trunc('month', supplied_on)::date as month from charges) months
       where month < '2026-11-01'`,
    `insert into closing_charges (charge_id, side, closing_id)
      select h.id, '${side}', c.id from charges h
        join closings c on c.${side}_id = h.${side}_id and h.supplied_on between c.from_on and c.to_on`,
  ]),
  ...sumsSql,
]

/** Rows of a table like these, with what differs in each of the copies `c`. */
const copySql = (table: string, like: string, copies: string, differing: string) =>
  `insert into ${table} overriding user value select made.* from ${copies} c, (${like}) one
    cross join lateral jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${differing})) made`

/** Of these there are a few, somewhere in the middle. */
const rareSql = [
  `update orders set ship_to = ship_to || '{"kitchen": "離れの厨房"}' where number = '250101-120001-1'`,
  `update order_lines set name = '幻の大根' where order_id = (select id from orders where number = '250101-120002-1')`,
  `update orders set total_inc_yen = 987654 where number = '250101-120003-1'`,
  `update orders set delivery_on = '2025-06-15', ship_on = '2025-06-15' where number = '250101-120004-1'`,
  `update orders set state = 'sent_back', finalized_at = null where number = '250101-120005-1'`,
]

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const watched = ['orders', 'order_lines', 'purchases', 'charges', 'closing_charges']

/** Rows of these tables that a plan read, those that it dropped among them. */
function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0)
  if (!watched.includes(plan['Relation Name'] ?? '')) return below
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = plan
  return below + (plan['Actual Rows'] + filtered + rechecked) * plan['Actual Loops']
}

function literalOf(value: unknown): string | null {
  if (value === null) return null
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : `${value}`
}

const inBrackets = (values: readonly (string | null)[]) =>
  values.length > 0 ? `(${values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value))).join(', ')})` : ''

/**
 * The most that one of its statements reads, where no table is read from end to end: so small a market PostgreSQL would rather scan.
 * `mayScan`: it may.
 */
async function mostRead(ask: () => Promise<unknown>, { forAnyValues = false, mayScan = false } = {}): Promise<number> {
  sent = []
  await ask()
  const reads = sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text))
  expect(reads.length).toBeGreaterThan(0)
  const client = await test_.pool.connect()
  try {
    if (!mayScan) await client.query('set enable_seqscan = off')
    if (forAnyValues) await client.query('set plan_cache_mode = force_generic_plan')
    const read: number[] = []
    for (const { text, values } of reads) {
      const explain = 'explain (analyze, timing off, format json)'
      if (forAnyValues) await client.query(`deallocate all; prepare asked as ${text}`)
      const given = values.map((value) => literalOf(value))
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        forAnyValues ? `${explain} execute asked${inBrackets(given)}` : `${explain} ${text}`,
        forAnyValues ? [] : values,
      )
      read.push(rowsRead(there(rows[0])['QUERY PLAN'][0].Plan))
    }
    return Math.max(...read)
  } finally {
    client.release(true)
  }
}

const newest: StaffOrderSort = { by: 'placed', descending: true }
const pageOf = (filter: StaffOrderFilter, sort = newest, page = 1) =>
  staffOrders(staff, filter, { sort, page, perPage: 50 })

/** As many as are counted, and a few for what is joined to them. */
const countedOnce = mostCounted + 1_000

test.each<[string, StaffOrderFilter]>([
  ['all', {}],
  ['of a state that most have', { states: ['finalized'] }],
  ['of a state that few have', { states: ['cancelled'] }],
  ['of a state that one has', { states: ['sent_back'] }],
  ['of a month', { month: '2026-09' }],
  ['of a month and a state', { month: '2026-09', states: ['cancelled'] }],
  ['of a number', { q: '250101-120000' }],
  ['of the end of a number', { q: '20000-1' }],
  ['of the name of a farm', { q: 'farm7' }],
  ['of a kitchen that has another name now', { q: '離れの厨房' }],
  ['of a product that has another name now', { q: '幻の大根' }],
  ['of an amount', { q: '987654' }],
  ['of a delivery day', { q: '2025/6/15' }],
  ['of two words', { q: 'farm7 restaurant7' }],
  ['of words that no order says', { q: '無い言葉' }],
  ['of letters that no order says', { q: 'kg' }],
])('the orders %s: no statement reads more than are counted', async (_, filter) => {
  expect(await mostRead(() => pageOf(filter))).toBeLessThan(countedOnce)
})

test.each(['number', 'restaurant', 'farm', 'delivery', 'state'] as const)(
  'all orders by %s, up and down',
  async (by) => {
    for (const descending of [true, false])
      expect(await mostRead(() => pageOf({}, { by, descending }))).toBeLessThan(countedOnce)
  },
)

test('the first part of the file of a search', async () => {
  for (const q of ['', '幻の大根', '250101-120000'])
    expect(await mostRead(() => staffOrdersInChunks(staff, { q }).next())).toBeLessThan(countedOnce)
})

test('counting stops, and says so; what a filter leaves is counted in full', async () => {
  expect(await pageOf({})).toMatchObject({ total: mostCounted, capped: true })
  expect(await pageOf({ states: ['cancelled'] })).toMatchObject({ total: many / 100, capped: false })
  expect((await pageOf({ q: '20000-1' })).orders.map(({ number }) => number)).toEqual(['250101-120000-1'])
})

test('pages beyond those that are counted, and the last one', async () => {
  const seen = (await pageOf({}, newest, many / 50)).orders
  expect(seen).toHaveLength(50)
  expect(seen.at(-1)?.number).toBe(`250101-${100_000 + many - 3}-1`)
  expect((await pageOf({}, newest, many / 50 + 1)).orders).toHaveLength(3)
})

test('very many orders are in the same order as when PostgreSQL sorts all of them', async () => {
  const keys = {
    restaurant: '(select kana from restaurants where id = orders.restaurant_id)',
    farm: '(select kana from farms where id = orders.farm_id)',
    delivery: 'delivery_on',
    number: 'number',
  }
  for (const [by, key] of Object.entries(keys))
    for (const descending of [true, false]) {
      const { rows } = await test_.pool.query<{ id: OrderId }>(
        `select id from orders order by ${key} ${descending ? 'desc' : 'asc'}, placed_at desc, id desc limit 50 offset 1000`,
      )
      const { orders } = await pageOf({}, { by: by as keyof typeof keys, descending }, 21)
      expect(orders.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    }
})

test('what a farm with a twentieth of all orders has to do, also where PostgreSQL plans for any values', async () => {
  const { rows } = await test_.pool.query<{ farmId: FarmId }>(`select md5('farm7')::uuid as "farmId"`)
  const ctx = as(test_.db, { ...farmer, ...there(rows[0]) })
  const work = () => farmWork(ctx, addDays(jstDateOf(ctx.now), 14))
  // those of four weeks
  expect(await mostRead(work)).toBeLessThan(300)
  expect(await mostRead(work, { forAnyValues: true })).toBeLessThan(300)
})

/** How many rows there are of the seventh farm, or restaurant. */
async function seventh(side: 'farm' | 'restaurant') {
  const { rows } = await test_.pool.query<{ id: string; orders: number; lines: number; unclosed: number }>(
    `select id, (select count(*)::int from orders where ${side}_id = it.id) as orders,
            (select count(*)::int from order_lines l join orders o on o.id = l.order_id where o.${side}_id = it.id) as lines,
            (select count(*)::int from unclosed_charges where party_id = it.id) as unclosed
       from (select md5('${side}7')::uuid as id) it`,
  )
  return there(rows[0])
}

test.each([false, true])(
  'sales and purchases read what is of that farm or restaurant, and of a period that runs what is not closed (planned for any values: %s)',
  async (forAnyValues) => {
    const [farm, shop] = [await seventh('farm'), await seventh('restaurant')]
    const sells = as(test_.db, { ...farmer, farmId: farm.id as FarmId })
    const buys = as(test_.db, { ...buyer, restaurantId: shop.id as RestaurantId })
    const terms = { payDay: 15 }
    const read = (ask: () => Promise<unknown>) => mostRead(ask, { forAnyValues, mayScan: true })
    const few = 100

    expect(await read(() => ownSales(sells, terms, 'year'))).toBeLessThan(farm.orders + farm.lines + few)
    expect(await read(() => ownSales(sells, terms, 'month'))).toBeLessThan(2 * farm.orders + few)
    expect(await read(() => yearFigures(sells, 2026))).toBeLessThan(farm.orders + few)
    expect(await read(() => ownNextPayout(sells, terms))).toBeLessThan(farm.unclosed + few)
    const year = { from: jstDate('2026-01-01'), to: jstDate('2026-12-31') }
    expect(await read(() => purchaseAnalysis(buys, year))).toBeLessThan(shop.orders + shop.lines + few)
    // a charge, an order and its lines
    expect(await read(() => currentPeriod(buys, { months: 1, payDay: 'closing' }))).toBeLessThan(
      3 * shop.unclosed + few,
    )
  },
)
