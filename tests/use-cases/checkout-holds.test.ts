import { expect, test } from 'vitest'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { holdCart } from '../../app/modules/cart/hold-cart.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { forgetOldHolds } from '../../app/modules/products/catalog/checkout-holds.server.ts'
import { promiseHarvest } from '../../app/modules/products/harvest/harvest.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

async function goods(kind: 'stock' | 'harvest', count: number) {
  const { farmId, actor } = await aFarm(test_.db)
  if (kind === 'stock') return aProduct(test_.db, farmId, { stock: count })
  const productId = await aProduct(test_.db, farmId, { sellsFrom: 'harvest', stock: 0 })
  const week = { from: jstDate('2026-11-25'), to: jstDate('2026-11-27') }
  const promise = { leastQty: count, mostQty: count, confidence: 'high', note: '' } as const
  must(await promiseHarvest(as(test_.db, actor), { productId, key: aKey(), ...week, ...promise }))
  return productId
}

/** A chef with this many in the cart, at any moment. */
async function chefWith(productId: Awaited<ReturnType<typeof goods>>, qty: number) {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const chef = (now = '11:00') => as(test_.db, actor, at(`2026-11-24 ${now}`))
  await fillCart(chef(), kitchenId, [[productId, qty]])
  return {
    kitchenId,
    chef,
    hold: async (now?: string) => must(await holdCart(chef(now), { kitchenId })),
    order: (now?: string) => place(chef(now), kitchenId),
    line: async (now?: string) => there((await cartQuote(chef(now), kitchenId)).farms[0]?.lines[0]),
  }
}

test.each(['stock', 'harvest'] as const)(
  'what a checkout holds no other restaurant can take, for ten minutes (%s)',
  async (kind) => {
    const productId = await goods(kind, 10)
    const [first, second, small] = [
      await chefWith(productId, 6),
      await chefWith(productId, 5),
      await chefWith(productId, 4),
    ]
    expect(await first.hold()).toEqual({ until: at('2026-11-24 11:10') })
    expect((await first.line()).heldUntil).toEqual(at('2026-11-24 11:10'))
    expect((await second.order('11:09')).ok).toBe(false)
    if (kind === 'stock') expect((await second.line('11:09')).problem).toBe('held_elsewhere')
    // what is not reserved can be ordered, and what is reserved is still there
    must(await small.order('11:09'))
    must(await first.order('11:09'))
    expect((await second.line('11:20')).problem).toBe('out_of_stock')
  },
)

test.each(['stock', 'harvest'] as const)('an unused hold expires (%s)', async (kind) => {
  const productId = await goods(kind, 10)
  const [first, second] = [await chefWith(productId, 6), await chefWith(productId, 6)]
  await first.hold()
  expect((await second.hold('11:09')).until).toBeNull()
  expect((await second.order('11:09')).ok).toBe(false)
  must(await second.order('11:10'))
  expect((await first.order('11:10')).ok).toBe(false)
})

test('looking again does not make it longer; taken out of the cart, it is free at once', async () => {
  const productId = await goods('stock', 10)
  const [first, second] = [await chefWith(productId, 6), await chefWith(productId, 6)]
  await first.hold()
  expect(await first.hold('11:08')).toEqual({ until: at('2026-11-24 11:10') })
  expect(await first.hold('11:15')).toEqual({ until: null })
  expect(await first.hold('11:30')).toEqual({ until: at('2026-11-24 11:40') })
  must(await setCartLine(first.chef('11:31'), { kitchenId: first.kitchenId, productId, qty: 0 }))
  must(await second.order('11:31'))
  const kept = async (now: string) => {
    await forgetOldHolds({ db: test_.db, now: at(`2026-11-24 ${now}`) })
    return (await test_.pool.query('select from checkout_holds where product_id = $1', [productId])).rowCount
  }
  expect([await kept('12:00'), await kept('12:01')]).toEqual([1, 0])
})

test('ordering while the hold is being taken does not deadlock', async () => {
  const productId = await goods('stock', 100)
  const chefs = []
  for (let index = 0; index < 8; index++) chefs.push(await chefWith(productId, 2))
  const both = await Promise.all(chefs.flatMap(({ order, hold }) => [order(), hold()]))
  expect(both).toHaveLength(16)
})

test('twenty checkouts at once hold no more than the stock, and each of them that has a hold gets its goods', async () => {
  const productId = await goods('stock', 10)
  const chefs = []
  for (let index = 0; index < 20; index++) chefs.push(await chefWith(productId, 2))
  const held = await Promise.all(chefs.map(({ hold }) => hold()))
  expect(held.filter(({ until }) => until !== null)).toHaveLength(5)
  const quotes = await Promise.all(chefs.map(({ chef, kitchenId }) => cartQuote(chef(), kitchenId)))
  const placed = await Promise.all(
    chefs.map(({ chef, kitchenId }, index) =>
      placeOrder(chef('11:05'), { kitchenId, key: aKey(), seen: seenOf(there(quotes[index])) }),
    ),
  )
  expect(placed.map(({ ok }) => ok)).toEqual(held.map(({ until }) => until !== null))
})

test('an enlarged order takes nothing that another checkout holds; what is in the restaurant’s own cart does not block it', async () => {
  const productId = await goods('stock', 10)
  const [mine, other] = [await chefWith(productId, 2), await chefWith(productId, 5)]
  const { orderIds } = must(await mine.order())
  const orderId = there(orderIds[0])
  const { lines } = await orderDetail(mine.chef(), orderId)
  await other.hold()
  await fillCart(mine.chef(), mine.kitchenId, [[productId, 3]])
  expect((await mine.hold()).until).not.toBeNull()
  const to = (qty: number) =>
    changeOrder(mine.chef(), { orderId, key: aKey(), version: 1, lines: [{ lineId: there(lines[0]).id, qty }] })
  expect(await to(6)).toMatchObject({ refusal: 'out_of_stock' })
  must(await to(5))
})
