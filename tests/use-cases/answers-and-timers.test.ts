import { expect, test } from 'vitest'
import type { OrderId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { setShortageInstruction } from '../../app/modules/cart/change-cart.server.ts'
import { reorder } from '../../app/modules/cart/reorder.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { cancelOrder, declineOrder } from '../../app/modules/ordering/end-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { historyOfFarm, historyOfRestaurant } from '../../app/modules/ordering/order-history.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, fillCart, must, place, placeAll, there } from './steps.ts'

const test_ = testDatabase()

const stockOf = async (productId: string) =>
  (await test_.pool.query('select available_qty n from product_stock where product_id = $1', [productId])).rows[0].n
const stateOf = async (id: OrderId) =>
  (await test_.pool.query('select state from orders where id = $1', [id])).rows[0].state

test('less than ordered is confirmed, the rest returns to stock', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const farm = there(market.farms[0])
  const { lines } = await orderDetail(as(db, farm.actor), there(orderId))
  expect(await stockOf(farm.productId)).toBe(98)
  must(
    await acceptOrder(as(db, farm.actor), {
      orderId: there(orderId),
      key: aKey(),
      lines: [{ lineId: there(lines[0]).id, qty: 1, reason: 'harvest' }],
    }),
  )
  const after = await orderDetail(as(db, market.chef), there(orderId))
  expect(after.lines[0]?.quantities.confirmed).toEqual({ qty: 1, grams: null })
  expect(after.events.find((event) => event.kind === 'line_confirmed_less')?.reason).toBe('収穫不足')
  expect(await stockOf(farm.productId)).toBe(99)
})

test('a line that the chef wants whole or not at all is dropped at once, by their instruction', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [roots, leaves] = [there(market.farms[0]), there(market.farms[1])]
  const chef = as(db, market.chef)
  await fillCart(chef, market.kitchenId, [
    [roots.productId, 2],
    [leaves.productId, 1],
  ])
  must(
    await setShortageInstruction(chef, {
      kitchenId: market.kitchenId,
      productId: roots.productId,
      onShortage: 'drop_line',
    }),
  )
  const { orderIds } = must(await place(chef, market.kitchenId))
  const details = await Promise.all(orderIds.map((id) => orderDetail(chef, id)))
  const order = there(details.find((detail) => detail.farmId === roots.farmId))
  expect(
    await acceptOrder(as(db, roots.actor), {
      orderId: order.id,
      key: aKey(),
      lines: [{ lineId: there(order.lines[0]).id, qty: 1, reason: 'weather' }],
    }),
  ).toEqual({ ok: false, refusal: 'nothing_confirmed' })
})

test('two members of a farm answer at once: one answer counts', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const farmer = there(market.farms[0]).actor
  const answers = await Promise.all([
    acceptOrder(as(db, farmer), { orderId: there(orderId), key: aKey(), lines: [] }),
    declineOrder(as(db, farmer), { orderId: there(orderId), key: aKey(), reason: '収穫不足' }),
  ])
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ refusal: 'wrong_state' })
})

test('the chef cancels while the farm accepts: both orders of events leave a true picture', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const farm = there(market.farms[0])
  await Promise.all([
    cancelOrder(as(db, market.chef), { orderId: there(orderId), key: aKey() }),
    acceptOrder(as(db, farm.actor), { orderId: there(orderId), key: aKey(), lines: [] }),
  ])
  expect(await stateOf(there(orderId))).toBe('cancelled')
  expect(await stockOf(farm.productId)).toBe(100)
  const { figures } = await orderDetail(as(db, market.chef), there(orderId))
  expect(figures.totalIncYen).toBe(0)
})

test('cancelling after 締切 is refused, and the reason can be read', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const late = as(db, market.chef, at('2026-11-24 12:00:01'))
  expect(await cancelOrder(late, { orderId: there(orderId), key: aKey() })).toMatchObject({
    ok: false,
    refusal: 'too_late',
  })
  const { actions } = await orderDetail(late, there(orderId))
  expect(actions).toEqual([
    { name: 'change', button: 'この内容に変更する', refusal: 'too_late' },
    { name: 'cancel', button: 'この注文をキャンセルする', refusal: 'too_late' },
  ])
})

test('an unanswered order expires at the answer time, not before', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  await runDueTimers({ db, now: at('2026-11-24 13:59:59') })
  expect(await stateOf(there(orderId))).toBe('placed')
  await runDueTimers({ db, now: at('2026-11-24 14:00') })
  expect(await stateOf(there(orderId))).toBe('expired')
  expect(await stockOf(there(market.farms[0]).productId)).toBe(100)
})

test('without any action after shipping: delivered at the end of the next day, accepted 48 hours later, final', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  const orderId = there(orderIds[2])
  await bringToShipped(db, market, 2, orderId)
  await runDueTimers({ db, now: at('2026-11-27 23:59:59') })
  expect(await stateOf(orderId)).toBe('shipped')
  await runDueTimers({ db, now: at('2026-11-28 00:00') })
  expect(await stateOf(orderId)).toBe('delivered')
  await runDueTimers({ db, now: at('2026-11-29 23:59:59') })
  expect(await stateOf(orderId)).toBe('delivered')
  await runDueTimers({ db, now: at('2026-11-30 00:00') })
  expect(await stateOf(orderId)).toBe('finalized')
  const { lines, events } = await orderDetail(as(db, market.chef, at('2026-11-30 00:00')), orderId)
  expect(lines[0]?.quantities.billed).toEqual({ qty: 2, grams: 3_700 })
  expect(events.find((event) => event.kind === 'order_inspected')?.reason).toMatch('検収の期限')
})

test('the member who ordered is notified once of what a timer did; a second run notifies no user', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  const now = at('2026-11-24 14:00')
  await Promise.all([runDueTimers({ db, now }), runDueTimers({ db, now })])
  await runDueTimers({ db, now })
  const { rows } = await test_.pool.query(
    `select e.order_id, m.key from mails m join events e on m.key = 'event:' || e.id
      where m.template = 'order_news' and e.order_id = any ($1)`,
    [orderIds],
  )
  expect(rows.map((row) => row.order_id).sort()).toEqual([...orderIds].sort())
})

test('two workers run the timers at once: each step is taken once', async () => {
  const { db } = test_
  const market = await aMarket(db)
  await placeAll(db, market)
  const now = at('2026-11-24 14:00')
  const taken = (await Promise.all([runDueTimers({ db, now }), runDueTimers({ db, now })])).flat()
  const ids = taken.map((step) => step.orderId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('both histories show the same orders with the same figures, by month, farm and state', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const farm = there(market.farms[0])
  const chefs = await historyOfRestaurant(as(db, market.chef), {
    month: '2026-11',
    farmId: farm.farmId,
    states: ['placed'],
  })
  const farms = await historyOfFarm(as(db, farm.actor), { month: '2026-11' })
  expect(chefs.orders.map((order) => order.id)).toEqual([orderId])
  expect(farms.orders.map((order) => order.id)).toEqual([orderId])
  expect(chefs.orders[0]?.figures).toEqual(farms.orders[0]?.figures)
  expect((await historyOfRestaurant(as(db, market.chef), { month: '2026-10' })).orders).toEqual([])
})

test('ordering again uses today’s prices and stock and names what changed', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  const [roots, leaves, birds] = market.farms.map(({ productId }) => productId)
  await test_.pool.query('update products set price_yen = 1800 where id = $1', [roots])
  await test_.pool.query('update product_stock set available_qty = 1 where product_id = $1', [leaves])
  await test_.pool.query(`update products set status = 'paused' where id = $1`, [birds])
  const again = must(await reorder(as(db, market.chef), { kitchenId: market.kitchenId, orderIds }))
  expect(again.put).toBe(2)
  expect(again.changes.map(({ kind, before, after }) => [kind, before, after])).toEqual(
    expect.arrayContaining([
      ['dearer', 1_500, 1_800],
      ['less', 3, 1],
      ['gone', 2, 0],
    ]),
  )
  expect(must(await reorder(as(db, market.chef, noon), { kitchenId: market.kitchenId, orderIds }))).toEqual(again)
})

test('ordering again keeps the larger quantity, the old instruction, and names a higher minimum', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  const [roots, leaves] = [there(market.farms[0]).productId, there(market.farms[1]).productId]
  const { kitchenId } = market
  await fillCart(chef, kitchenId, [[roots, 2]])
  must(await setShortageInstruction(chef, { kitchenId, productId: roots, onShortage: 'drop_line' }))
  const orderIds = await placeAll(db, market)
  await test_.pool.query('update products set min_qty = 5 where id = $1', [leaves])
  await fillCart(chef, kitchenId, [[roots, 9]])
  const again = must(await reorder(chef, { kitchenId, orderIds }))
  expect(again).toMatchObject({ put: 3, changes: [{ productId: leaves, kind: 'more', before: 3, after: 5 }] })
  const { rows } = await test_.pool.query(
    `select qty, on_shortage from cart_lines join carts on carts.id = cart_id
      where kitchen_id = $1 and product_id = any ($2) order by qty`,
    [kitchenId, [roots, leaves]],
  )
  expect(rows).toEqual([
    { qty: 5, on_shortage: 'ship_what_there_is' },
    { qty: 9, on_shortage: 'drop_line' },
  ])
})
