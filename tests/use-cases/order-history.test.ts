import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { type CsvCell, csvLine } from '../../app/kernel/csv.ts'
import type { Quantity, Stage } from '../../app/kernel/enums.ts'
import { stages } from '../../app/kernel/enums.ts'
import { NotFound, ViewOnly } from '../../app/kernel/errors.ts'
import type { KitchenId, OrderId, OrderLineId, ProductId } from '../../app/kernel/ids.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { type Yen, yen } from '../../app/kernel/yen.ts'
import { setWishedDay } from '../../app/modules/cart/change-cart.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aYearAgo } from '../../app/modules/ordering/past/a-year-ago.server.ts'
import {
  calendarFeed,
  makeCalendarFeed,
  readCalendar,
  revokeCalendarFeed,
} from '../../app/modules/ordering/past/calendar-feed.server.ts'
import { findOrders, foundInChunks } from '../../app/modules/ordering/past/find-orders.server.ts'
import { pastCsvRows } from '../../app/modules/ordering/past/past-csv.ts'
import type { PastFilter } from '../../app/modules/ordering/past/past-filter.ts'
import { priceHistory, purchaseAnalysis } from '../../app/modules/ordering/past/purchase-analysis.server.ts'
import { replay, replayQuantities } from '../../app/modules/ordering/replay.ts'
import { aFarm, aKey, aMarket, aProduct, aRestaurant, as, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, fillCart, must, place, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const site = 'https://market.example.jp'

async function queriesOf(page: () => Promise<unknown>): Promise<number> {
  test_.queriesSince()
  await page()
  return test_.queriesSince().length
}

async function order(
  chef: BuyerActor,
  kitchenId: KitchenId,
  goods: readonly [ProductId, number][],
): Promise<OrderId[]> {
  await fillCart(as(test_.db, chef), kitchenId, goods)
  return must(await place(as(test_.db, chef), kitchenId)).orderIds
}

/** Completed: shipped, delivered, inspected, final. */
async function finalize(market: Market, index: number, orderId: OrderId): Promise<void> {
  await bringToShipped(test_.db, market, index, orderId)
  must(await receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
}

/** Its time of ordering is a past fact that no use case changes: set in the database, with the moments after it. */
const placedAt = (orderId: OrderId, moment: Date) =>
  test_.pool.query('update orders set placed_at = $2 where id = $1', [orderId, moment])

const idsOf = (found: { orders: { id: OrderId }[] }) => found.orders.map(({ id }) => id)

/** Three orders: one final, one that waits for the farm, one that was cancelled. */
async function aPast() {
  const market = await aMarket(test_.db)
  const [final, open, gone] = await placeAll(test_.db, market)
  await finalize(market, 0, there(final))
  must(await cancelOrder(as(test_.db, market.chef), { orderId: there(gone), key: aKey() }))
  return {
    market,
    ctx: as(test_.db, market.chef, arrivalTime),
    final: there(final),
    open: there(open),
    gone: there(gone),
  }
}

test('what is final carries its total, and it is what the order’s page says', async () => {
  const { ctx, final, open } = await aPast()
  const { figures } = await orderDetail(ctx, final)
  const { rows } = await test_.pool.query('select id, total_inc_yen from orders where id = any ($1)', [[final, open]])
  expect(rows).toContainEqual({ id: final, total_inc_yen: figures.totalIncYen })
  expect(rows).toContainEqual({ id: open, total_inc_yen: null })
})

test('the totals of a month: all that was found, page or not; what fell through is not in it', async () => {
  const { ctx, final, open, gone } = await aPast()
  const [one, two] = [await orderDetail(ctx, final), await orderDetail(ctx, open)]
  const month = {
    month: '2026-11',
    orders: 2,
    totalIncYen: one.figures.totalIncYen + two.figures.totalIncYen,
    unsettled: 1,
  }
  expect((await findOrders(ctx, {})).months).toEqual([month])
  const first = await findOrders(ctx, {}, { limit: 1 })
  expect(first.months).toEqual([month])
  expect(await findOrders(ctx, {}, { after: there(first.next), limit: 1 })).toMatchObject({ months: [month] })
  const dead = await findOrders(ctx, { states: ['cancelled'] })
  expect(idsOf(dead)).toEqual([gone])
  expect(dead.months).toEqual([{ month: '2026-11', orders: 0, totalIncYen: 0, unsettled: 0 }])
})

test('every filter finds what it asks for, alone and combined, in the restaurant’s own orders only', async () => {
  const { market, ctx, final, open, gone } = await aPast()
  await placedAt(gone, at('2026-10-31 23:59'))
  await placedAt(final, at('2026-11-01 00:00'))
  const total = async (id: OrderId) => (await orderDetail(ctx, id)).figures.totalIncYen
  const [farm] = market.farms
  const { rows: numbers } = await test_.pool.query('select number from orders where id = $1', [open])
  const ask = async (filter: PastFilter) => idsOf(await findOrders(ctx, filter)).toSorted()
  const some = (...ids: OrderId[]) => ids.toSorted()
  expect(await ask({})).toEqual(some(final, open, gone))
  expect(await ask({ month: '2026-10' })).toEqual([gone])
  expect(await ask({ from: jstDate('2026-11-01') })).toEqual(some(final, open))
  expect(await ask({ to: jstDate('2026-10-31') })).toEqual([gone])
  expect(await ask({ from: jstDate('2026-11-01'), to: jstDate('2026-11-01') })).toEqual([final])
  expect(await ask({ farmId: there(farm).farmId })).toEqual([final])
  expect(await ask({ words: numbers[0].number })).toEqual([open])
  for (const id of [final, open]) {
    const exactly = { leastYen: await total(id), mostYen: await total(id) }
    expect(await ask(exactly)).toEqual([id])
    expect(await ask({ ...exactly, leastYen: yen(exactly.leastYen + 1) })).toEqual([])
  }
  expect(await ask({ mostYen: yen(0) })).toEqual([gone])
  expect(await ask({ states: ['placed'], month: '2026-11' })).toEqual([open])
  expect(await ask({ farmId: there(farm).farmId, month: '2026-10' })).toEqual([])

  const stranger = as(test_.db, (await aRestaurant(test_.db)).actor)
  for (const filter of [{}, { words: numbers[0].number }, { leastYen: yen(0) }])
    expect((await findOrders(stranger, filter)).orders).toEqual([])
})

test.each([
  ['人参', true],
  ['ニンジン', true],
  ['キャロット', true],
  ['にんじん 匝瑳', true],
  ['佐藤農園', true],
  ['根菜', true],
  ['人参 鶏', false],
  ['りんご', false],
  ['%', false],
])('goods are found in the catalogue’s spellings: %s', async (words, found) => {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const carrots = await aProduct(test_.db, farmId)
  const [orderId] = await order(actor, kitchenId, [[carrots, 1]])
  // another restaurant’s order of the same products is not included
  const other = await aRestaurant(test_.db)
  await order(other.actor, other.kitchenId, [[carrots, 1]])
  expect(idsOf(await findOrders(as(test_.db, actor), { words }))).toEqual(found ? [orderId] : [])
})

test('goods that are sold no longer are found among one’s orders', async () => {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const carrots = await aProduct(test_.db, farmId)
  const [orderId] = await order(actor, kitchenId, [[carrots, 1]])
  await test_.pool.query(`update products set status = 'archived' where id = $1`, [carrots])
  expect(idsOf(await findOrders(as(test_.db, actor), { words: 'にんじん' }))).toEqual([orderId])
})

test('as many queries for many orders as for few, whatever is asked', async () => {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const minutes = { n: 0 }
  const ctx = () => as(test_.db, actor, new Date(noon.getTime() + ++minutes.n * 60_000))
  const some = async (farms: number) => {
    for (let index = 0; index < farms; index++) {
      const { farmId } = await aFarm(test_.db)
      await order(actor, kitchenId, [[await aProduct(test_.db, farmId), 1]])
    }
  }
  const days = { from: jstDate('2026-11-01'), to: jstDate('2026-11-30') }
  const counts = async () => [
    await queriesOf(() => findOrders(ctx(), {})),
    await queriesOf(() => findOrders(ctx(), { words: '人参' })),
    await queriesOf(() => findOrders(ctx(), { leastYen: yen(1), month: '2026-11' })),
    await queriesOf(() => purchaseAnalysis(ctx(), days)),
    await queriesOf(() => priceHistory(ctx(), newId<'product'>(), days)),
  ]
  await some(2)
  expect(await counts()).toEqual([5, 7, 5, 2, 1])
  await some(14)
  expect(await counts()).toEqual([5, 7, 5, 2, 1])
})

test('the file has every line and the freight; its amounts and its totals add up, and no cell is a formula', async () => {
  const { ctx, final, open, gone } = await aPast()
  await test_.pool.query(`update order_lines set name = '=HYPERLINK("x")' where order_id = $1`, [open])
  const rows: CsvCell[][] = []
  for await (const orders of foundInChunks(ctx, {})) rows.push(...orders.flatMap(pastCsvRows))
  const figures = await Promise.all([final, open, gone].map(async (id) => (await orderDetail(ctx, id)).figures))
  const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column] ?? 0), 0)
  expect(sum(12)).toBe(figures.reduce((all, it) => all + it.goodsYen + it.freightYen, 0))
  expect(sum(14)).toBe(figures.reduce((all, it) => all + it.totalIncYen, 0))
  const text = rows.map(csvLine).join('')
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(rows.filter((row) => row[5] === '送料').length).toBeGreaterThan(0)
})

test('the analysis of purchases: final orders only, as billed, without freight', async () => {
  const { market, ctx, final } = await aPast()
  const days = { from: jstDate('2026-11-01'), to: jstDate('2026-11-30') }
  const { figures, lines } = await orderDetail(ctx, final)
  const [farm] = market.farms
  const analysis = await purchaseAnalysis(ctx, days)
  expect(analysis).toMatchObject({
    totalYen: figures.goodsYen,
    unsettled: 1,
    months: [{ month: '2026-11', billedYen: figures.goodsYen }],
    farms: [{ key: there(farm).farmId, billedYen: figures.goodsYen }],
    products: [{ key: there(farm).productId, billedYen: figures.goodsYen }],
  })
  expect(await priceHistory(ctx, there(farm).productId, days)).toMatchObject({
    points: [{ orderedOn: '2026-11-24', priceYen: there(lines[0]).priceYen }],
  })
  const before = { from: jstDate('2026-10-01'), to: jstDate('2026-10-31') }
  expect(await purchaseAnalysis(ctx, before)).toMatchObject({ totalYen: 0, unsettled: 0 })
  expect(await priceHistory(ctx, there(farm).productId, before)).toBeNull()
  const stranger = as(test_.db, (await aRestaurant(test_.db)).actor)
  expect(await purchaseAnalysis(stranger, days)).toMatchObject({ totalYen: 0 })
  expect(await priceHistory(stranger, there(farm).productId, days)).toBeNull()
})

const secretIn = (address: string) => there(/\/calendar\/([\w-]+)\.ics$/.exec(address)?.[1])
const read = (address: string, now = noon) => readCalendar({ db: test_.db, now }, { secret: secretIn(address), site })

test('a calendar under a secret address: deliveries and no prices, until it is revoked or made anew', async () => {
  const { market, ctx, open, gone } = await aPast()
  expect(await calendarFeed(ctx)).toBeNull()
  const { path: address } = must(await makeCalendarFeed(ctx, {}))
  expect(address).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const kept = JSON.stringify(
    (await test_.pool.query(`select hash::text, e.data::text from calendar_feeds, events e`)).rows,
  )
  expect(kept).not.toContain(secretIn(address))

  const text = (await read(address)).replace(/\r\n /g, '')
  expect(text).toContain(`UID:${open}@une-to-sara`)
  expect(text).not.toContain(gone)
  expect(text).not.toMatch(/[¥￥円]|1500|1,500/)
  expect(await calendarFeed(ctx)).toMatchObject({ createdAt: ctx.now, lastReadAt: noon })

  const next = must(await makeCalendarFeed(ctx, {}))
  await expect(read(address)).rejects.toThrow(NotFound)
  await read(next.path)
  // a colleague has a different address
  expect(await calendarFeed(as(test_.db, (await aRestaurant(test_.db)).actor))).toBeNull()
  await revokeCalendarFeed(ctx, {})
  await revokeCalendarFeed(ctx, {})
  await expect(read(next.path)).rejects.toThrow(NotFound)
  for (const secret of ['', 'x', `${'a'.repeat(43)}`, `' or 1=1 --`])
    await expect(readCalendar({ db: test_.db, now: noon }, { secret, site })).rejects.toThrow(NotFound)
  const kinds = await test_.pool.query(
    `select kind from events where about_person_id = $1 and kind like 'calendar%' order by at, id`,
    [market.chef.personId],
  )
  expect(kinds.rows.map(({ kind }) => kind)).toEqual([
    'calendar_feed_made',
    'calendar_feed_made',
    'calendar_feed_revoked',
  ])
})

test.each([
  ['has left the restaurant', 'delete from memberships where person_id = $1'],
  ['is suspended', `update people set suspended_at = now() where id = $1`],
])('a member who %s has no calendar any more', async (_, change) => {
  const { actor } = await aRestaurant(test_.db)
  const { path: address } = must(await makeCalendarFeed(as(test_.db, actor), {}))
  await read(address)
  await test_.pool.query(change, [actor.personId])
  await expect(read(address)).rejects.toThrow(NotFound)
})

test('staff who view as a user do not see the secret', async () => {
  const { actor } = await aRestaurant(test_.db)
  const impersonatedBy = {
    impersonationId: newId<'impersonation'>(),
    adminId: newId<'admin'>(),
    adminName: '運営',
    until: noon,
  }
  for (const ask of [calendarFeed, (ctx: Ctx) => revokeCalendarFeed(ctx, {}), (ctx: Ctx) => makeCalendarFeed(ctx, {})])
    await expect(ask(as(test_.db, { ...actor, impersonatedBy }))).rejects.toThrow(ViewOnly)
})

test('two addresses made at once: one holds', async () => {
  const { actor } = await aRestaurant(test_.db)
  const made = await Promise.all([1, 2, 3].map(async () => must(await makeCalendarFeed(as(test_.db, actor), {}))))
  const answers = await Promise.allSettled(made.map(({ path }) => read(path)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

/** The order and its quantities from the tables, and rebuilt from its log. */
async function twice(orderId: OrderId) {
  const { pool } = test_
  const [shown] = (
    await pool.query(
      `select state, accepted_at as "acceptedAt", cancel_asked_at as "cancelAskedAt", delivered_at as "deliveredAt",
              finalized_at as "finalizedAt" from orders where id = $1`,
      [orderId],
    )
  ).rows
  const log = await pool.query(
    `select at, kind, from_state as "fromState", to_state as "toState" from events where order_id = $1 order by at, id`,
    [orderId],
  )
  const stated = await pool.query<{ lineId: OrderLineId; stage: Stage; quantity: Quantity; yen: Yen | null }>(
    `select order_line_id as "lineId", stage, json_build_object('qty', qty, 'grams', q.grams) as quantity, yen
     from quantity_entries q join order_lines l on l.id = q.order_line_id where l.order_id = $1 order by q.id`,
    [orderId],
  )
  const lines = await pool.query('select * from order_lines where order_id = $1', [orderId])
  const quantities = replayQuantities(stated.rows)
  for (const line of lines.rows)
    for (const stage of stages) {
      const known = quantities.get(line.id)?.[stage]
      expect([line[`${stage}_qty`], line[`${stage}_grams`]]).toEqual([
        known?.quantity.qty ?? null,
        known?.quantity.grams ?? null,
      ])
      if (stage === 'billed') expect(line.billed_yen).toBe(known?.yen ?? null)
    }
  return { shown, replayed: replay(log.rows) }
}

test('the log of an order, played again, makes the order that the tables show', async () => {
  const { final, open, gone } = await aPast()
  for (const id of [final, open, gone]) {
    const { shown, replayed } = await twice(id)
    expect(replayed).toEqual({ ok: true, order: shown })
  }
})

test('a year ago, within ten days: most frequently ordered first; empty if there was nothing', async () => {
  const market = await aMarket(test_.db)
  const { chef, kitchenId } = market
  const [often, once] = [there(market.farms[0]).productId, there(market.farms[1]).productId]
  const ctx = as(test_.db, chef)
  expect(await aYearAgo(ctx)).toBeNull()
  const ordered = await order(chef, kitchenId, [
    [often, 3],
    [once, 4],
  ])
  // for another day, or it would be merged into the open order
  must(await setWishedDay(ctx, { kitchenId, day: jstDate('2026-11-28') }))
  ordered.push(...(await order(chef, kitchenId, [[often, 2]])))
  for (const id of ordered) await placedAt(id, at('2025-11-24 21:00'))
  const then = there(await aYearAgo(ctx))
  expect(then).toMatchObject({ from: '2025-11-14', to: '2025-12-04' })
  expect(then.goods.map(({ productId, qty, orders }) => [productId, qty, orders])).toEqual([
    [often, 5, 2],
    [once, 4, 1],
  ])
  for (const [day, goods] of [
    ['2025-11-14 00:00', 2],
    ['2025-12-04 23:59', 2],
    ['2025-11-13 23:59', undefined],
    ['2025-12-05 00:00', undefined],
  ] as const) {
    for (const id of ordered) await placedAt(id, at(day))
    expect((await aYearAgo(ctx))?.goods.length).toBe(goods)
  }
  for (const id of ordered) await placedAt(id, at('2025-11-24 21:00'))
  await test_.pool.query(`update orders set state = 'cancelled' where id = any ($1::uuid[])`, [ordered])
  expect(await aYearAgo(ctx)).toBeNull()
})
