import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { yen } from '../../app/kernel/yen.ts'
import { lastSentBack } from '../../app/modules/ordering/open-orders.server.ts'
import { historyFilters, historyOfFarm, historyOfRestaurant } from '../../app/modules/ordering/order-history.server.ts'
import { aYearAgo } from '../../app/modules/ordering/past/a-year-ago.server.ts'
import { findOrders } from '../../app/modules/ordering/past/find-orders.server.ts'
import { reviewsWaiting } from '../../app/modules/reviews/own-reviews.server.ts'
import { usualQuantities } from '../../app/modules/shopping-lists/usual-quantities.server.ts'
import { anApi } from '../api/support.ts'
import { aKey, aMarket, aRestaurant, as, type Market } from '../factories/market.ts'
import { aRun } from '../factories/run.ts'
import { testDatabase } from '../support/database.ts'
import { type ProcessParts, processParts } from '../support/process-parts.ts'
import { bringToShipped, fillCart, must, place, placeAll, there } from './steps.ts'

/**
 * Orders that are kept in memory (docs/decisions/0111) against the plain queries: the use cases are the same, once with a
 * process that hears of changes and once without. The changes are made by neither of them.
 */
const test_ = testDatabase()
let kept: ProcessParts
let market: Market
let neighbour: Market['chef']
let viewers: { name: string; actor: Actor; token: string }[]

beforeAll(async () => {
  kept = await processParts(test_.config)
  market = await aMarket(test_.db)
  const other = await aRestaurant(test_.db)
  neighbour = other.actor
  await aRun(test_.db, market)
  const orderIds = await placeAll(test_.db, market)
  await bringToShipped(test_.db, market, 2, there(orderIds[2]))
  await fillCart(as(test_.db, neighbour), other.kitchenId, [[there(market.farms[0]).productId, 1]])
  must(await place(as(test_.db, neighbour), other.kitchenId))
  const farm = there(market.farms[0]).actor
  const actors: [string, Actor][] = [
    ['chef', market.chef],
    ['neighbour', neighbour],
    ['farm', farm],
    ['bird farm', there(market.farms[2]).actor],
    ['helper', { ...farm, role: 'staff', rights: 'all', seesMoney: false }],
  ]
  const api = anApi(test_)
  viewers = []
  for (const [name, actor] of actors) viewers.push({ name, actor, token: await api.tokenOf(actor) })
})
afterAll(() => kept.end())

const asked = [{}, { limit: 1 }, { states: ['placed' as const] }, { month: '2026-11' }, { month: '2026-10' }]

/** All that a viewer is answered, as text. */
async function answers(db: typeof test_.db, { actor }: (typeof viewers)[number]): Promise<string> {
  const ctx = as(db, actor)
  const history = actor.kind === 'farm' ? historyOfFarm : historyOfRestaurant
  const pages = []
  for (const filter of asked) pages.push(await history(ctx, filter))
  const [first] = pages
  const next = first?.orders[0] && (await history(ctx, { after: first.orders[0], limit: 2 }))
  const reviews = await reviewsWaiting(ctx)
  if (actor.kind !== 'buyer') return JSON.stringify({ pages, next, reviews }, null, 1)
  const found = []
  for (const filter of [{}, { month: '2026-11' }, { states: ['placed' as const] }, { leastYen: yen(2_000) }])
    found.push(await findOrders(ctx, filter), await findOrders(ctx, filter, { limit: 1 }))
  const [kitchenId] = actor.kitchenIds
  const productIds = market.farms.map(({ productId }) => productId)
  const usual = await usualQuantities(ctx, { kitchenId: there(kitchenId), productIds })
  const sentBack = await lastSentBack(ctx, there(kitchenId))
  const [filters, yearAgo] = [await historyFilters(ctx), await aYearAgo(ctx)]
  return JSON.stringify({ pages, next, reviews, found, filters, usual, sentBack, yearAgo }, null, 1)
}

/**
 * Every viewer is answered the same, whether from memory or by the plain queries, as a use case and by the API.
 *
 * @returns what they are answered
 */
async function sameForAll(): Promise<string[]> {
  await kept.feed.caughtUp()
  const told: string[] = []
  for (const viewer of viewers) {
    const plainly = await answers(test_.db, viewer)
    expect(await answers(kept.db, viewer)).toBe(plainly)
    told.push(plainly)
  }
  const [plain, quick] = [anApi(test_), anApi(kept)]
  for (const { token } of viewers) {
    const [a, b] = [await plain.call('GET', '/orders', { token }), await quick.call('GET', '/orders', { token })]
    expect([b.status, new TextDecoder().decode(b.bytes)]).toEqual([200, new TextDecoder().decode(a.bytes)])
    expect(b.headers.get('etag')).toBe(a.headers.get('etag'))
  }
  return told
}

type Change = { name: string; nth: number; value: number }

/** An order of those that are there. */
const anOrder = (nth: number) =>
  `(select id from orders order by id offset ${nth} % (select count(*) from orders) limit 1)`
const aLine = (nth: number) => `(select id from order_lines where order_id = ${anOrder(nth)} order by id limit 1)`
const aParcel = (nth: number) => `(select id from parcels where order_id = ${anOrder(nth)} order by id limit 1)`
const run = (text: string, values: unknown[] = []) => test_.pool.query(text, values)

const changes: Record<string, (change: Change) => Promise<unknown>> = {
  note: ({ nth, value }) => run(`update orders set note = $1 where id = ${anOrder(nth)}`, [`${value}`]),
  state: ({ nth, value }) =>
    run(`update orders set state = $1 where id = ${anOrder(nth)} and state in ('placed', 'accepted', 'proposed')`, [
      value % 2 ? 'accepted' : 'placed',
    ]),
  'placed at another time': ({ nth, value }) =>
    run(
      `update orders set placed_at = timestamptz '2026-11-24 10:00+09' - $1 * interval '1 day' where id = ${anOrder(nth)}`,
      [value * 3],
    ),
  'placed a year ago': ({ nth, value }) =>
    run(
      `update orders set placed_at = timestamptz '2025-11-24 10:00+09' + $1 * interval '1 day' where id = ${anOrder(nth)}`,
      [value],
    ),
  'goods of a year ago': async ({ nth, value }) => {
    // of the farm from which nothing is ordered again
    const { productId } = there(market.farms[2])
    await run(
      `update orders set placed_at = timestamptz '2025-11-24 10:00+09'
        where id in (select order_id from order_lines where product_id = $1)`,
      [productId],
    )
    if (nth % 2) await run('update products set name = $2 where id = $1', [productId, `${value}の鶏`])
    else await run('update products set status = $2 where id = $1', [productId, value % 2 ? 'listed' : 'paused'])
  },
  'ordered again': async ({ nth, value }) => {
    const chef = value % 2 ? market.chef : neighbour
    const ctx = as(test_.db, chef)
    const kitchenId = there(chef.kitchenIds[0])
    await fillCart(ctx, kitchenId, [[there(market.farms[nth % 2]).productId, 1 + (value % 3)]])
    return place(ctx, kitchenId)
  },
  'day of delivery': ({ nth, value }) =>
    run(`update orders set delivery_on = ship_on + 1 + $1::int where id = ${anOrder(nth)}`, [value]),
  'another product': ({ nth, value }) =>
    run(`update order_lines set product_id = $1 where id = ${aLine(nth)}`, [
      there(market.farms[(nth + value) % market.farms.length]).productId,
    ]),
  'final total': ({ nth, value }) =>
    run(`update orders set total_inc_yen = $1 where id = ${anOrder(nth)}`, [value % 3 ? value * 1_000 : null]),
  review: async ({ nth, value }) => {
    await run(
      `update orders set state = 'finalized', finalized_at = '2026-11-23 10:00+09' where id = ${anOrder(nth)} and claim_id is null`,
    )
    await run(`delete from reviews where order_id = ${anOrder(nth)}`)
    if (value % 2)
      await run(
        `insert into reviews (id, order_id, side, farm_id, restaurant_id, person_id, stars, words, written_at, shown_from)
         select gen_random_uuid(), id, 'restaurant', farm_id, restaurant_id, $1, 5, '良い', now(), now()
           from orders where id = ${anOrder(nth)}`,
        [market.chef.personId],
      )
  },
  'sent back': async ({ nth, value }) => {
    const { farms, chef } = market
    const goods = farms.slice(0, 2).map(({ productId }): [typeof productId, number] => [productId, 1])
    await fillCart(as(test_.db, chef), there(chef.kitchenIds[0]), goods)
    const order = `(select id from orders where purchase_id = (select id from purchases
       where person_id = '${chef.personId}' order by placed_at desc, id limit 1) order by id limit 1)`
    await run(
      `with moved as (
         update orders set state = $1, finalized_at = null where id = ${order} returning id)
       insert into events (id, at, kind, actor_kind, actor_name, order_id, reason, data)
       select gen_random_uuid(), now(), 'order_sent_back', 'system', '店長', id, $2, '{}' from moved where $1 = 'draft'`,
      [value % 2 ? 'draft' : 'placed', `${nth} ${value}`],
    )
  },
  'name of a line': ({ nth, value }) =>
    run(`update order_lines set name = $1 where id = ${aLine(nth)}`, [`人参 ${value}`]),
  quantity: ({ nth, value }) =>
    run(
      `with event as (
         insert into events (id, at, kind, actor_kind, actor_name, order_id, data)
         values (gen_random_uuid(), now(), 'line_changed', 'system', '', ${anOrder(nth)}, '{}') returning id)
       insert into quantity_entries (order_line_id, stage, qty, grams, reason, event_id, at)
       select l.id, 'ordered', $1, l.ordered_grams, '変更', event.id, now() from order_lines l, event where l.id = ${aLine(nth)}`,
      [1 + value],
    ),
  freight: ({ nth, value }) => run(`update parcels set freight_yen = $1 where id = ${aParcel(nth)}`, [value * 100]),
  'another parcel': ({ nth }) =>
    run(
      `insert into parcels (id, order_id, ordinal, temperature, size_class, freight_yen, cool_yen, waived)
       select gen_random_uuid(), id, (select max(ordinal) + 1 from parcels where order_id = o.id), 'ambient', 80, 500, 0, false
         from orders o where id = ${anOrder(nth)}`,
    ),
  'a parcel more, and less': async ({ nth, value }) => {
    if (value % 2 === 0) return there(changes['another parcel'])({ name: '', nth, value })
    await run(`delete from parcels where order_id = ${anOrder(nth)} and ordinal > 1 and tracking_number is null`)
  },
  'what lies in a parcel': async ({ nth, value }) => {
    await run(`delete from parcel_lines where parcel_id = ${aParcel(nth)}`)
    if (value % 3) await run(`insert into parcel_lines values (${aParcel(nth)}, ${aLine(nth)}, $1)`, [value])
  },
  'the news of a carrier': ({ value }) =>
    run(
      `insert into parcel_events (parcel_id, state, words, place, at, source, key, received_at)
       select id, 'in_transit', '輸送中', $1, now(), 'poll', $2, now() from parcels where tracking_number is not null`,
      [`${value}店`, aKey()],
    ),
  claim: async ({ nth, value }) => {
    if (value % 2) return run(`delete from claims where order_id = ${anOrder(nth)}`)
    await run(
      `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
         automatic_yen, large_yen, rate_below_threshold, opened_at, timer_at)
       select gen_random_uuid(), $1, id, ${aLine(nth)}, farm_id, restaurant_id, 'opened', 'damaged', 1, 1, 'credit',
         0, 10000, true, now(), now() from orders where id = ${anOrder(nth)}
          and not exists (select from claims where order_line_id = ${aLine(nth)})`,
      [aKey()],
    )
  },
  farm: ({ nth, value }) =>
    run(`update farms set name = $1, phone = $2 where id = (select farm_id from orders where id = ${anOrder(nth)})`, [
      `${value}の農園`,
      `03-0000-00${10 + value}`,
    ]),
  restaurant: ({ nth, value }) =>
    run(`update restaurants set name = $1 where id = (select restaurant_id from orders where id = ${anOrder(nth)})`, [
      `${value}の店`,
    ]),
  'receiving note': ({ nth, value }) =>
    run(
      `update kitchens set receiving_note = $1 where id = (select kitchen_id from orders where id = ${anOrder(nth)})`,
      [`${value}`],
    ),
  'place on a run': async ({ nth, value }) => {
    await run(`delete from run_orders where order_id = ${anOrder(nth)}`)
    if (value % 5)
      await run(
        `insert into run_orders (order_id, run_id, delivery_on, kitchen_id, farm_id, points, boxes)
         select o.id, r.id, o.delivery_on, o.kitchen_id, o.farm_id, 1, 1 from orders o, runs r where o.id = ${anOrder(nth)}`,
      )
  },
  'a run': ({ value }) => run('update runs set name = $1', [`第${value}便`]),
  'a stop of a run': ({ value }) => run('update run_stops set place = $1', [`${value}番`]),
}

const aChange = fc.record({
  name: fc.constantFrom(...Object.keys(changes)),
  nth: fc.integer({ min: 0, max: 9 }),
  value: fc.integer({ min: 0, max: 19 }),
})

test('after any history of changes, every viewer is answered from memory as by the plain queries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { minLength: 1, maxLength: 8 }), async (history) => {
      for (const change of history) await there(changes[change.name])(change)
      await sameForAll()
    }),
    { numRuns: Math.ceil(Number(fc.readConfigureGlobal().numRuns) / 100) },
  )
}, 240_000)

test.each(Object.keys(changes))('a kept order knows of: %s', async (name) => {
  let before = await sameForAll()
  let changed = 0
  for (const value of [4, 5, 6]) {
    for (const nth of [0, 1, 2, 3]) await there(changes[name])({ name, nth, value })
    const after = await sameForAll()
    if (JSON.stringify(after) !== JSON.stringify(before)) changed++
    before = after
  }
  expect(changed).toBeGreaterThan(0)
})

test('moving goods from a parcel of one order to a parcel of another updates both', async () => {
  await run(`delete from parcel_lines where parcel_id in (${aParcel(0)}, ${aParcel(1)})`)
  await run(`insert into parcel_lines values (${aParcel(0)}, ${aLine(0)}, 3)`)
  await sameForAll()
  const { rowCount } = await run(
    `update parcel_lines set parcel_id = ${aParcel(1)}, order_line_id = ${aLine(1)} where parcel_id = ${aParcel(0)}`,
  )
  expect(rowCount).toBe(1)
  await sameForAll()
})

test('a repeated question asks the database nothing, and a client that has the answer gets no body', async () => {
  const { token } = there(viewers[0])
  const api = anApi(kept)
  await kept.feed.caughtUp()
  const first = await api.call('GET', '/orders', { token })
  kept.queries.length = 0
  const tag = first.headers.get('etag') ?? ''
  const again = await api.call('GET', '/orders', { token, headers: { 'if-none-match': `W/${tag}` } })
  expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag])
  expect(again.headers.get('cache-control')).toBe('no-store')
  expect(kept.queries).toEqual([])

  await test_.db
    .updateTable('parcels')
    .set({ coolYen: yen(77) })
    .execute()
  await kept.feed.caughtUp()
  const changed = await api.call('GET', '/orders', { token, headers: { 'if-none-match': tag } })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(tag)
})
