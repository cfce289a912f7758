import { expect, test } from 'vitest'
import { grams } from '../../app/kernel/grams.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail, ordersOfPurchase } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aDraftPhoto, arrivalTime, bringToShipped, fillCart, must, place, placeAll, there } from './steps.ts'

const test_ = testDatabase()

test('from the cart to the final figures, all five quantities agree on both sides', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  for (const [index, orderId] of orderIds.entries()) {
    await bringToShipped(db, market, index, orderId)
    must(await receiveOrder(as(db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
    const forChef = await orderDetail(as(db, market.chef, arrivalTime), orderId)
    const forFarm = await orderDetail(as(db, there(market.farms[index]).actor, arrivalTime), orderId)
    expect(forChef.state).toBe('finalized')
    expect(forChef.lines).toEqual(forFarm.lines)
    expect(forChef.figures).toEqual(forFarm.figures)
    expect(forChef.commission).toBeNull()
    expect(forFarm.commission?.rates).toEqual([1200])
    for (const line of forChef.lines) {
      const { ordered, confirmed, shipped, received, billed } = line.quantities
      expect([confirmed?.qty, shipped?.qty, received?.qty, billed?.qty]).toEqual(Array(4).fill(ordered?.qty))
    }
  }
  const bird = await orderDetail(as(db, market.chef, arrivalTime), there(orderIds[2]))
  // 3,700 g × ¥2,400/kg = ¥8,880, calculated on the server from the scale's grams
  expect(bird.lines[0]?.billedYen).toBe(8_880)
  expect(bird.figures.goodsYen).toBe(8_880)
})

test('the history says who, when and why for every step', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  await bringToShipped(db, market, 0, there(orderId))
  must(await receiveOrder(as(db, market.chef, arrivalTime), { orderId: there(orderId), key: aKey(), lines: [] }))
  const { events } = await orderDetail(as(db, market.chef, arrivalTime), there(orderId))
  expect(events.filter((event) => event.toState).map((event) => [event.kind, event.actorKind])).toEqual([
    ['order_placed', 'buyer'],
    ['order_accepted', 'farm'],
    ['order_preparing', 'farm'],
    ['order_shipped', 'farm'],
    ['order_delivered', 'buyer'],
    ['order_inspected', 'buyer'],
    ['order_finalized', 'system'],
  ])
  expect(events.every((event) => event.actorName !== '')).toBe(true)
})

test('what arrived damaged is not billed', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  const leaves = there(orderIds[1])
  await bringToShipped(db, market, 1, leaves)
  const { lines } = await orderDetail(as(db, market.chef, arrivalTime), leaves)
  const key = aKey()
  const photos = [await aDraftPhoto(db, key)]
  must(
    await receiveOrder(as(db, market.chef, arrivalTime), {
      orderId: leaves,
      key,
      lines: [{ lineId: there(lines[0]).id, verdict: 'damaged', qty: 2, grams: null, note: '葉が折れていた', photos }],
    }),
  )
  const after = await orderDetail(as(db, market.chef, arrivalTime), leaves)
  expect(after.lines[0]?.quantities.billed).toEqual({ qty: 2, grams: null })
  expect(after.figures.goodsYen).toBe(4_400)
  expect(after.events.find((event) => event.kind === 'line_received_less')?.reason).toBe('傷み：葉が折れていた')
})

test('a heavy bird is billed at the ceiling, a bird received short by its share', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  const birds = there(orderIds[2])
  await bringToShipped(db, market, 2, birds)
  const { lines } = await orderDetail(as(db, market.chef, arrivalTime), birds)
  await db
    .updateTable('farms')
    .set({ claimAutoYen: yen(5_000) })
    .execute()
  await db
    .updateTable('restaurants')
    .set({ claimAutoYen: yen(5_000) })
    .execute()
  const key = aKey()
  const photos = [await aDraftPhoto(db, key)]
  must(
    await receiveOrder(as(db, market.chef, arrivalTime), {
      orderId: birds,
      key,
      lines: [{ lineId: there(lines[0]).id, verdict: 'short', qty: 1, grams: grams(1_850), photos }],
    }),
  )
  const after = await orderDetail(as(db, market.chef, arrivalTime), birds)
  expect(after.lines[0]?.quantities.billed).toEqual({ qty: 1, grams: 1_850 })
  expect(after.figures.goodsYen).toBe(4_440)
})

test('the total of the cart is the total of the purchase, to the yen', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  await fillCart(
    chef,
    market.kitchenId,
    market.farms.map(({ productId }, index) => [productId, index + 1]),
  )
  const quote = await cartQuote(chef, market.kitchenId)
  const { purchaseId } = must(await place(chef, market.kitchenId))
  const orders = await ordersOfPurchase(chef, purchaseId)
  expect(orders).toHaveLength(3)
  expect(orders.reduce((sum, order) => sum + order.figures.totalIncYen, 0)).toBe(quote.totalYen)
  expect(new Set(orders.map((order) => order.purchaseNumber)).size).toBe(1)
})
