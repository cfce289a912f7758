import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { Forbidden } from '../../app/kernel/errors.ts'
import type { HarvestWindowId, ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import {
  changeHarvest,
  closeHarvests,
  ownHarvests,
  promiseHarvest,
  repeatHarvest,
  withdrawHarvest,
} from '../../app/modules/products/harvest/harvest.server.ts'
import { addLot, ownLots } from '../../app/modules/products/harvest/lots.server.ts'
import { saveGoods } from '../../app/modules/products/keep-products.server.ts'
import { stepStock } from '../../app/modules/products/state-stock.server.ts'
import {
  addVacation,
  ordersHitBy,
  ownVacations,
  removeVacation,
} from '../../app/modules/products/vacation/vacations.server.ts'
import { aFarm, aKey, aMarket, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, there } from './steps.ts'

const test_ = testDatabase()

const promise = { leastQty: 8, mostQty: 12, confidence: 'middle', note: '' } as const
/** Wednesday to Friday; an order of Tuesday morning leaves on Wednesday. */
const week = { from: jstDate('2026-11-25'), to: jstDate('2026-11-27') }

async function aHarvest() {
  const { db } = test_
  const { actor, farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId, { sellsFrom: 'harvest', stock: 0 })
  const ctx = as(db, actor)
  const { id } = must(await promiseHarvest(ctx, { productId, key: aKey(), ...week, ...promise }))
  return { ctx, farmId, productId, id }
}

const stockOf = async (id: ProductId) =>
  (await test_.pool.query('select available_qty from product_stock where product_id = $1', [id])).rows[0].available_qty
const windowOf = async (id: HarvestWindowId) =>
  (
    await test_.pool.query(
      'select promised_qty as promised, reserved_qty as reserved from harvest_windows where id = $1',
      [id],
    )
  ).rows[0]

async function orders(productId: ProductId, qty: number) {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const chef = as(test_.db, actor)
  await fillCart(chef, kitchenId, [[productId, qty]])
  const quote = await cartQuote(chef, kitchenId)
  const place = () => placeOrder(chef, { kitchenId, key: aKey(), seen: seenOf(quote) })
  return { chef, kitchenId, quote, place }
}

test('what a farm expects can be ordered up to what it promises, and on its days only', async () => {
  const { productId, id } = await aHarvest()
  expect(await stockOf(productId)).toBe(10)
  const { quote, place } = await orders(productId, 6)
  expect(quote.farms[0]?.day).toMatchObject({ shipOn: '2026-11-25' })
  const outside = quote.farms[0]?.days.find(({ deliveryOn }) => deliveryOn === '2026-12-01')
  expect(outside).toMatchObject({ possible: false, reason: 'no_harvest' })
  must(await place())
  expect([await stockOf(productId), await windowOf(id)]).toEqual([4, { promised: 10, reserved: 6 }])
  // six more are not available on any day
  const tooMany = await orders(productId, 6)
  expect(tooMany.quote.orderable).toBe(false)
})

test('ten chefs at once order what ten were promised, never more', async () => {
  const { productId, id } = await aHarvest()
  const all = await Promise.all(Array.from({ length: 10 }, () => orders(productId, 3)))
  const placed = await Promise.all(all.map(({ place }) => place()))
  expect(placed.filter(({ ok }) => ok)).toHaveLength(3)
  expect([await stockOf(productId), await windowOf(id)]).toEqual([1, { promised: 10, reserved: 9 }])
})

test('a farmer changes quantities while chefs order: no deadlock, and the sums are right', async () => {
  const { ctx, productId, id } = await aHarvest()
  const { farmId } = ctx.actor.kind === 'farm' ? ctx.actor : { farmId: undefined }
  const other = await aProduct(test_.db, there(farmId), { stock: 40 })
  const chefs = await Promise.all(
    Array.from({ length: 12 }, (_, index) => orders(index % 2 === 0 ? productId : other, 1)),
  )
  await Promise.all([
    ...chefs.map(({ place }) => place()),
    ...[2, 3, 4, 5].map((version) =>
      changeHarvest(ctx, { id, version: version - 1, ...promise, mostQty: 12 + version }),
    ),
    ...Array.from({ length: 8 }, () => stepStock(ctx, { id: other, by: 1, key: aKey() })),
    ...Array.from({ length: 4 }, (_, index) =>
      saveGoods(ctx, { id: other, version: index + 1, values: { priceYen: 1_501 + index } }),
    ),
  ])
  for (const product of [productId, other]) {
    const { rows } = await test_.pool.query('select sum(delta)::int as sum from stock_entries where product_id = $1', [
      product,
    ])
    expect(rows[0].sum).toBe((await stockOf(product)) - (product === other ? 40 : 0))
  }
  const window = await windowOf(id)
  expect(await stockOf(productId)).toBe(window.promised - window.reserved)
})

test('an order that is cancelled gives back to its harvest', async () => {
  const { productId, id } = await aHarvest()
  const { chef, place } = await orders(productId, 4)
  const { orderIds } = must(await place())
  must(await cancelOrder(chef, { orderId: there(orderIds[0]), key: aKey() }))
  expect([await stockOf(productId), await windowOf(id)]).toEqual([10, { promised: 10, reserved: 0 }])
})

test('a promise changes with what is left, and never below what is ordered; withdrawn, the rest is gone', async () => {
  const { ctx, productId, id } = await aHarvest()
  must(await (await orders(productId, 6)).place())
  expect(await changeHarvest(ctx, { id, version: 1, ...promise, mostQty: 8, leastQty: 0 })).toMatchObject({
    ok: false,
    refusal: 'below_reserved',
    detail: { reserved: '6箱' },
  })
  expect(must(await changeHarvest(ctx, { id, version: 1, ...promise, confidence: 'high' }))).toMatchObject({
    promised: 12,
  })
  expect(await stockOf(productId)).toBe(6)
  expect(await changeHarvest(ctx, { id, version: 1, ...promise })).toMatchObject({
    ok: false,
    refusal: 'changed_meanwhile',
  })
  must(await withdrawHarvest(ctx, { id }))
  expect(await stockOf(productId)).toBe(0)
  const { rows } = await test_.pool.query('select sum(delta)::int as sum from stock_entries where product_id = $1', [
    productId,
  ])
  expect(rows).toEqual([{ sum: 0 }])
})

test('two promises of one product share no day; sent twice it is one', async () => {
  const { ctx, productId } = await aHarvest()
  const other = { productId, ...promise, from: jstDate('2026-11-27'), to: jstDate('2026-11-30') }
  expect(await promiseHarvest(ctx, { ...other, key: aKey() })).toMatchObject({
    ok: false,
    refusal: 'window_overlaps',
    detail: { period: '11月25日(水)〜11月27日(金)' },
  })
  const key = aKey()
  const next = { ...other, from: jstDate('2026-11-28'), key }
  const answers = await Promise.all([1, 2, 3].map(() => promiseHarvest(ctx, next)))
  expect(new Set(answers.map((answer) => must(answer).id)).size).toBe(1)
  const both = await Promise.all(
    [1, 2].map(() =>
      promiseHarvest(ctx, { ...next, from: jstDate('2026-12-01'), to: jstDate('2026-12-01'), key: aKey() }),
    ),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})

test('when its days are over, the unordered rest expires', async () => {
  const { productId } = await aHarvest()
  must(await (await orders(productId, 6)).place())
  await closeHarvests({ db: test_.db, now: at('2026-11-27 23:59') })
  expect(await stockOf(productId)).toBe(4)
  await closeHarvests({ db: test_.db, now: at('2026-11-28 00:03') })
  await closeHarvests({ db: test_.db, now: at('2026-11-28 00:04') })
  expect(await stockOf(productId)).toBe(0)
})

test('yesterday’s promise is today’s by one press, once per key, and can be taken back', async () => {
  const { ctx, productId } = await aHarvest()
  const later = { ...ctx, now: at('2026-11-28 07:00') }
  await closeHarvests({ db: test_.db, now: at('2026-11-28 00:03') })
  const again = async () => (await ownHarvests(later))[0]?.again
  // Wednesday to Friday were promised together: each day has a third
  expect(await again()).toMatchObject({ day: '2026-11-28', like: '2026-11-27', leastQty: 2, mostQty: 4 })
  const day = jstDate('2026-11-28')
  const key = aKey()
  const pressed = await Promise.all([1, 2, 3].map(() => repeatHarvest(later, { productId, day, key })))
  expect(new Set(pressed.map((answer) => must(answer).id)).size).toBe(1)
  expect((await ownHarvests(later))[0]?.days[0]).toMatchObject({ day, window: { promised: 3, reserved: 0 } })
  expect(await repeatHarvest(later, { productId, day, key: aKey() })).toMatchObject({ refusal: 'changed_meanwhile' })
  must(await withdrawHarvest(later, { id: there(pressed.map(must)[0]).id }))
  expect(await again()).toMatchObject({ day, like: '2026-11-27' })
})

test('a day on which nothing leaves the farm is left out of 「昨日と同じ」, and what was taken back is no yesterday', async () => {
  const { ctx, productId, id } = await aHarvest()
  must(await rest(ctx, { from: jstDate('2026-11-28'), to: jstDate('2026-11-28') }))
  const [goods] = await ownHarvests(ctx)
  // the 29th is a Sunday
  expect(goods?.again).toMatchObject({ day: '2026-11-30', like: '2026-11-27' })
  expect(goods?.days.find(({ day }) => day === '2026-11-28')).toMatchObject({ rests: true, window: null })
  must(await withdrawHarvest(ctx, { id }))
  expect((await ownHarvests(ctx))[0]?.again).toBeNull()
  expect(await repeatHarvest(ctx, { productId, day: jstDate('2026-11-30'), key: aKey() })).toMatchObject({
    refusal: 'nothing_to_repeat',
  })
})

test('goods that are sold from a stock are ordered as before, on any day', async () => {
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId, { stock: 5 })
  const { quote, place } = await orders(productId, 5)
  expect(quote.farms[0]?.days.some((day) => !day.possible && day.reason === 'no_harvest')).toBe(false)
  must(await place())
  expect(await stockOf(productId)).toBe(0)
})

test('a lot is a product, a day and a code; a helper who packs may record it, a read-only one may not', async () => {
  const { db } = test_
  const { actor, farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const lot = { productId, harvestedOn: jstDate('2026-11-24'), code: '', bestBeforeOn: null, qty: 30, note: '' }
  const packer = as(db, { ...actor, role: 'staff', rights: 'pack' })
  must(await addLot(packer, lot))
  expect(await addLot(packer, lot)).toMatchObject({ ok: false, refusal: 'lot_known' })
  expect(await ownLots(packer)).toMatchObject([{ code: '261124', qty: 30, used: 0 }])
  await expect(addLot(as(db, { ...actor, role: 'staff', rights: 'see' }), { ...lot, code: 'B' })).rejects.toThrow(
    Forbidden,
  )
})

/** A farm with one order that leaves on Wednesday. */
async function aRest() {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const { place } = await orders(farm.productId, 1)
  const { orderIds } = must(await place())
  return { ctx: as(test_.db, farm.actor), productId: farm.productId, orderId: there(orderIds[0]) }
}

const rest = (ctx: Ctx, more: Partial<Parameters<typeof addVacation>[1]> = {}) =>
  addVacation(ctx, { ...week, key: aKey(), note: '祭り', orders: [], ...more })

test('a rest that hits an order asks about it, and nothing is changed before', async () => {
  const { ctx, orderId } = await aRest()
  expect(await ordersHitBy(ctx, week)).toMatchObject([{ id: orderId, mayDecline: true }])
  expect(await rest(ctx)).toMatchObject({ ok: false, refusal: 'open_orders' })
  expect(await ownVacations(ctx)).toEqual([])
  expect(must(await rest(ctx, { orders: [{ id: orderId, fate: 'ship' }] }))).toMatchObject({ declined: 0 })
  expect(await ownVacations(ctx)).toMatchObject([{ ...week, note: '祭り' }])
})

test('declined for a rest, the chef reads why', async () => {
  const { ctx, orderId } = await aRest()
  expect(must(await rest(ctx, { orders: [{ id: orderId, fate: 'decline' }] }))).toMatchObject({ declined: 1 })
  const { rows } = await test_.pool.query("select reason from events where order_id = $1 and kind = 'order_declined'", [
    orderId,
  ])
  expect(rows).toEqual([{ reason: '11月25日(水)〜11月27日(金)は休業のため（祭り）' }])
})

test('chefs are offered no day for which goods would leave in a rest; taken back, they are', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const productId = await aProduct(test_.db, farmId)
  const { id } = must(await rest(ctx))
  const { quote, chef, kitchenId } = await orders(productId, 1)
  expect(quote.farms[0]?.day).toMatchObject({ shipOn: '2026-11-28' })
  await removeVacation(ctx, { id })
  expect((await cartQuote(chef, kitchenId)).farms[0]?.day).toMatchObject({ shipOn: '2026-11-25' })
})

test('the same press twice is one rest, and rests do not overlap', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const key = aKey()
  const answers = await Promise.all([1, 2, 3].map(() => rest(ctx, { key })))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await rest(ctx)).toMatchObject({ ok: false, refusal: 'vacation_overlaps' })
  expect(await ownVacations(ctx)).toHaveLength(1)
})
