import { beforeAll, expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { searchKey } from '#kernel/text.ts'
import { hasCheckDigit, readInvoiceNumber } from '../../app/kernel/invoice-number.ts'
import { type LoggedStep, replay } from '../../app/modules/ordering/replay.ts'
import { renewBadges } from '../../app/modules/traceability/badges/renew-badges.server.tsx'
import { badgeAtAddress } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import type { SeedSummary } from '../../db/seed/seed.ts'
import { testDatabase } from '../support/database.ts'
import { countOn, seed, seedingMs, sqlOn } from './market.ts'

// A Sunday morning before opening: the hardest moment for orders that should be in transit.
const now = at('2026-11-22 06:40')
const database = testDatabase(2)
const sql = sqlOn(() => database.pool)
const count = countOn(sql)
let summary: SeedSummary

beforeAll(async () => {
  summary = await seed(database.pool, now)
  console.log(`seeded in ${summary.seconds} s`)
}, seedingMs)

test('the market is as large as a demo needs', () => {
  expect(summary.seeded).toBe(true)
  expect(summary.farms).toBeGreaterThanOrEqual(40)
  expect(summary.prefectures).toBeGreaterThanOrEqual(20)
  // and one that only the demo restaurant is shown
  expect(summary.productsOnSale).toBe(599)
  // and one that was approved yesterday
  expect(summary.restaurants).toBe(21)
  expect(summary.purchases).toBeGreaterThanOrEqual(1_200)
  expect(summary.purchases).toBeLessThanOrEqual(1_800)
})

test('a second time changes nothing', async () => {
  const again = await seed(database.pool, now)
  expect(again).toEqual({ ...summary, seeded: false, seconds: again.seconds })
})

test('nearly everything on sale is in season', async () => {
  const outOfSeason = await count(`select count(*) from product_search where visible and not 11 = any (season_months)`)
  expect(outOfSeason).toBe(0)
})

test('the demo people are there, each with an identity and a password', async () => {
  const people = await count(
    `select count(*) from people join passwords on person_id = people.id
       join identities on identities.person_id = people.id and subject = people.id::text and provider = 'embedded'
      where people.email in ('chef@example.jp', 'owner@example.jp', 'farmer@example.jp', 'farmer2@example.jp', 'farmer3@example.jp')`,
  )
  expect(people).toBe(5)
  expect(await count(`select count(*) from admins where email = 'admin@example.jp'`)).toBe(1)
})

test('the five quantities of a line only go down', async () => {
  const wrong = await count(`select count(*) from order_lines
    where confirmed_qty > ordered_qty or shipped_qty > confirmed_qty or received_qty > shipped_qty
       or billed_qty > received_qty or billed_yen > ceiling_yen or received_grams > shipped_grams`)
  expect(wrong).toBe(0)
})

test('the entries say what the lines show, once per stage unless it was changed', async () => {
  const stages = ['ordered', 'confirmed', 'shipped', 'received', 'billed']
  for (const stage of stages) {
    const differing = await count(
      `select count(*) from order_lines line
         left join lateral (
           select * from quantity_entries e where e.order_line_id = line.id and e.stage = $1 order by e.id desc limit 1
         ) entry on true
        where (line.${stage}_qty, line.${stage}_grams) is distinct from (entry.qty, entry.grams)
           or ($1 = 'billed' and line.billed_yen is distinct from entry.yen)`,
      [stage],
    )
    expect(differing, stage).toBe(0)
  }
  const twice = `select count(*) - count(distinct (order_line_id, stage)) from quantity_entries`
  expect(await count(twice)).toBe(await count(`select count(*) from order_lines where ordered_before is not null`))
})

test('one order was changed a moment ago, and one waits for the chef’s answer', async () => {
  expect(
    await count(
      `select count(*) from orders o where version = 2 and changed_at < $1 and exists (
      select from order_lines l where l.order_id = o.id and l.ordered_before < l.ordered_qty)`,
      [now],
    ),
  ).toBe(1)
  expect(
    await count(
      `select count(*) from orders where state = 'proposed' and proposal_due_at > $1 and timer_at = proposal_due_at`,
      [now],
    ),
  ).toBe(1)
})

test('what is billed is what was received, at the agreed price', async () => {
  const wrong = await count(`select count(*) from order_lines where billed_yen <> case
    when catch_weight then least(
      billed_grams::bigint * price_yen / 1000,
      (nominal_grams::bigint * confirmed_qty * (100 + tolerance_percent) / 100) * price_yen / 1000)
    else billed_qty * price_yen end`)
  expect(wrong).toBe(0)
})

test('what is final carries its total: per rate added up first, then rounded once; nothing else has one', async () => {
  const wrong = await count(`
    with rates as (
      select order_id, percent, sum(amount)::bigint as base
        from (select order_id, tax_percent as percent, billed_yen as amount from order_lines
               union all
              select order_id, freight_tax_percent, freight_yen + cool_yen from parcels
                join orders on orders.id = order_id where unused_at is null and not waived) parts
       group by order_id, percent),
    totals as (select order_id, sum(base + base * percent / 100)::bigint as total from rates group by order_id)
    select count(*) from orders left join totals on order_id = orders.id
     where total_inc_yen is distinct from case when state = 'finalized' then total end`)
  expect(wrong).toBe(0)
})

test('the log of every order, played again, makes its state', async () => {
  const log = await sql(`
    select order_id as "orderId", state, at, kind, from_state as "fromState", to_state as "toState"
      from events join orders on orders.id = order_id where to_state is not null order by at, events.id`)
  const orders = Map.groupBy(log as (LoggedStep & { orderId: string; state: string })[], ({ orderId }) => orderId)
  expect(orders.size).toBeGreaterThan(4_000)
  for (const steps of orders.values())
    expect(replay(steps)).toMatchObject({ ok: true, order: { state: steps[0]?.state } })
})

test('the history of every order leads to its state, step by step', async () => {
  const broken = await count(`
    with steps as (
      select orders.id, state, from_state, to_state,
             lag(to_state) over history as before, row_number() over history as step,
             lead(events.id) over history is null as last
        from orders join events on order_id = orders.id and to_state is not null
      window history as (partition by orders.id order by at, events.id))
    select count(*) from steps
     where (step = 1 and (from_state, to_state) <> ('draft', 'placed'))
        or (step > 1 and from_state <> before) or (last and to_state <> state)`)
  expect(broken).toBe(0)
  expect(
    await count(`select count(*) from orders where id not in (select order_id from events where order_id is not null)`),
  ).toBe(0)
})

test('no event lies in the future, and no timer is overdue', async () => {
  expect(await count(`select count(*) from events where at > $1`, [now])).toBe(0)
  expect(await count(`select count(*) from orders where timer_at <= $1`, [now])).toBe(0)
  const silent = await count(`select count(*) from orders
    where timer_at is null and state in ('placed', 'accepted', 'shipped', 'delivered')`)
  expect(silent).toBe(0)
})

test('stock entries add up to the stock, and never below nothing', async () => {
  const differing = await count(`select count(*) from product_stock stock
    where available_qty <> coalesce((select sum(delta) from stock_entries entry where entry.product_id = stock.product_id), 0)`)
  expect(differing).toBe(0)
  const negative = await count(`select count(*) from
    (select sum(delta) over (partition by product_id order by id) as left_over from stock_entries) running where left_over < 0`)
  expect(negative).toBe(0)
})

test('every shipped line names its lots, and every shipped box has a valid number', async () => {
  const unnamed = await count(`select count(*) from order_lines line join orders on orders.id = order_id
    where state in ('shipped', 'delivered', 'inspected', 'finalized') and shipped_qty > 0
      and shipped_qty <> (select coalesce(sum(qty), 0) from line_lots where order_line_id = line.id)`)
  expect(unnamed).toBe(0)
  expect(
    await count(`select count(*) from line_lots join lots on lots.id = lot_id
    join order_lines line on line.id = order_line_id where lots.product_id <> line.product_id`),
  ).toBe(0)
  const invalid = await count(`select count(*) from parcels
    where left(tracking_number, 11)::bigint % 7 <> right(tracking_number, 1)::int`)
  expect(invalid).toBe(0)
})

test('registration numbers have their check digit, and some farms have none', async () => {
  const farms = await sql('select number from farms left join farm_registrations on farm_id = farms.id')
  const numbers = farms.flatMap(({ number }) => (typeof number === 'string' ? [number] : []))
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.length).toBeLessThan(farms.length)
  for (const number of numbers) {
    const read = readInvoiceNumber(number)
    expect(read.ok && hasCheckDigit(read.value), number).toBe(true)
  }
})

test.each(['人参', 'ニンジン', 'ﾆﾝｼﾞﾝ', 'キャロット'])('%s finds the carrots of at least four farms', async (typed) => {
  const farms = await count(
    `select count(distinct farm_id) from product_search where visible and search_text like '%' || $1 || '%'`,
    [searchKey(typed)],
  )
  expect(farms).toBeGreaterThanOrEqual(4)
})

test.each(['farmer@example.jp', 'farmer2@example.jp', 'farmer3@example.jp'])(
  '%s has something on every screen',
  async (email) => {
    const [states] = await sql(
      `select count(*) filter (where state = 'placed' and answer_due_at > $2) >= 2 as to_answer,
            count(*) filter (where state = 'accepted' and pack_at > $2) >= 1 as to_pack,
            count(*) filter (where state = 'preparing') >= 1 as packing,
            count(*) filter (where state = 'shipped') >= 1 as on_the_road
       from orders join memberships using (farm_id) join people on people.id = memberships.person_id
      where people.email = $1`,
      [email, now],
    )
    expect(states).toEqual({ to_answer: true, to_pack: true, packing: true, on_the_road: true })
  },
)

test('ビストロ 灯 has an order to inspect', async () => {
  const waiting = await count(`select count(*) from orders join restaurants on restaurants.id = restaurant_id
    where restaurants.name = 'ビストロ 灯' and state = 'delivered'`)
  expect(waiting).toBeGreaterThanOrEqual(1)
})

test('the demo restaurant has a badge with several farms, and guests find one of another that ended', async () => {
  const { db } = database
  const shop = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'personId')
    .innerJoin('badges', 'badges.restaurantId', 'memberships.restaurantId')
    .select(['rule', 'token'])
    .where('email', '=', 'owner@example.jp')
    .execute()
  const token = shop.find(({ rule }) => rule === 'farms')?.token ?? ''
  const seen = await badgeAtAddress({ db, now }, token)
  if (seen?.state !== 'valid') throw new Error('the badge of the demo does not hold')
  expect(seen.badge.farms.length).toBeGreaterThanOrEqual(4)
  expect(seen.badge.farms.map(({ name }) => name)).toContain('佐藤農園')
  const tokens = await db.selectFrom('badges').select('token').execute()
  const states = await Promise.all(tokens.map(async (it) => (await badgeAtAddress({ db, now }, it.token))?.state))
  expect(new Set(states)).toEqual(new Set(['valid', 'ended']))
  // the seeded history is what the job calculates: no notifications in the first minute
  await sql(`update badge_checks set due_at = 'epoch'`)
  expect(await renewBadges({ db, now })).toBe(0)
})

test('a hub that sells nothing drives a run for two farms, and a farm drives for a fee by distance', async () => {
  const [run] = await sql(`select f.is_hub, (select count(*)::int from run_farms rf where rf.run_id = r.id
        and rf.joined_at is not null and rf.farm_id <> r.farm_id) as riders,
      exists (select from run_farms rf where rf.run_id = r.id and rf.farm_id = r.farm_id) as own,
      (select count(*)::int from products p where p.farm_id = f.id) as goods
    from runs r join farms f on f.id = r.farm_id join memberships m on m.farm_id = f.id
    join people p on p.id = m.person_id where p.email = 'hub@example.jp'`)
  // its own page of runs shows the one that it drives
  expect(run).toEqual({ is_hub: true, riders: 2, own: true, goods: 0 })
  expect(await count(`select count(*) from delivery_ways where distance_fees is not null`)).toBe(1)
})

test('kitchens and farms have reviewed each other, some wait at the demo, and one review is reported', async () => {
  expect(await count(`select count(*) from reviews where side = 'restaurant' and told_at is not null`)).toBeGreaterThan(
    50,
  )
  expect(await count(`select count(distinct farm_id) from reviews`)).toBeGreaterThan(5)
  expect(await count(`select count(*) from review_voices`)).toBeGreaterThan(50)
  expect(await count(`select count(*) from product_search where rating <> 4000`)).toBeGreaterThan(10)
  expect(await count(`select count(*) from review_reports where closed_at is null`)).toBe(1)
  const ofDemo = `select count(*) from orders o join memberships m on m.restaurant_id = o.restaurant_id
    join people p on p.id = m.person_id
   where p.email = 'owner@example.jp' and o.state = 'finalized' and o.claim_id is null
     and o.finalized_at > (select max(finalized_at) from orders) - interval '12 days'
     and not exists (select from reviews r where r.order_id = o.id and r.side = 'restaurant')`
  expect(await count(ofDemo)).toBeGreaterThan(0)
  const answers = `and exists (select from reviews r where r.order_id = o.id and r.side = 'farm' and r.told_at is null)`
  expect(await count(ofDemo + answers)).toBe(1)
})
