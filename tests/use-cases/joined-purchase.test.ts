import { expect, test } from 'vitest'
import { addHours } from '../../app/kernel/jst.ts'
import { orderDetail, purchaseOf } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

test('what joins an open order: the purchase has its own number and time, and says what it added', async () => {
  const market = await aMarket(test_.db)
  const { productId } = there(market.farms[0])
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[productId, 2]])
  const first = must(await place(chef, market.kitchenId))
  const orderId = there(first.orderIds[0])
  const before = (await orderDetail(chef, orderId)).figures.totalIncYen

  const later = as(test_.db, market.chef, addHours(noon, 0.5))
  await fillCart(later, market.kitchenId, [[productId, 3]])
  const second = must(await place(later, market.kitchenId, aKey()))
  const { orders, added, number, placedAt } = await purchaseOf(later, second.purchaseId)
  expect([orders.map(({ id }) => id), placedAt]).toEqual([[orderId], addHours(noon, 0.5)])
  expect(number).not.toBe(there(orders[0]).purchaseNumber)
  const after = there(orders[0]).figures.totalIncYen
  expect(added.get(orderId)).toMatchObject({ incYen: after - before, lines: [{ name: '人参', qty: 3 }] })

  // and the purchase that made the order added nothing to another one
  expect((await purchaseOf(later, first.purchaseId)).added.size).toBe(0)
})
