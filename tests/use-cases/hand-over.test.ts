import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import { jstDate, type MinuteOfDay } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { setFarmWish } from '../../app/modules/cart/change-cart.server.ts'
import { chooseRun } from '../../app/modules/cart/choose-run.server.ts'
import { openWay } from '../../app/modules/delivery/farm-ways.server.ts'
import { handOverOf, handOverOrder } from '../../app/modules/ordering/fulfilment/hand-over.server.ts'
import { handOverRun } from '../../app/modules/ordering/fulfilment/hand-over-run.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { lockOrder } from '../../app/modules/ordering/order-store.server.ts'
import { upcomingLoads } from '../../app/modules/runs/run-queries.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { aRun } from '../factories/run.ts'
import { testDatabase } from '../support/database.ts'
import { aDraftPhoto, arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const day = jstDate('2026-11-26')
const minute = (hour: number, past = 0) => (hour * 60 + past) as MinuteOfDay

/** An order that the farm's own van has taken along. */
async function onTheVan() {
  const market = await aMarket(test_.db)
  const { farmId, productId, actor } = there(market.farms[0])
  const { id: wayId } = must(
    await openWay(as(test_.db, actor), {
      ...{ kind: 'own_van', name: '東京便', prefectures: ['13'], postalCodes: [], weekdays: [1, 2, 3, 4, 5, 6] },
      ...{ temperatures: ['ambient'], feeYen: yen(500), bands: [], distances: [], freeFromYen: null, leadDays: 1 },
      ...{ cutoffHours: null, hours: '', place: '', key: aKey() },
    }),
  )
  const chef = as(test_.db, market.chef)
  const { kitchenId } = market
  await fillCart(chef, kitchenId, [[productId, 2]])
  must(await setFarmWish(chef, { kitchenId, farmId, wayId }))
  const orderId = there(must(await place(chef, kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 0, orderId)
  return { market, orderId, farmer: as(test_.db, actor, arrivalTime), kitchen: as(test_.db, market.chef, arrivalTime) }
}

test('what the farm brings itself is delivered when it says so, with time, person and photo, and the inspection begins', async () => {
  const { orderId, farmer, kitchen } = await onTheVan()
  const key = crypto.randomUUID()
  const personId = 'personId' in farmer.actor ? farmer.actor.personId : null
  const photo = await aDraftPhoto(test_.db, key, personId)
  const said = { orderId, key, day, time: minute(9, 40), receivedBy: ' 小川 葵 ', photos: [photo] }
  must(await handOverOrder(farmer, said))
  must(await handOverOrder(farmer, said))
  const order = await orderDetail(kitchen, orderId)
  expect([order.state, order.deliveredAt]).toEqual(['delivered', arrivalTime])
  const record = await handOverOf(kitchen, await lockOrder(test_.db, orderId))
  expect(record).toEqual({ handedAt: new Date('2026-11-26T00:40:00Z'), receivedBy: '小川 葵', photoKey: photo })
  must(await receiveOrder(kitchen, { orderId, key: aKey(), lines: [] }))
  expect((await orderDetail(kitchen, orderId)).state).toBe('finalized')
})

test("a time before it left or yet to come is refused, and what a carrier brings is not the farm's to say", async () => {
  const { market, orderId, farmer, kitchen } = await onTheVan()
  const at = (on: typeof day, time: MinuteOfDay) =>
    handOverOrder(farmer, { orderId, key: aKey(), day: on, time, receivedBy: '小川' })
  expect(await at(day, minute(10, 1))).toMatchObject({ refusal: 'handed_over_when' })
  expect(await at(jstDate('2026-11-25'), minute(14))).toMatchObject({ refusal: 'handed_over_when' })
  const { productId } = there(market.farms[1])
  await fillCart(as(test_.db, market.chef), market.kitchenId, [[productId, 2]])
  const byCarrier = there(must(await place(as(test_.db, market.chef), market.kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 1, byCarrier)
  const other = as(test_.db, there(market.farms[1]).actor, arrivalTime)
  const said = { orderId: byCarrier, key: aKey(), day, time: minute(9), receivedBy: '小川' }
  expect(await handOverOrder(other, said)).toMatchObject({ refusal: 'handed_over_by_carrier' })
  expect((await orderDetail(kitchen, orderId)).state).toBe('shipped')
})

test('the farm and the kitchen at once: it is delivered once, and the receipt stands', async () => {
  const { orderId, farmer, kitchen } = await onTheVan()
  const [handed, received] = await Promise.all([
    handOverOrder(farmer, { orderId, key: aKey(), day, time: minute(9), receivedBy: '小川' }),
    receiveOrder(kitchen, { orderId, key: aKey(), lines: [] }),
  ])
  expect(received.ok).toBe(true)
  expect(handed.ok || handed.refusal === 'wrong_state').toBe(true)
  expect((await orderDetail(kitchen, orderId)).state).toBe('finalized')
})

/** Three farms send to one kitchen by a run of the first; the boxes of two have left. */
async function onTheRun() {
  const market = await aMarket(test_.db)
  const { kitchenId } = market
  const runId = await aRun(test_.db, market, { leadDays: 1, cutoffDays: 2 })
  const chef = as(test_.db, market.chef)
  for (const { farmId, productId } of market.farms) {
    await fillCart(chef, kitchenId, [[productId, 2]])
    must(await chooseRun(chef, { kitchenId, farmId, runId }))
  }
  const { orderIds } = must(await place(chef, kitchenId))
  const orders = await Promise.all(orderIds.map((id) => orderDetail(chef, id)))
  const ids = market.farms.map(({ farmId }) => there(orders.find((order) => order.farmId === farmId)).id)
  for (const index of [0, 1]) await bringToShipped(test_.db, market, index, there(ids[index]))
  const rideDay = there(orders[0]).deliveryOn
  const kitchen = as(test_.db, market.chef, arrivalTime)
  const statesOf = async () => Promise.all(ids.map(async (id) => (await orderDetail(kitchen, id)).state))
  const farmers = market.farms.map(({ actor }) => as(test_.db, actor, arrivalTime))
  const said = { runId, rideDay, kitchenId, day, time: minute(9, 40), receivedBy: '小川 葵' }
  return { ids, kitchen, statesOf, said, driver: there(farmers[0]), rider: there(farmers[1]) }
}

test('the driver of a run records what left the farms as delivered, once, and no other farm of the run can', async () => {
  const { ids, kitchen, statesOf, said, driver, rider } = await onTheRun()
  await expect(handOverRun(rider, { ...said, key: aKey() })).rejects.toThrow(NotFound)
  const tooEarly = { ...said, day: jstDate('2026-11-24'), key: aKey() }
  expect(await handOverRun(driver, tooEarly)).toMatchObject({ refusal: 'handed_over_when' })
  const key = aKey()
  expect(must(await handOverRun(driver, { ...said, key })).orders).toBe(2)
  expect(must(await handOverRun(driver, { ...said, key })).orders).toBe(2)
  expect(await statesOf()).toEqual(['delivered', 'delivered', 'placed'])
  const record = await handOverOf(kitchen, await lockOrder(test_.db, there(ids[1])))
  expect(record).toEqual({ handedAt: new Date('2026-11-26T00:40:00Z'), receivedBy: '小川 葵', photoKey: null })
  expect(await handOverRun(driver, { ...said, key: aKey() })).toMatchObject({ refusal: 'nothing_to_hand_over' })
})

test('a farm that registers its shipment late does not keep the driver from recording the others', async () => {
  const { ids, statesOf, said, driver } = await onTheRun()
  const late = there(ids[1])
  await test_.db
    .updateTable('parcels')
    .set({ shippedAt: new Date('2026-11-26T00:45:00Z') })
    .where('orderId', '=', late)
    .execute()
  expect(must(await handOverRun(driver, { ...said, key: aKey() }))).toMatchObject({
    orders: 1,
    notRecorded: [{ farm: 'にの畑', refusal: 'handed_over_when' }],
  })
  expect(await statesOf()).toEqual(['delivered', 'shipped', 'placed'])
  // alone it is refused, and the driver can state the time again
  expect(await handOverRun(driver, { ...said, key: aKey() })).toMatchObject({ refusal: 'handed_over_when' })
  must(await handOverRun(driver, { ...said, time: minute(9, 50), key: aKey() }))
  expect(await statesOf()).toEqual(['delivered', 'delivered', 'placed'])
})

test('what is at the kitchen no longer waits for the driver', async () => {
  const { said, driver } = await onTheRun()
  const boxes = async () => (await upcomingLoads(driver)).map((load) => load.boxes)
  expect(await boxes()).toEqual([3])
  must(await handOverRun(driver, { ...said, key: aKey() }))
  expect(await boxes()).toEqual([1])
})

test('the driver and the kitchen at once: what the kitchen has received stays received', async () => {
  const { ids, kitchen, statesOf, said, driver } = await onTheRun()
  const orderId = there(ids[0])
  const [handed, received] = await Promise.all([
    handOverRun(driver, { ...said, key: aKey() }),
    receiveOrder(kitchen, { orderId, key: aKey(), lines: [] }),
  ])
  expect([handed.ok, received.ok]).toEqual([true, true])
  expect(await statesOf()).toEqual(['finalized', 'delivered', 'placed'])
})
