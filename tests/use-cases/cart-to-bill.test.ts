import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { seenOf } from '#modules/cart/seen-quote.ts'
import { deliverySlipsOf, settleShippedSlips } from '#modules/issued-documents/delivery-slip.server.ts'
import { acceptOrder } from '#modules/ordering/accept-order.server.ts'
import { packOrder } from '#modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/ordering/fulfilment/prepare-order.server.ts'
import { receiveMany } from '#modules/ordering/fulfilment/receive-many.server.ts'
import { shipOrder } from '#modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { placeOrder } from '#modules/ordering/place-order.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, fillCart, must, packingTime, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

const someLine = fc.record({
  priceYen: fc.integer({ min: 37, max: 30_011 }),
  qty: fc.integer({ min: 1, max: 9 }),
  temperature: fc.constantFrom('ambient' as const, 'chilled' as const),
})
const someFarm = fc.record({
  lines: fc.array(someLine, { minLength: 1, maxLength: 3 }),
  freeFreightFromYen: fc.option(fc.integer({ min: 1_000, max: 60_000 })),
})

type SomeFarm = typeof someFarm extends fc.Arbitrary<infer Value> ? Value : never

/** From the cart to the bill: everything that was ordered is sent and received. */
async function bought(farms: readonly SomeFarm[]) {
  const { db } = test_
  const { kitchenId, actor } = await aRestaurant(db)
  const chef = as(db, actor)
  const farmers = new Map<string, Parameters<typeof as>[1]>()
  for (const { lines, freeFreightFromYen } of farms) {
    const free = freeFreightFromYen === null ? null : yen(freeFreightFromYen)
    const { farmId, actor: farmer } = await aFarm(db, { freeFreightFromYen: free })
    farmers.set(farmId, farmer)
    for (const { priceYen, qty, temperature } of lines) {
      const productId = await aProduct(db, farmId, { priceYen: yen(priceYen), temperature })
      await fillCart(chef, kitchenId, [[productId, qty]])
    }
  }
  const quote = await cartQuote(chef, kitchenId)
  const { orderIds } = must(await placeOrder(chef, { kitchenId, key: aKey(), seen: seenOf(quote) }))
  const placed = await Promise.all(orderIds.map((id) => orderDetail(chef, id)))
  for (const { id: orderId, farmId, parcels } of placed) {
    const farmer = (at: Date) => as(db, there(farmers.get(farmId)), at)
    must(await acceptOrder(farmer(chef.now), { orderId, key: aKey(), lines: [] }))
    must(await prepareOrder(farmer(packingTime), { orderId, key: aKey() }))
    const { lines } = await orderDetail(farmer(packingTime), orderId)
    const packed = lines.map(({ id: lineId, quantities: { confirmed } }) => ({
      ...{ lineId, qty: confirmed?.qty ?? 0, grams: null, reason: null, lot: 'today' as const },
    }))
    must(await packOrder(farmer(packingTime), { orderId, key: aKey(), lines: packed }))
    const label = { carrier: 'yamato' as const, trackingNumber: '4444-1375-8703', confirmed: true }
    const sent = parcels.map(({ id: parcelId }) => ({ parcelId, ...label }))
    must(await shipOrder(farmer(shippingTime), { orderId, key: aKey(), parcels: sent }))
  }
  await settleShippedSlips({ db, now: shippingTime })
  const kitchen = as(db, actor, arrivalTime)
  const slips = await Promise.all(placed.map((order) => deliverySlipsOf(kitchen, order)))
  must(await receiveMany(kitchen, { receipts: orderIds.map((orderId) => ({ orderId, lines: [] })), key: aKey() }))
  return { quote, placed, slips: slips.flat(), orderIds, kitchen }
}

test('cart, order, delivery slip and bill are the same to the yen, goods, freight and tax each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someFarm, { minLength: 1, maxLength: 3 }), async (farms) => {
      const { quote, placed, slips, orderIds, kitchen } = await bought(farms)
      for (const farm of quote.farms) {
        const order = there(placed.find(({ farmId }) => farmId === farm.farmId))
        expect(order.figures).toMatchObject({ goodsYen: farm.goodsYen, freightYen: farm.freightYen })
        const boxes = order.parcels.filter(({ waived }) => !waived)
        expect(boxes.reduce((sum, { freightYen, coolYen }) => sum + freightYen + coolYen, 0)).toBe(farm.freightYen)
        const { figures, state } = await orderDetail(kitchen, order.id)
        expect([state, figures]).toEqual(['finalized', order.figures])
      }
      expect(placed.reduce((sum, { figures }) => sum + figures.totalIncYen, 0)).toBe(quote.totalYen)
      const papers = await test_.db
        .selectFrom('issuedDocuments')
        .select(['orderId', 'totalYen'])
        .where(
          'id',
          'in',
          slips.map(({ id }) => id),
        )
        .execute()
      const charges = await test_.db
        .selectFrom('charges')
        .select(['orderId', 'goodsYen', 'freightYen', 'taxYen', 'totalYen'])
        .where('orderId', 'in', orderIds)
        .execute()
      expect([papers.length, charges.length]).toEqual([placed.length, placed.length])
      for (const { id, figures } of placed) {
        expect(papers.find(({ orderId }) => orderId === id)?.totalYen).toBe(figures.totalIncYen)
        expect(charges.find(({ orderId }) => orderId === id)).toMatchObject({
          ...{ goodsYen: figures.goodsYen, freightYen: figures.freightYen },
          ...{ taxYen: figures.taxYen, totalYen: figures.totalIncYen },
        })
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
