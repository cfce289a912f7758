import { expect, test } from 'vitest'
import { jstDate, type MinuteOfDay } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { setFarmWish } from '../../app/modules/cart/change-cart.server.ts'
import { openWay } from '../../app/modules/delivery/farm-ways.server.ts'
import { handOverOf, handOverOrder } from '../../app/modules/ordering/fulfilment/hand-over.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { lockOrder } from '../../app/modules/ordering/order-store.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
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
