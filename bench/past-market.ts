import type pg from 'pg'
import type { BuyerActor, FarmActor } from '../app/authorization/actor.ts'
import { makeShops } from '../tests/support/running-app.ts'
import { chargesSql, closingsSql, sumsSql } from './money-rows.ts'

const shops = 270
const ordersADay = 1_370
const chunk = 50_000

export type Ours = { chef: BuyerActor; farmer: FarmActor }

/**
 * Fills the market with this many past orders, as it would be after a week (10,000) or after two years (1,000,000): 270
 * restaurants, each with twelve farms it buys from and six products of each, three lines to an order. Besides, our chef places
 * one in twenty and our farm gets one in ten. One in thirty was cancelled. What lists read of an order exists (purchase, order,
 * lines, parcel), and its money (charge, postings, periods of the months that ended); its log and its documents do not. And a
 * busy day of our farm, the same in every market. Set-based, oldest first; skipped if it was done already.
 */
export async function makePastOrders(pool: pg.Pool, count: number, ours: Ours): Promise<void> {
  const { rows } = await pool.query<{ made: number }>(
    `select count(*)::int as made from orders where number like '990101-%'`,
  )
  const made = rows[0]?.made ?? 0
  if (made !== 0 && made !== count) throw new Error(`${made} past orders are there: use another folder`)
  if (made === 0) await make(pool, count, ours)
  for (const sql of todayAgain) await pool.query(sql)
}

async function make(pool: pg.Pool, count: number, { chef, farmer }: Ours): Promise<void> {
  const others = await makeShops(pool, shops - 1)
  const all = [{ ...chef, kitchenId: chef.kitchenIds[0] }, ...others]
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // the rows are created consistently: the results of triggers and foreign keys are known
    await client.query('set session_replication_role = replica')
    await client.query(shopsSql, [
      all.map((shop) => shop.kitchenId),
      all.map((shop) => shop.restaurantId),
      all.map((shop) => shop.personId),
    ])
    await client.query(farmsSql, [farmer.farmId])
    await client.query(namesSql)
    for (let from = 1; from <= count; from += chunk) {
      await client.query(madeSql, [from, Math.min(from + chunk - 1, count), count, count / ordersADay])
      for (const sql of rowsSql) await client.query(sql)
    }
    await client.query(busyDaySql)
    for (const sql of rowsSql) await client.query(sql)
    for (const sql of chargesSql) await client.query(sql, sql.includes('$1') ? ['990101-'] : [])
    await client.query('analyze charges')
    for (const sql of [...closingsSql, ...sumsSql]) await client.query(sql)
    await client.query('vacuum analyze')
  } finally {
    // this session is not returned to the pool
    client.release(true)
  }
}

const shopsSql = `create temp table bench_shops as
  select (nth - 1)::int as shop, kitchen_id, restaurant_id, person_id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as it (kitchen_id, restaurant_id, person_id, nth)`

/** Other than the made-up restaurants of other benchmarks, they have names that can be told apart. */
const namesSql = `update restaurants r set name = '計測' || shop, kana = 'ケイソク' || shop from bench_shops s where s.restaurant_id = r.id and shop > 0`

const farmsSql = `create temp table bench_farms as
  select (row_number() over (order by f.id <> $1, f.id) - 1)::int as farm, f.id as farm_id, goods.ids
    from farms f join lateral (
      select array_agg(p.id) as ids from (
        select id from products where farm_id = f.id and status = 'listed' and not catch_weight order by id limit 6) p) goods on true
   where f.status = 'approved' and cardinality(goods.ids) = 6`

const regularFarm = '(shop * 5 + n / 270 % 12) % (select count(*)::int from bench_farms)'

/** $1 to $2 of $3 orders, over $4 days until four days ago. */
const madeSql = `create temp table bench_made as
  select '990101-' || n as number, n, uuidv7(placed_at - now()) as id, uuidv7(placed_at - now()) as purchase_id, placed_at,
         case when (n / ${shops} + n) % 30 = 0 then (array['cancelled', 'declined', 'expired'])[1 + n % 3] else 'finalized' end as state,
         (placed_at at time zone 'Asia/Tokyo')::date + 1 as ship_on, null::timestamptz as timer_at, shops.*, farms.*
    from generate_series($1::int, $2::int) n
    cross join lateral (
      select now() - interval '4 days' - $4::float8 * (1 - n / $3::float8) * interval '1 day' as placed_at) at
    join bench_shops shops on shops.shop = case when n % 20 = 7 then 0 else n % ${shops} end
    join bench_farms farms on farms.farm = case when n % 10 = 3 then 0 else ${regularFarm} end`

/** Of our farm: 8 wait for an answer, 12 leave today, 6 have left, 15 leave in the next days; 6 are our chef's. */
const busyDaySql = `create temp table bench_made as
  select 'today-' || n as number, n, uuidv7() as id, uuidv7() as purchase_id, now() - interval '1 day' as placed_at,
         case when n < 8 then 'placed' when n < 20 then 'preparing' when n < 26 then 'shipped' else 'accepted' end as state,
         current_date as ship_on, now() + interval '1 year' as timer_at, shops.*, farms.*
    from generate_series(0, 40) n
    join bench_shops shops on shops.shop = n % 7 * 5
    join bench_farms farms on farms.farm = 0`

/** What is stored of the orders in "bench_made", which then is gone. */
export const rowsSql = [
  `create temp table bench_lines as
    select uuidv7(made.placed_at - now()) as id, made.id as order_id, made.restaurant_id, made.state, nth, 1 + (n + nth) % 3 as qty,
           p.id as product_id, p.name, p.pack_label, p.unit_label, p.picture, p.category, p.temperature, p.price_yen,
           p.method, p.item_key
      from bench_made made cross join generate_series(1, 3) nth
      join products p on p.id = made.ids[1 + (made.shop * 3 + n / 3240 + nth * 2) % 6]`,
  `insert into purchases (id, number, restaurant_id, kitchen_id, person_id, placed_at)
    select purchase_id, number, restaurant_id, kitchen_id, person_id, placed_at from bench_made order by placed_at`,
  `insert into orders (id, number, purchase_id, farm_id, restaurant_id, kitchen_id, state, delivery_on, ship_on, slot, placed_at,
      cutoff_at, answer_due_at, pack_at, timer_at, freight_tax_percent, note, ship_to, accepted_at,
      delivered_at, finalized_at, total_inc_yen, closing_day)
    select id, number, purchase_id, farm_id, restaurant_id, kitchen_id, state, ship_on + 1, ship_on, 'am', placed_at,
           placed_at, placed_at, placed_at, timer_at, 10, '',
           '{"restaurant": "計測", "kitchen": "計測", "postalCode": "1620825", "prefectureCode": "13", "city": "新宿区", "street": "1", "building": "", "place": "神楽坂", "phone": "03-0000-0000"}'::jsonb,
           case when state not in ('placed', 'declined', 'expired') then placed_at end,
           case when state = 'finalized' then placed_at + interval '2 days' end,
           case when state = 'finalized' then placed_at + interval '4 days' end,
           case when state = 'finalized' then goods + goods * 8 / 100 + 990 end, 31
      from bench_made made
      join (select order_id, sum(price_yen * qty) as goods from bench_lines group by order_id) sums on sums.order_id = made.id
     order by placed_at`,
  `insert into order_lines (id, order_id, restaurant_id, ordinal, product_id, name, pack_label, unit_label, picture, category,
      temperature, catch_weight, price_yen, tax_percent, ceiling_yen, on_shortage, ordered_qty, confirmed_qty, shipped_qty,
      received_qty, billed_qty, billed_yen, verdict, method, item_key, commission_bp)
    select id, order_id, restaurant_id, nth, product_id, name, pack_label, unit_label, picture, category, temperature, false,
           price_yen, 8, price_yen * qty, 'ship_what_there_is', qty,
           case when state not in ('placed', 'cancelled', 'declined', 'expired') then qty end,
           case when state in ('shipped', 'finalized') then qty end, case when state = 'finalized' then qty end,
           case when state = 'finalized' then qty end, case when state = 'finalized' then price_yen * qty end,
           case when state = 'finalized' then 'ok' end, method, item_key, 1200
      from bench_lines order by id`,
  `insert into parcels (id, order_id, ordinal, temperature, size_class, freight_yen, cool_yen, waived, carrier, tracking_number, shipped_at)
    select uuidv7(placed_at - now()), id, 1, 'ambient', 80, 900, 0, false, case when left_farm then 'yamato' end,
           case when left_farm then lpad(n::text, 12, '4') end, case when left_farm then ship_on + time '15:00' end
      from (select *, state in ('shipped', 'finalized') as left_farm from bench_made) made order by placed_at`,
  'drop table bench_made, bench_lines',
]

/** The busy day is always the day of the measurement. */
const todayAgain = [
  `update orders set ship_on = today + later, delivery_on = today + later + 1, placed_at = now() - interval '1 day',
      cutoff_at = now() - interval '1 day', answer_due_at = now() + interval '3 hours', pack_at = now() + interval '4 hours'
     from (select id, (now() at time zone 'Asia/Tokyo')::date as today,
                  case when state = 'accepted' then 1 + substring(number from 7)::int % 7 else 0 end as later
             from orders where number like 'today-%') day
    where day.id = orders.id`,
  `update parcels set shipped_at = now() where shipped_at is not null
      and order_id in (select id from orders where number like 'today-%')`,
]
