import type pg from 'pg'
import type { JstDate } from '../app/kernel/jst.ts'
import { makeShops } from '../tests/support/running-app.ts'
import { chargesSql, sumsSql } from './money-rows.ts'
import { rowsSql } from './past-market.ts'

const farms = 2_000
const chunk = 50_000

export type Month = { from: JstDate; to: JstDate; restaurants: number; orders: number }

/**
 * A month that has ended, of so many restaurants and orders and of 2,000 farms, three in four of them registered: final orders
 * of three lines and a box, with their charges and what was posted for these. Set-based. `sealed` is an account number and its
 * holder: every farm is paid into the same account.
 */
export async function makeMonth(pool: pg.Pool, month: Month, sealed: { number: string; holder: string }) {
  const shops = await makeShops(pool, month.restaurants)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // the rows are created consistently: the results of triggers and foreign keys are known
    await client.query('set session_replication_role = replica')
    await client.query(shopsSql, [
      shops.map((shop) => shop.kitchenId),
      shops.map((shop) => shop.restaurantId),
      shops.map((shop) => shop.personId),
    ])
    for (const sql of farmsSql) await client.query(sql, sql.includes('$1') ? [sealed.number, sealed.holder] : [])
    for (let from = 1; from <= month.orders; from += chunk) {
      await client.query(madeSql, [from, Math.min(from + chunk - 1, month.orders), month.from, month.to])
      for (const sql of rowsSql) await client.query(sql)
      for (const sql of chargesSql) await client.query(sql, sql.includes('$1') ? [`month-${from}-`] : [])
    }
    for (const sql of sumsSql) await client.query(sql)
    await client.query('vacuum analyze')
  } finally {
    // this session is not returned to the pool
    client.release(true)
  }
  return shops
}

const shopsSql = `create temp table bench_shops as
  select (nth - 1)::int as shop, kitchen_id, restaurant_id, person_id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as it (kitchen_id, restaurant_id, person_id, nth)`

/** Copies of a farm of the demo with an owner, a registration and a bank account each. */
const farmsSql = [
  `create temp table bench_farms as
    select farm, uuidv7() as farm_id, uuidv7() as owner_id, goods.ids
      from generate_series(0, ${farms - 1}) farm
     cross join lateral (
       select array_agg(p.id) as ids from (
         select id from products where status = 'listed' and not catch_weight order by id offset farm % 80 limit 6) p) goods`,
  `insert into farms overriding user value
    select (jsonb_populate_record(f, jsonb_build_object('id', b.farm_id, 'name', '計測農園' || b.farm))).*
      from bench_farms b join farms f on f.id = (select id from farms where status = 'approved' order by id limit 1)`,
  `insert into people (id, email, name, email_verified_at, created_at)
    select owner_id, owner_id || '@example.jp', '計測', now(), now() from bench_farms`,
  `insert into memberships (id, person_id, farm_id, role) select uuidv7(), owner_id, farm_id, 'owner' from bench_farms`,
  `insert into farm_registrations (farm_id, number, from_on)
    select farm_id, 'T7000012050002', '2023-10-01' from bench_farms where farm % 4 <> 0`,
  `insert into bank_accounts (id, farm_id, bank_code, bank_name, bank_kana, branch_code, branch_name, branch_kana, type,
      sealed_number, last_digits, sealed_holder, asked_by, asked_at, confirmed_at, usable_from)
    select uuidv7(), farm_id, '0009', '三井住友', 'ミツイスミトモ', '101', '大阪本店', 'オオサカホンテン', '1', $1, '001', $2,
           owner_id, now() - interval '40 days', now() - interval '40 days', now() - interval '30 days' from bench_farms`,
]

/** Order $1 to $2 of a month from $3 to $4: placed two days before they arrive. */
const madeSql = `create temp table bench_made as
  select 'month-' || $1::int || '-' || n as number, n, uuidv7(placed_at - now()) as id, uuidv7(placed_at - now()) as purchase_id,
         placed_at, 'finalized' as state, (placed_at at time zone 'Asia/Tokyo')::date + 1 as ship_on, null::timestamptz as timer_at,
         shops.*, farms.*
    from generate_series($1::int, $2::int) n
   cross join lateral (
     select (($3::date - 2 + n % ($4::date - $3::date + 1)) + time '10:00') at time zone 'Asia/Tokyo' as placed_at) at
    join bench_shops shops on shops.shop = n % (select count(*)::int from bench_shops)
    join bench_farms farms on farms.farm = (n * 7 + n / 10000 * 13) % ${farms}`
