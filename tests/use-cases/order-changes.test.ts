import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { OrderId, ProductId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { changeOrder, previewChange } from '../../app/modules/ordering/change-order.server.ts'
import { answerCancel, askToCancel, cancelOrder, giveUpOrder } from '../../app/modules/ordering/end-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { keepOrder } from '../../app/modules/ordering/keep-order.server.ts'
import { orderDetail, ordersOfPurchase } from '../../app/modules/ordering/order-queries.server.ts'
import { setTiers } from '../../app/modules/products/prices/tiers.server.ts'
import { aKey, aMarket, aPerson, aProduct, as, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, packingTime, place, placeAll, there } from './steps.ts'

const test_ = testDatabase()

const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
const stockOf = async (productId: ProductId) =>
  (await rows('select available_qty n from product_stock where product_id = $1', [productId]))[0]?.n
const ordersOf = (market: Market) =>
  rows('select id, state, version from orders where kitchen_id = $1 order by number', [market.kitchenId])

/** An order of 2 boxes of carrots from the first farm. */
async function carrots(more: { stock?: number } = {}) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  if (more.stock)
    await rows('update product_stock set available_qty = $2 where product_id = $1', [farm.productId, more.stock])
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 2]])
  const { orderIds, purchaseId } = must(await place(chef, market.kitchenId))
  return { market, farm, chef, orderId: there(orderIds[0]), purchaseId }
}
const detail = async (chef: ReturnType<typeof as>, id: OrderId) => {
  const order = await orderDetail(chef, id)
  return { order, line: there(order.lines[0]) }
}
const colleagueOf = async (market: Market): Promise<BuyerActor> => {
  const personId = await aPerson(test_.db, '同僚')
  await rows(
    `insert into memberships (id, person_id, restaurant_id, role) values (gen_random_uuid(), $1, $2, 'staff')`,
    [personId, market.chef.restaurantId],
  )
  return { ...market.chef, personId, name: '同僚' }
}

test('ordering again for the same day joins the open order: one order, one delivery, less freight', async () => {
  const { market, farm, chef, orderId, purchaseId } = await carrots()
  // small enough to share one box
  await rows('update products set size_points = 2, gross_grams = 600 where id = $1', [farm.productId])
  const first = (await detail(chef, orderId)).order
  const leeks = await aProduct(test_.db, farm.farmId, { name: 'ねぎ', sizePoints: 2, grossGrams: grams(600) })
  await fillCart(chef, market.kitchenId, [
    [farm.productId, 1],
    [leeks, 2],
  ])
  const second = must(await place(chef, market.kitchenId))
  expect(second.orderIds).toEqual([orderId])
  expect(await ordersOf(market)).toEqual([{ id: orderId, state: 'placed', version: 2 }])
  const { order } = await detail(chef, orderId)
  expect(order.lines.map((line) => [line.name, line.quantities.ordered?.qty, line.orderedBefore])).toEqual([
    ['人参', 3, 2],
    ['ねぎ', 2, 0],
  ])
  expect(order.lines[0]?.ceilingYen).toBe(4_500)
  expect(order.figures.freightYen).toBeLessThanOrEqual(first.figures.freightYen)
  expect(await stockOf(farm.productId)).toBe(97)
  // both checkouts lead to it
  for (const id of [purchaseId, second.purchaseId])
    expect((await ordersOfPurchase(chef, id)).map((it) => it.id)).toEqual([orderId])
})

test('ten members order at once for one kitchen: one order with every box', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const cooks = await Promise.all(Array.from({ length: 10 }, () => colleagueOf(market)))
  for (const cook of cooks) await fillCart(as(test_.db, cook), market.kitchenId, [[farm.productId, 1]])
  // each saw an order of its own: the later one is refused because of the change, and asks again
  const answers = await Promise.all(
    cooks.map(async (cook) => {
      for (;;) {
        const placed = await place(as(test_.db, cook), market.kitchenId)
        if (placed.ok || placed.refusal !== 'changed') return placed
      }
    }),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(10)
  expect(await ordersOf(market)).toEqual([{ id: expect.any(String), state: 'placed', version: 10 }])
  expect(await stockOf(farm.productId)).toBe(90)
  const [{ total }] = await rows(
    'select sum(ordered_qty)::int total from order_lines join orders on orders.id = order_id where kitchen_id = $1',
    [market.kitchenId],
  )
  expect(total).toBe(10)
})

test('the restaurant changes its order until 締切: figures before and after, stock, boxes and the mark', async () => {
  const { farm, chef, orderId } = await carrots()
  const { line, order } = await detail(chef, orderId)
  const wish = { orderId, version: order.version, lines: [{ lineId: line.id, qty: 20 }] }
  const preview = must(await previewChange(chef, wish))
  expect([preview.before.goodsYen, preview.after.goodsYen]).toEqual([3_000, 30_000])
  expect(await stockOf(farm.productId)).toBe(98)
  must(await changeOrder(chef, { ...wish, key: aKey() }))
  const after = (await detail(chef, orderId)).order
  expect(after.figures).toEqual(preview.after)
  expect(after).toMatchObject({ version: 2, state: 'placed', lines: [{ orderedBefore: 2, ceilingYen: 30_000 }] })
  expect(await stockOf(farm.productId)).toBe(80)
})

test.each([
  ['a millisecond after 締切', '2026-11-24 12:00:00.001', 3, 'too_late'],
  ['more than there is', '2026-11-24 11:30', 500, 'out_of_stock'],
  ['nothing at all', '2026-11-24 11:30', 0, 'nothing_left'],
  ['what it is', '2026-11-24 11:30', 2, 'nothing_changed'],
  ['half a box', '2026-11-24 11:30', 1.5, 'bad_quantity'],
])('a change to %s is refused, and leaves no trace', async (_, moment, qty, refusal) => {
  const { market, farm, orderId } = await carrots()
  const chef = as(test_.db, market.chef, at(moment))
  const { line } = await detail(chef, orderId)
  const answer = await changeOrder(chef, { orderId, key: aKey(), version: 1, lines: [{ lineId: line.id, qty }] })
  expect(answer).toMatchObject({ ok: false, refusal })
  expect(await stockOf(farm.productId)).toBe(98)
  expect((await detail(chef, orderId)).order.version).toBe(1)
})

test('a price for many is kept only while it is many, all lines of the same goods together', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const tiers = [{ fromQty: 10, priceYen: yen(1_200) }]
  must(await setTiers(as(test_.db, farm.actor), { id: farm.productId, version: 1, tiers }))
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 4]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  // four are ordered already: of the next eight each costs what twelve cost
  await fillCart(chef, market.kitchenId, [[farm.productId, 8]])
  must(await place(chef, market.kitchenId))
  const [dear, cheap] = (await orderDetail(chef, orderId)).lines
  expect([dear, cheap].map((line) => [line?.priceYen, line?.priceFromQty])).toEqual([
    [1_500, null],
    [1_200, 10],
  ])
  const to = (first: number, second: number) =>
    previewChange(chef, {
      orderId,
      version: 2,
      lines: [
        { lineId: there(dear).id, qty: first },
        { lineId: there(cheap).id, qty: second },
      ],
    })
  must(await to(2, 8))
  expect(await to(1, 8)).toMatchObject({ refusal: 'below_price_step', detail: { line: dear?.id, min: 10 } })
  expect(await to(4, 5)).toMatchObject({ refusal: 'below_price_step', detail: { line: cheap?.id } })
  must(await to(4, 0))
})

test('the same key ten times changes once; of two changes to one version, one is refused', async () => {
  const { market, farm, chef, orderId } = await carrots()
  const { line } = await detail(chef, orderId)
  const key = aKey()
  const wish = { orderId, version: 1, lines: [{ lineId: line.id, qty: 5 }] }
  const same = await Promise.all(Array.from({ length: 10 }, () => changeOrder(chef, { ...wish, key })))
  expect(same).toEqual(Array(10).fill({ ok: true, value: { orderId, version: 2 } }))
  expect(await stockOf(farm.productId)).toBe(95)
  const cook = as(test_.db, await colleagueOf(market))
  const both = await Promise.all(
    [chef, cook].map((who, index) =>
      changeOrder(who, { orderId, key: aKey(), version: 2, lines: [{ lineId: line.id, qty: 7 + index }] }),
    ),
  )
  expect(both.filter((answer) => answer.ok)).toHaveLength(1)
  expect(both.find((answer) => !answer.ok)).toMatchObject({ refusal: 'changed_meanwhile' })
})

test('twenty restaurants grow their orders against one stock at once: nothing is sold twice', async () => {
  const { farm } = await carrots({ stock: 50 })
  const others = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const market = await aMarket(test_.db)
      const chef = as(test_.db, market.chef)
      await fillCart(chef, market.kitchenId, [[farm.productId, 2]])
      const { orderIds } = must(await place(chef, market.kitchenId))
      const { line } = await detail(chef, there(orderIds[0]))
      return { chef, orderId: there(orderIds[0]), lineId: line.id }
    }),
  )
  await Promise.all(
    others.map(({ chef, orderId, lineId }, index) =>
      changeOrder(chef, { orderId, key: aKey(), version: 1, lines: [{ lineId, qty: 9 + (index % 3) }] }),
    ),
  )
  const [{ ordered }] = await rows('select sum(ordered_qty)::int ordered from order_lines where product_id = $1', [
    farm.productId,
  ])
  const left = await stockOf(farm.productId)
  expect(left).toBeGreaterThanOrEqual(0)
  expect(ordered + left).toBe(50)
})

test('the farm accepts the version that it sees, and not one that the chef has changed meanwhile', async () => {
  const { farm, chef, orderId } = await carrots()
  const { line } = await detail(chef, orderId)
  must(await changeOrder(chef, { orderId, key: aKey(), version: 1, lines: [{ lineId: line.id, qty: 40 }] }))
  const farmer = as(test_.db, farm.actor)
  const accept = (version: number) => acceptOrder(farmer, { orderId, key: aKey(), lines: [], version })
  expect(await accept(1)).toMatchObject({ refusal: 'changed_meanwhile' })
  must(await accept(2))
})

test('an accepted order that only shrinks stays accepted; what grows the farm answers again', async () => {
  const { farm, chef, orderId } = await carrots()
  const farmer = as(test_.db, farm.actor)
  must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [] }))
  const { line } = await detail(chef, orderId)
  const to = (qty: number, version: number) =>
    changeOrder(chef, { orderId, key: aKey(), version, lines: [{ lineId: line.id, qty }] })
  must(await to(1, 1))
  let { order } = await detail(chef, orderId)
  expect(order.state).toBe('accepted')
  expect(order.lines[0]?.quantities).toMatchObject({ ordered: { qty: 1 }, confirmed: { qty: 1 } })
  must(await to(4, 2))
  order = (await detail(chef, orderId)).order
  expect(order).toMatchObject({ state: 'placed', figures: { goodsYen: 6_000 } })
  must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [{ lineId: line.id, qty: 3, reason: 'harvest' }] }))
  order = (await detail(chef, orderId)).order
  expect(order.lines[0]).toMatchObject({ orderedBefore: null, quantities: { confirmed: { qty: 3 } } })
  expect(await stockOf(farm.productId)).toBe(97)
})

test.each(['farm', 'clock'])('what grew is not to be had (%s): what had been accepted stays as it was', async (who) => {
  const { farm, chef, orderId } = await carrots()
  const farmer = as(test_.db, farm.actor)
  must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [] }))
  const before = (await detail(chef, orderId)).order
  const { line } = await detail(chef, orderId)
  must(await changeOrder(chef, { orderId, key: aKey(), version: 1, lines: [{ lineId: line.id, qty: 40 }] }))
  if (who === 'farm') must(await keepOrder(farmer, { orderId, key: aKey() }))
  else await runDueTimers({ db: test_.db, now: at('2026-11-24 14:00') })
  const { order } = await detail(chef, orderId)
  expect(order).toMatchObject({ state: 'accepted', figures: before.figures })
  expect(order.lines[0]).toMatchObject({ orderedBefore: null, quantities: { ordered: { qty: 2 } } })
  expect(await stockOf(farm.productId)).toBe(98)
})

test.each(['farm', 'clock'])(
  'what was accepted is out, and what came in is not to be had (%s): it is off, not empty',
  async (who) => {
    const { market, farm, chef, orderId } = await carrots()
    const farmer = as(test_.db, farm.actor)
    must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [] }))
    const leeks = await aProduct(test_.db, farm.farmId, { name: 'ねぎ' })
    await fillCart(chef, market.kitchenId, [[leeks, 3]])
    must(await place(chef, market.kitchenId))
    const { line } = await detail(chef, orderId)
    must(await changeOrder(chef, { orderId, key: aKey(), version: 2, lines: [{ lineId: line.id, qty: 0 }] }))
    if (who === 'farm') must(await keepOrder(farmer, { orderId, key: aKey() }))
    else await runDueTimers({ db: test_.db, now: at('2026-11-24 14:00') })
    const { order } = await detail(chef, orderId)
    expect([order.state, order.figures.totalIncYen]).toEqual(['cancelled', 0])
    expect([await stockOf(farm.productId), await stockOf(leeks)]).toEqual([100, 100])
  },
)

test('a farm that has nothing at all of an order it accepted before ends it with its answer', async () => {
  const { farm, chef, orderId } = await carrots()
  const farmer = as(test_.db, farm.actor)
  must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [] }))
  const { line } = await detail(chef, orderId)
  must(await changeOrder(chef, { orderId, key: aKey(), version: 1, lines: [{ lineId: line.id, qty: 4 }] }))
  const lines = [{ lineId: line.id, qty: 0, reason: 'harvest' as const }]
  expect(must(await acceptOrder(farmer, { orderId, key: aKey(), lines })).outcome).toBe('end')
  expect([(await detail(chef, orderId)).order.state, await stockOf(farm.productId)]).toEqual(['cancelled', 100])
})

test('what fell short at the packing table is not for sale again when the boxes cannot leave', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const orderId = there((await placeAll(test_.db, market))[0])
  must(await acceptOrder(as(test_.db, farm.actor), { orderId, key: aKey(), lines: [] }))
  const farmer = as(test_.db, farm.actor, packingTime)
  must(await prepareOrder(farmer, { orderId, key: aKey() }))
  const { line } = await detail(farmer, orderId)
  const packed = { lineId: line.id, qty: 1, grams: null, reason: 'pests' as const, lot: 'today' as const }
  must(await packOrder(farmer, { orderId, key: aKey(), lines: [packed] }))
  must(await giveUpOrder(farmer, { orderId, key: aKey(), reason: '大雪で道がふさがりました' }))
  expect(await stockOf(farm.productId)).toBe(99)
})

test('after 締切 the farm is asked, and the fee is what stood on the page of the order', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await rows('update farms set late_cancel_percent = 30 where id = $1', [farm.farmId])
  const orderId = there((await placeAll(test_.db, market))[0])
  await rows('update farms set late_cancel_percent = 50 where id = $1', [farm.farmId])
  must(await acceptOrder(as(test_.db, farm.actor), { orderId, key: aKey(), lines: [] }))
  const late = as(test_.db, market.chef, at('2026-11-24 12:30'))
  expect(await askToCancel(as(test_.db, market.chef), { orderId, key: aKey() })).toMatchObject({ refusal: 'too_early' })
  must(await askToCancel(late, { orderId, key: aKey(), reason: '予約がなくなりました' }))
  expect(await askToCancel(late, { orderId, key: aKey() })).toMatchObject({ refusal: 'cancel_asked_already' })
  const farmer = as(test_.db, farm.actor, at('2026-11-24 13:00'))
  must(await answerCancel(farmer, { orderId, key: aKey(), agree: true }))
  const { order } = await detail(late, orderId)
  expect(order).toMatchObject({ state: 'cancelled', cancelFeeYen: 900, figures: { totalIncYen: 0 } })
  expect(await stockOf(farm.productId)).toBe(100)
})

test('an unanswered request to cancel ends when packing starts, and so does one that was refused', async () => {
  const market = await aMarket(test_.db)
  const orderIds = await placeAll(test_.db, market)
  for (const index of [0, 1]) {
    const farm = there(market.farms[index])
    const orderId = there(orderIds[index])
    must(await acceptOrder(as(test_.db, farm.actor), { orderId, key: aKey(), lines: [] }))
    must(await askToCancel(as(test_.db, market.chef, at('2026-11-24 12:30')), { orderId, key: aKey() }))
  }
  const refusing = as(test_.db, there(market.farms[1]).actor, at('2026-11-24 13:00'))
  must(await answerCancel(refusing, { orderId: there(orderIds[1]), key: aKey(), agree: false }))
  await runDueTimers({ db: test_.db, now: at('2026-11-25 14:00') })
  const late = as(test_.db, market.chef, at('2026-11-25 14:00'))
  for (const index of [0, 1])
    expect((await detail(late, there(orderIds[index]))).order).toMatchObject({
      state: 'preparing',
      cancelAskedAt: null,
    })
  expect(await cancelOrder(late, { orderId: there(orderIds[0]), key: aKey() })).toMatchObject({
    refusal: 'wrong_state',
  })
})

test('boxes that cannot leave: the farm says so, or no party acts for two days after the day', async () => {
  const market = await aMarket(test_.db)
  const orderIds = await placeAll(test_.db, market)
  for (const index of [0, 1]) {
    const farmer = there(market.farms[index]).actor
    must(await acceptOrder(as(test_.db, farmer), { orderId: there(orderIds[index]), key: aKey(), lines: [] }))
    must(await prepareOrder(as(test_.db, farmer, packingTime), { orderId: there(orderIds[index]), key: aKey() }))
  }
  const farmer = as(test_.db, there(market.farms[0]).actor, packingTime)
  const gone = there(orderIds[0])
  expect(await giveUpOrder(farmer, { orderId: gone, key: aKey(), reason: ' ' })).toMatchObject({
    refusal: 'reason_missing',
  })
  must(await giveUpOrder(farmer, { orderId: gone, key: aKey(), reason: '土砂くずれで道がふさがりました' }))
  await runDueTimers({ db: test_.db, now: at('2026-11-28 23:59:59') })
  expect((await detail(as(test_.db, market.chef), there(orderIds[1]))).order.state).toBe('preparing')
  await runDueTimers({ db: test_.db, now: at('2026-11-29 00:00') })
  for (const index of [0, 1])
    expect((await detail(as(test_.db, market.chef), there(orderIds[index]))).order).toMatchObject({
      state: 'cancelled',
      cancelFeeYen: null,
    })
})
