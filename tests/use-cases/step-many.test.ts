import { expect, test } from 'vitest'
import { newId, type OrderId } from '../../app/kernel/ids.ts'
import { declineOrder } from '../../app/modules/ordering/end-order.server.ts'
import { stepMany } from '../../app/modules/ordering/fulfilment/step-many.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, packingTime, placeAll, there } from './steps.ts'

const test_ = testDatabase()

/** Three orders at one farm, of three kitchens. */
async function threeOrders() {
  const { db } = test_
  const markets = [await aMarket(db), await aMarket(db), await aMarket(db)]
  const first = there(markets[0])
  const orderIds: OrderId[] = []
  for (const { chef, kitchenId } of markets)
    orderIds.push(there((await placeAll(db, { ...first, chef, kitchenId }))[0]))
  const farm = there(first.farms[0]).actor
  const stateOf = async (id: OrderId) => (await orderDetail(as(db, farm), id)).state
  return {
    farm,
    orderIds,
    farmer: as(db, farm),
    states: () => Promise.all(orderIds.map(stateOf)),
    other: there(first.farms[1]),
  }
}

test('many are accepted in one press: what has changed meanwhile is named, and the others are accepted', async () => {
  const { farmer, orderIds, states } = await threeOrders()
  const [one, two, three] = [there(orderIds[0]), there(orderIds[1]), there(orderIds[2])]
  must(await declineOrder(farmer, { orderId: two, key: aKey(), reason: '収穫不足' }))
  const chosen = [
    { orderId: one, version: 1 },
    { orderId: two, version: 1 },
    { orderId: three, version: 7 },
    { orderId: newId<'order'>() },
  ]
  const { orders } = must(await stepMany(farmer, { step: 'accept', orders: chosen, key: aKey() }))
  expect(orders.map(({ refusal }) => refusal ?? 'done')).toEqual([
    'done',
    'wrong_state',
    'changed_meanwhile',
    'not_found',
  ])
  expect(orders.every(({ refused }) => refused === null || refused.endsWith('。'))).toBe(true)
  expect(await states()).toEqual(['accepted', 'declined', 'placed'])
})

test('sent twice at once it counts once, and is answered as done both times', async () => {
  const { farmer, orderIds, states } = await threeOrders()
  const press = { step: 'accept' as const, orders: orderIds.map((orderId) => ({ orderId })), key: aKey() }
  const twice = await Promise.all([stepMany(farmer, press), stepMany(farmer, press)])
  expect(twice.flatMap((answer) => must(answer).orders.map(({ refused }) => refused))).toEqual(Array(6).fill(null))
  expect(await states()).toEqual(['accepted', 'accepted', 'accepted'])
  const accepted = await test_.pool.query(
    `select count(*)::int as n from events where kind = 'order_accepted' and order_id = any ($1)`,
    [orderIds],
  )
  expect(accepted.rows).toEqual([{ n: 3 }])
})

test('packing begins for many; an order of another farm is not there', async () => {
  const { db } = test_
  const { farm, farmer, orderIds, states, other } = await threeOrders()
  const orders = orderIds.map((orderId) => ({ orderId }))
  must(await stepMany(farmer, { step: 'accept', orders, key: aKey() }))
  const foreign = must(await stepMany(as(db, other.actor), { step: 'prepare', orders, key: aKey() }))
  expect(foreign.orders.map(({ refusal }) => refusal)).toEqual(['not_found', 'not_found', 'not_found'])
  must(await stepMany(as(db, farm, packingTime), { step: 'prepare', orders, key: aKey() }))
  expect(await states()).toEqual(['preparing', 'preparing', 'preparing'])
})
