import { expect, test } from 'vitest'
import type { BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { OrderId, ProductId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { reorder } from '../../app/modules/cart/reorder.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { aFarm, aKey, aMarket, aPerson, aProduct, aRestaurant, as, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import {
  aDraftPhoto,
  arrivalTime,
  bringToShipped,
  fillCart,
  must,
  packingTime,
  place,
  placeAll,
  shippingTime,
  there,
} from './steps.ts'

const test_ = testDatabase()

const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
const entriesOf = (orderId: OrderId, stage: string) =>
  rows(
    `select q.qty, q.grams, q.reason from quantity_entries q join order_lines l on l.id = q.order_line_id
      where l.order_id = $1 and q.stage = $2 order by q.id`,
    [orderId, stage],
  )
const eventsOf = async (orderId: OrderId) =>
  (await rows('select kind from events where order_id = $1 order by at, id', [orderId])).map(({ kind }) => kind)
const stockOf = async (productId: ProductId) =>
  (await rows('select available_qty from product_stock where product_id = $1', [productId]))[0]?.available_qty
const refusals = (answers: readonly ({ ok: true } | { ok: false; refusal: string })[]) =>
  answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal]))

/** Another member of the same restaurant or farm. */
const colleague = async <A extends BuyerActor | FarmActor>(actor: A): Promise<A> => ({
  ...actor,
  personId: await aPerson(test_.db, '同僚'),
  name: '同僚',
})

async function shippedOrder(index = 0) {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[index])
  await bringToShipped(test_.db, market, index, orderId)
  const { lines } = await orderDetail(as(test_.db, market.chef, arrivalTime), orderId)
  return { market, orderId, line: there(lines[0]) }
}

/** Accepted, and the packing list is open. */
async function orderInPacking(index: number): Promise<{ market: Market; orderId: OrderId; farmer: FarmActor }> {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[index])
  const farmer = there(market.farms[index]).actor
  must(await acceptOrder(as(db, farmer), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(as(db, farmer, packingTime), { orderId, key: aKey() }))
  return { market, orderId, farmer }
}

async function weighs(farmer: FarmActor, orderId: OrderId, weight: number, key = aKey()) {
  const ctx = as(test_.db, farmer, packingTime)
  const { lines } = await orderDetail(ctx, orderId)
  return packOrder(ctx, {
    orderId,
    key,
    lines: [{ lineId: there(lines[0]).id, qty: 2, grams: grams(weight), reason: null, lot: 'today' }],
  })
}

test('two members inspect the same delivery at once: one inspection counts, and it is billed once', async () => {
  const { market, orderId, line } = await shippedOrder()
  const other = await colleague(market.chef)
  const key = aKey()
  const photos = [await aDraftPhoto(test_.db, key)]
  const answers = await Promise.all([
    receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }),
    receiveOrder(as(test_.db, other, arrivalTime), {
      orderId,
      key,
      lines: [{ lineId: line.id, verdict: 'damaged', qty: 1, grams: null, photos }],
    }),
  ])
  expect(refusals(answers)).toEqual(['wrong_state'])
  expect(await entriesOf(orderId, 'received')).toHaveLength(1)
  expect(await entriesOf(orderId, 'billed')).toHaveLength(1)
  expect((await eventsOf(orderId)).filter((kind) => kind === 'order_finalized')).toHaveLength(1)
})

test('a member inspects while the timer accepts: one of them counts', async () => {
  const { market, orderId, line } = await shippedOrder()
  const moment = at('2026-11-30 00:00')
  await runDueTimers({ db: test_.db, now: at('2026-11-28 00:00') })
  const key = aKey()
  const photos = [await aDraftPhoto(test_.db, key)]
  const [answer] = await Promise.all([
    receiveOrder(as(test_.db, market.chef, moment), {
      orderId,
      key,
      lines: [{ lineId: line.id, verdict: 'damaged', qty: 1, grams: null, photos }],
    }),
    runDueTimers({ db: test_.db, now: moment }),
  ])
  const billed = await entriesOf(orderId, 'billed')
  expect(billed).toEqual([{ qty: answer.ok ? 1 : 2, grams: null, reason: null }])
  if (!answer.ok) expect(answer.refusal).toBe('wrong_state')
})

const ships = async (actor: FarmActor, orderId: OrderId, key: string) => {
  const ctx = as(test_.db, actor, shippingTime)
  const { parcels } = await orderDetail(ctx, orderId)
  return shipOrder(ctx, {
    orderId,
    key,
    parcels: parcels.map(({ id }) => ({
      parcelId: id,
      carrier: 'yamato',
      trackingNumber: '444413758703',
      confirmed: true,
    })),
  })
}

test('the farmer presses 発送した ten times with one key: shipped once, ten times the same answer', async () => {
  const { orderId, farmer } = await orderInPacking(2)
  must(await weighs(farmer, orderId, 3_700))
  const key = aKey()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ships(farmer, orderId, key)))
  expect(answers).toEqual(Array(10).fill({ ok: true, value: { orderId } }))
  expect((await eventsOf(orderId)).filter((kind) => kind === 'order_shipped')).toHaveLength(1)
})

test('two helpers ship at once with two keys: shipped once, the other is told', async () => {
  const { orderId, farmer } = await orderInPacking(2)
  must(await weighs(farmer, orderId, 3_700))
  const helper = await colleague(farmer)
  const answers = await Promise.all([ships(farmer, orderId, aKey()), ships(helper, orderId, aKey())])
  expect(refusals(answers)).toEqual(['wrong_state'])
  expect(await entriesOf(orderId, 'shipped')).toHaveLength(1)
})

test('two members weigh at once: both weights stay in the history, the line shows the last', async () => {
  const { orderId, farmer } = await orderInPacking(2)
  const helper = await colleague(farmer)
  const answers = await Promise.all([weighs(farmer, orderId, 3_600), weighs(helper, orderId, 3_700)])
  expect(refusals(answers)).toEqual([])
  const entries = await entriesOf(orderId, 'shipped')
  expect(entries.map(({ grams }) => grams).toSorted()).toEqual([3_600, 3_700])
  expect(entries.map(({ reason }) => reason)).toEqual([null, '箱詰めのやり直し'])
  const { lines, lots } = await orderDetail(as(test_.db, farmer, packingTime), orderId)
  expect(there(lines[0]).quantities.shipped?.grams).toBe(entries[1]?.grams)
  expect(lots.get(there(lines[0]).id)).toHaveLength(1)
})

test('the same weight from two phones at once is one statement and one lot', async () => {
  const { orderId, farmer } = await orderInPacking(2)
  const helper = await colleague(farmer)
  expect(refusals(await Promise.all([weighs(farmer, orderId, 3_700), weighs(helper, orderId, 3_700)]))).toEqual([])
  expect(await entriesOf(orderId, 'shipped')).toEqual([{ qty: 2, grams: 3_700, reason: null }])
})

test('packing while shipping: the boxes leave with a weight that was recorded before', async () => {
  const { orderId, farmer } = await orderInPacking(2)
  must(await weighs(farmer, orderId, 3_600))
  const [packed, shipped] = await Promise.all([weighs(farmer, orderId, 3_700), ships(farmer, orderId, aKey())])
  must(shipped)
  const { lines } = await orderDetail(as(test_.db, farmer, shippingTime), orderId)
  expect(there(lines[0]).quantities.shipped?.grams).toBe(packed.ok ? 3_700 : 3_600)
})

/** 締切 and the deadline to answer are the same moment: cancelling is still in time and expiring is due. */
async function orderAtItsLastMoment() {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const farm = await aFarm(db, { answerHoursAfterCutoff: 0 })
  const productId = await aProduct(db, farm.farmId)
  await fillCart(as(db, actor), kitchenId, [[productId, 3]])
  const { orderIds } = must(await place(as(db, actor), kitchenId))
  return { actor, farm, productId, orderId: there(orderIds[0]), moment: at('2026-11-24 12:00') }
}

test('cancelling and expiring at the same moment: one of them counts, the stock is back once', async () => {
  for (let round = 0; round < 5; round++) {
    const { actor, productId, orderId, moment } = await orderAtItsLastMoment()
    const [cancelled] = await Promise.all([
      cancelOrder(as(test_.db, actor, moment), { orderId, key: aKey() }),
      runDueTimers({ db: test_.db, now: moment }),
    ])
    const [order] = await rows('select state, timer_at from orders where id = $1', [orderId])
    expect(order).toEqual({ state: cancelled.ok ? 'cancelled' : 'expired', timer_at: null })
    expect(await stockOf(productId)).toBe(100)
    expect(await rows(`select sum(delta)::int as sum from stock_entries where product_id = $1`, [productId])).toEqual([
      { sum: 0 },
    ])
  }
})

test('cancelling, accepting and expiring at the same moment: the stock matches what came of it', async () => {
  const { actor, farm, productId, orderId, moment } = await orderAtItsLastMoment()
  await Promise.all([
    cancelOrder(as(test_.db, actor, moment), { orderId, key: aKey() }),
    acceptOrder(as(test_.db, farm.actor, moment), { orderId, key: aKey(), lines: [] }),
    runDueTimers({ db: test_.db, now: moment }),
  ])
  const [order] = await rows('select state from orders where id = $1', [orderId])
  expect(['cancelled', 'expired']).toContain(order?.state)
  expect(await stockOf(productId)).toBe(100)
})

test('a chef cancels twice at once with two keys: cancelled once, the stock is back once', async () => {
  const { actor, productId, orderId } = await orderAtItsLastMoment()
  const chef = as(test_.db, actor)
  const answers = await Promise.all([1, 2, 3].map(() => cancelOrder(chef, { orderId, key: aKey() })))
  expect(refusals(answers)).toEqual(['wrong_state', 'wrong_state'])
  expect(await stockOf(productId)).toBe(100)
})

test('再注文 pressed on two phones at once fills one cart once', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  const chef = as(db, market.chef)
  const again = async () => must(await reorder(chef, { kitchenId: market.kitchenId, orderIds }))
  const answers = await Promise.all([again(), again(), again()])
  expect(answers.map(({ put }) => put)).toEqual([3, 3, 3])
  const quote = await cartQuote(chef, market.kitchenId)
  expect(quote.farms.flatMap((farm) => farm.lines.map(({ qty }) => qty)).toSorted()).toEqual([2, 2, 3])
  expect(await rows('select id from carts where person_id = $1', [market.chef.personId])).toHaveLength(1)
})

test('two earlier orders that hold the same goods in opposite order are ordered again at once', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const chef = as(db, actor)
  const products: ProductId[] = []
  for (let index = 0; index < 60; index++) products.push(await aProduct(db, farmId, { stock: 1_000 }))
  const order = async (goods: readonly ProductId[]) => {
    for (const [index, productId] of goods.entries())
      must(await setCartLine({ ...chef, now: new Date(chef.now.getTime() + index) }, { kitchenId, productId, qty: 1 }))
    return must(await place(chef, kitchenId)).orderIds
  }
  const [forth, back] = [await order(products), await order(products.toReversed())]
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      [forth, back, forth, back, forth, back].map((orderIds) => reorder(chef, { kitchenId, orderIds })),
    )
    expect(answers.map((answer) => must(answer).put)).toEqual(Array(6).fill(60))
    await test_.pool.query('delete from cart_lines')
  }
})

test('one phone orders the cart while the other fills it again: what was ordered is gone from it, the rest stays', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const chef = as(db, actor)
  const products: ProductId[] = []
  for (let index = 0; index < 20; index++) products.push(await aProduct(db, farmId, { stock: 1_000 }))
  await fillCart(
    chef,
    kitchenId,
    products.map((productId): [ProductId, number] => [productId, 1]),
  )
  const { orderIds } = must(await place(chef, kitchenId))
  for (let round = 0; round < 10; round++) {
    await fillCart(chef, kitchenId, [[there(products[round]), 1]])
    const seen = seenOf(await cartQuote(chef, kitchenId))
    const [placed, again] = await Promise.all([
      placeOrder(chef, { kitchenId, key: aKey(), seen }),
      reorder(chef, { kitchenId, orderIds }),
    ])
    expect(must(again).put).toBe(20)
    expect((await cartQuote(chef, kitchenId)).lineCount).toBe(20)
    if (!placed.ok) expect(placed.refusal).toBe('changed')
    await test_.pool.query('delete from cart_lines')
  }
})

test('a first product from two phones at once makes one cart with one line', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const amounts = [3, 5, 7, 9]
  const answers = await Promise.all(amounts.map((qty) => setCartLine(as(db, actor), { kitchenId, productId, qty })))
  expect(refusals(answers)).toEqual([])
  const { farms } = await cartQuote(as(db, actor), kitchenId)
  expect(farms.flatMap((farm) => farm.lines)).toHaveLength(1)
  expect(amounts).toContain(farms[0]?.lines[0]?.qty)
  expect(await rows('select id from carts where person_id = $1', [actor.personId])).toHaveLength(1)
})

test('one phone takes a product out while the other changes its amount: it is in with that amount, or out', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const set = async (qty: number) => must(await setCartLine(as(db, actor), { kitchenId, productId, qty }))
  await set(3)
  await Promise.all([set(0), set(5)])
  const { farms } = await cartQuote(as(db, actor), kitchenId)
  expect([[], [5]]).toContainEqual(farms.flatMap((farm) => farm.lines.map(({ qty }) => qty)))
})

test('changing the cart while it is ordered: what was seen is ordered, or nothing is', async () => {
  for (let round = 0; round < 5; round++) {
    const { db } = test_
    const { actor, kitchenId } = await aRestaurant(db)
    const { farmId } = await aFarm(db)
    const productId = await aProduct(db, farmId)
    const chef = as(db, actor)
    await fillCart(chef, kitchenId, [[productId, 2]])
    const seen = seenOf(await cartQuote(chef, kitchenId))
    const [placed] = await Promise.all([
      placeOrder(chef, { kitchenId, key: aKey(), seen }),
      setCartLine(chef, { kitchenId, productId, qty: 9 }),
    ])
    const ordered = await rows('select ordered_qty from order_lines where product_id = $1', [productId])
    if (placed.ok) expect(ordered).toEqual([{ ordered_qty: 2 }])
    else expect([placed.refusal, ordered]).toEqual(['changed', []])
    expect(await stockOf(productId)).toBe(placed.ok ? 98 : 100)
  }
})

test('the same key from two people is two keys: both order, each gets their own answer', async () => {
  const { db } = test_
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const [one, two] = [await aRestaurant(db), await aRestaurant(db)]
  const key = aKey()
  const order = async ({ actor, kitchenId }: typeof one) => {
    await fillCart(as(db, actor), kitchenId, [[productId, 1]])
    return must(await place(as(db, actor), kitchenId, key))
  }
  const [first, second] = await Promise.all([order(one), order(two)])
  expect(first.purchaseId).not.toBe(second.purchaseId)
  expect(await stockOf(productId)).toBe(98)
})

test('the same key from two helpers of one farm is two keys: the second is told that it is done', async () => {
  const { market, orderId } = await (async () => {
    const market = await aMarket(test_.db)
    return { market, orderId: there((await placeAll(test_.db, market))[0]) }
  })()
  const farmer = there(market.farms[0]).actor
  const key = aKey()
  const accept = (actor: FarmActor) => acceptOrder(as(test_.db, actor), { orderId, key, lines: [] })
  const answers = await Promise.all([accept(farmer), accept(await colleague(farmer))])
  expect(refusals(answers)).toEqual(['wrong_state'])
})

test('an invalid timer in the table does not delay other orders', async () => {
  const { orderId } = await orderAtItsLastMoment()
  const late = await orderAtItsLastMoment()
  await test_.pool.query(`update orders set timer_at = '2026-11-01' where id = $1`, [orderId])
  await test_.pool.query(`update orders set timer_at = '2026-11-02' where id = $1`, [late.orderId])
  // neither is due at 11:59; the run ends all the same
  expect(await runDueTimers({ db: test_.db, now: at('2026-11-24 11:59') })).toEqual([])
  const taken = await runDueTimers({ db: test_.db, now: at('2026-11-24 12:00') })
  expect(taken.map((step) => step.orderId).toSorted()).toEqual([orderId, late.orderId].toSorted())
})
