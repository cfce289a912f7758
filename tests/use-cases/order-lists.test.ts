import { expect, test } from 'vitest'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { farmBoard } from '../../app/modules/ordering/fulfilment/farm-board.server.ts'
import { farmWaiting } from '../../app/modules/ordering/open-orders.server.ts'
import { historyFilters, lastPurchases } from '../../app/modules/ordering/order-history.server.ts'
import { aFarm, aMarket, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, fillCart, must, place, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

test('the last purchases are whole, however many farms they are from', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  // of other farms each time: a second order of the same ones is merged into the open order
  const productsOf = (farms: number) =>
    Promise.all(Array.from({ length: farms }, async () => aProduct(db, (await aFarm(db)).farmId)))
  const made: Awaited<ReturnType<typeof placeOne>>[] = []
  const placeOne = async (minute: number, of: Awaited<ReturnType<typeof productsOf>>) => {
    const chef = as(db, actor, at(`2026-11-24 10:0${minute}`))
    await fillCart(
      chef,
      kitchenId,
      of.map((id) => [id, 1]),
    )
    return must(await place(chef, kitchenId))
  }
  for (const minute of [0, 1, 2, 3]) made.push(await placeOne(minute, await productsOf(minute === 3 ? 1 : 5)))
  const last = await lastPurchases(as(db, actor), 3)
  expect(last.map(([order]) => order?.purchaseId)).toEqual(
    made
      .toReversed()
      .slice(0, 3)
      .map((it) => it.purchaseId),
  )
  expect(last.map((orders) => orders.length)).toEqual([1, 5, 5])
})

test('the filters of a history: every month from the first order to the last, and each farm once', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  expect(await historyFilters(chef)).toEqual({ months: [], farms: [] })
  const [first] = await placeAll(db, market)
  await placeAll(db, market)
  await test_.pool.query(`update orders set placed_at = '2026-08-31T15:30:00Z' where id = $1`, [first])
  const { months, farms } = await historyFilters(chef)
  expect(months).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(farms.map(({ id }) => id).toSorted()).toEqual(market.farms.map(({ farmId }) => farmId).toSorted())
})

test('what has left today is what was shipped today, early or late, and received or not', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const id = there(orderId)
  const farmer = there(market.farms[0]).actor
  const today = () => farmBoard(as(db, farmer, shippingTime))
  expect(await farmWaiting(as(db, farmer))).toBe(1)
  await bringToShipped(db, market, 0, id)
  expect(await farmWaiting(as(db, farmer))).toBe(0)
  const set = (what: string, value: string) =>
    test_.pool.query(`update orders set ${what} = $2 where id = $1`, [id, value])
  for (const shipOn of ['2026-11-23', '2026-11-25', '2026-11-26']) {
    await set('ship_on', shipOn)
    const { todays, later } = await today()
    expect([todays.map(({ order, step }) => [order.id, step]), later]).toEqual([[[id, 'done']], []])
  }
  await set('state', 'inspected')
  expect((await today()).todays).toHaveLength(1)
  const nextDay = await farmBoard(as(db, farmer, at('2026-11-26 00:00')))
  expect([nextDay.today, nextDay.todays, nextDay.later]).toEqual([jstDate('2026-11-26'), [], []])
})
