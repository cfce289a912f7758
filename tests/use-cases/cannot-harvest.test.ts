import { expect, test } from 'vitest'
import type { OrderId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { harvestNeeds } from '../../app/modules/ordering/fulfilment/harvest-list.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { type ShortOrder, shortOrders } from '../../app/modules/ordering/short-orders.server.ts'
import { reportNoHarvest } from '../../app/modules/products/harvest/cannot-harvest.server.ts'
import { aKey, aMarket, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const day = jstDate('2026-11-25')

/** Orders of this many boxes of carrots and one bundle of leeks, one restaurant each. */
async function ordersOf(wanted: readonly number[]) {
  const { db } = test_
  const market = await aMarket(db)
  const farm = there(market.farms[0])
  const leeks = await aProduct(db, farm.farmId, { name: 'ねぎ', unitLabel: '束', stock: 1_000 })
  await test_.pool.query('update product_stock set available_qty = 1000 where product_id = $1', [farm.productId])
  const orders = []
  for (const [index, qty] of wanted.entries()) {
    const { actor, kitchenId } = await aRestaurant(db)
    const chef = as(db, actor, new Date(noon.getTime() + index * 1_000))
    await fillCart(chef, kitchenId, [
      [farm.productId, qty],
      [leeks, 1],
    ])
    orders.push({ chef, orderId: there(must(await place(chef, kitchenId)).orderIds[0]) })
  }
  const farmer = as(db, farm.actor, at('2026-11-24 11:30'))
  const goods = { productIds: [farm.productId], from: day, to: day }
  return { farm, farmer, orders, goods, leeks }
}

/** As the page sends it: nothing can be sent, what was proposed comes instead. */
const asProposed = (orders: readonly ShortOrder[]) =>
  orders.map(({ orderId, version, lines }) => ({
    orderId,
    version,
    lines: lines.map(({ lineId, proposed }) => ({ lineId, qty: 0, substitute: proposed })),
  }))
const instruct = (id: OrderId, onShortage: string, terms = {}) =>
  test_.pool.query(
    `update order_lines set on_shortage = $2, shortage_terms = $3 where order_id = $1 and name = '人参'`,
    [id, onShortage, terms],
  )
const stateOf = async (id: OrderId) =>
  (await test_.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('one press answers every order that a missing harvest touches, as each chef has instructed', async () => {
  const it = await ordersOf([2, 3, 4, 5])
  const [dropped, asked, ended, swapped] = it.orders.map(({ orderId }) => orderId)
  await instruct(there(dropped), 'drop_line')
  await instruct(there(asked), 'ask', { askUntil: 1_200, otherwise: 'drop_line' })
  await instruct(there(ended), 'all_or_nothing')
  await instruct(there(swapped), 'substitute', {
    substitutes: [it.leeks],
    substituteMaxYen: 5_000,
    otherwise: 'drop_line',
  })
  must(await acceptOrder(it.farmer, { orderId: there(asked), key: aKey(), lines: [] }))

  const preview = await shortOrders(it.farmer, it.goods)
  expect(preview.map(({ orderId, outcome, accepted }) => [orderId, outcome, accepted])).toEqual([
    [dropped, 'settled', false],
    [asked, 'ask', true],
    [ended, 'end', false],
    [swapped, 'settled', false],
  ])
  expect(
    preview.map(({ lines }) => lines.map(({ name, wanted, proposed }) => [name, wanted, proposed?.productId])),
  ).toEqual([[['人参', 2, undefined]], [['人参', 3, undefined]], [['人参', 4, undefined]], [['人参', 5, it.leeks]]])

  const press = { ...it.goods, reason: 'weather' as const, closes: true, orders: asProposed(preview), key: aKey() }
  const done = must(await reportNoHarvest(it.farmer, press))
  expect(done.orders.map(({ outcome, refused }) => [outcome, refused])).toEqual([
    ['settled', null],
    ['ask', null],
    ['end', null],
    ['settled', null],
  ])
  expect([done.unseen, done.closed, done.stillOpen]).toEqual([0, ['人参'], []])
  expect(await Promise.all([dropped, asked, ended, swapped].map((id) => stateOf(there(id))))).toEqual([
    'accepted',
    'proposed',
    'cancelled',
    'accepted',
  ])
  const { lines } = await orderDetail(it.farmer, there(swapped))
  expect(lines.map(({ name, quantities }) => [name, quantities.confirmed?.qty])).toEqual([
    ['人参', 0],
    ['ねぎ', 1],
    ['ねぎ', there(preview[3]?.lines[0]?.proposed).qty],
  ])
  // what was not harvested is not sold again, and the sale is closed
  const stock = await test_.pool.query('select available_qty as qty from product_stock where product_id = $1', [
    it.farm.productId,
  ])
  expect(stock.rows).toEqual([{ qty: 0 }])

  // a second press of the same page, or a lost connection
  const again = must(await reportNoHarvest(it.farmer, press))
  expect(again.orders).toEqual(done.orders)
  const events = await test_.pool.query(`select count(*)::int as n from events where kind = 'order_proposed'`)
  // the chef who is asked, and the order that its instruction ends
  expect(events.rows).toEqual([{ n: 2 }])
})

test('what has changed meanwhile stays with its reason, the rest is answered, and a new order is named', async () => {
  const it = await ordersOf([2, 3])
  const preview = await shortOrders(it.farmer, it.goods)
  const gone = there(it.orders[0])
  must(await cancelOrder(gone.chef, { orderId: gone.orderId, key: aKey() }))
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const late = as(test_.db, actor)
  await fillCart(late, kitchenId, [[it.farm.productId, 1]])
  must(await place(late, kitchenId))
  const done = must(
    await reportNoHarvest(it.farmer, {
      ...it.goods,
      ...{ reason: 'weather' as const, closes: false, orders: asProposed(preview), key: aKey() },
    }),
  )
  expect(done.orders.map(({ outcome, refused }) => [outcome, refused?.slice(0, 12) ?? null])).toEqual([
    [null, expect.stringContaining('この注文は現在')],
    ['settled', null],
  ])
  expect(done.unseen).toBe(1)
})

test('two people press at once: each order is answered once', async () => {
  const it = await ordersOf([2, 3, 4])
  const orders = asProposed(await shortOrders(it.farmer, it.goods))
  const press = () => reportNoHarvest(it.farmer, { ...it.goods, reason: 'weather', closes: true, orders, key: aKey() })
  const [a, b] = await Promise.all([press(), press()])
  const outcomes = [must(there(a)), must(there(b))].map(({ orders }) => orders)
  for (const [index] of orders.entries()) {
    const answered = outcomes.filter((done) => done[index]?.refused === null)
    expect(answered.length).toBeGreaterThanOrEqual(1)
  }
  const events = await test_.pool.query(
    `select order_id from events where kind = 'order_accepted' group by order_id having count(*) > 1`,
  )
  expect(events.rows).toEqual([])
})

test('200 orders in one press: the same statements for each, within seconds', async () => {
  const it = await ordersOf(Array.from({ length: 200 }, () => 1))
  const preview = await shortOrders(it.farmer, it.goods)
  expect(preview).toHaveLength(200)
  test_.queriesSince()
  const began = performance.now()
  const done = must(
    await reportNoHarvest(it.farmer, {
      ...it.goods,
      ...{ reason: 'weather' as const, closes: true, orders: asProposed(preview), key: aKey() },
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  const statements = test_.queriesSince().length
  expect(done.orders.filter(({ outcome }) => outcome === 'settled')).toHaveLength(200)
  expect(statements / 200).toBeLessThan(45)
  expect(seconds).toBeLessThan(30)
}, 180_000)

test('the harvest list sums what leaves on a day, and says how much of it is not certain yet', async () => {
  const it = await ordersOf([2, 3])
  must(await acceptOrder(it.farmer, { orderId: there(it.orders[0]).orderId, key: aKey(), lines: [] }))
  const needs = await harvestNeeds(it.farmer, { from: day, to: day })
  expect(
    needs.map(({ name, qty, openQty, packedQty, orders }) => [name, qty, openQty, packedQty, orders]).sort(),
  ).toEqual([
    ['ねぎ', 2, 1, 0, 2],
    ['人参', 5, 3, 0, 2],
  ])
  expect(await harvestNeeds(it.farmer, { from: jstDate('2026-11-26'), to: jstDate('2026-11-26') })).toEqual([])
})
