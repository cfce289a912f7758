import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { grams } from '../../app/kernel/grams.ts'
import { newId, type OrderId, type ProductId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { acceptByItself } from '../../app/modules/ordering/accept-order.server.ts'
import { confirmPurchase } from '../../app/modules/ordering/confirmation-mails.server.tsx'
import { placedOrders } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { aBird, aFarm, aKey, aMarket, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase(30)

const countOrders = async () => Number((await test_.pool.query('select count(*) n from orders')).rows[0].n)
const stockOf = async (productId: string) =>
  (await test_.pool.query('select available_qty n from product_stock where product_id = $1', [productId])).rows[0].n

test('the same key ten times at once makes one purchase, and all get the same answer', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  const before = await countOrders()
  await fillCart(
    chef,
    market.kitchenId,
    market.farms.map(({ productId }) => [productId, 1]),
  )
  const input = { kitchenId: market.kitchenId, key: aKey(), seen: seenOf(await cartQuote(chef, market.kitchenId)) }
  const answers = await Promise.all(Array.from({ length: 10 }, () => placeOrder(chef, input)))
  expect(new Set(answers.map((answer) => must(answer).number)).size).toBe(1)
  expect((await countOrders()) - before).toBe(3)
  expect(await placeOrder(chef, input)).toEqual(answers[0])
})

test('two tabs with two keys make one purchase; the second finds the cart empty', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  await fillCart(chef, market.kitchenId, [[there(market.farms[0]).productId, 1]])
  const seen = seenOf(await cartQuote(chef, market.kitchenId))
  const answers = await Promise.all(
    [aKey(), aKey()].map((key) => placeOrder(chef, { kitchenId: market.kitchenId, key, seen })),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.find((answer) => !answer.ok)).toEqual({ ok: false, refusal: 'cart_empty' })
})

test('a key used for something else is refused', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  const product = there(market.farms[0]).productId
  await fillCart(chef, market.kitchenId, [[product, 1]])
  const key = aKey()
  must(await place(chef, market.kitchenId, key))
  await fillCart(chef, market.kitchenId, [[product, 2]])
  expect(await place(chef, market.kitchenId, key)).toEqual({ ok: false, refusal: 'key_reused' })
})

test('a refusal leaves no trace: the same key works after the cart is corrected', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  const product = there(market.farms[0]).productId
  await fillCart(chef, market.kitchenId, [[product, 1]])
  const seen = seenOf(await cartQuote(chef, market.kitchenId))
  await test_.pool.query('update products set price_yen = 1600 where id = $1', [product])
  const key = aKey()
  expect(await placeOrder(chef, { kitchenId: market.kitchenId, key, seen })).toEqual({ ok: false, refusal: 'changed' })
  expect(await stockOf(product)).toBe(100)
  must(await place(chef, market.kitchenId, aKey()))
  expect(await stockOf(product)).toBe(99)
})

test.each([
  ['the price', 'update products set price_yen = price_yen + 1 where id = $1', 'changed'],
  ['the stock', 'update product_stock set available_qty = 0 where product_id = $1', 'out_of_stock'],
  ['the listing', `update products set status = 'paused' where id = $1`, 'not_orderable'],
  [
    'the minimum',
    'update farms set min_order_yen = 900000 where id = (select farm_id from products where id = $1)',
    'not_orderable',
  ],
  [
    'the shipping days',
    `update farms set ship_weekdays = '{2}' where id = (select farm_id from products where id = $1)`,
    'changed',
  ],
])('when %s changed after the slip was shown, nothing is ordered unseen', async (_, sql, refusal) => {
  const { db } = test_
  const market = await aMarket(db)
  const chef = as(db, market.chef)
  const product = there(market.farms[0]).productId
  await fillCart(chef, market.kitchenId, [[product, 1]])
  const seen = seenOf(await cartQuote(chef, market.kitchenId))
  await test_.pool.query(sql, [product])
  const before = await countOrders()
  const answer = await placeOrder(chef, { kitchenId: market.kitchenId, key: aKey(), seen })
  expect(answer).toMatchObject({ ok: false, refusal })
  expect(await countOrders()).toBe(before)
})

test('of 200 checkouts at once for the last 50 units, 50 succeed and none is oversold', async () => {
  const { db } = test_
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId, { stock: 50 })
  const other = await aProduct(db, farmId, { stock: 10_000 })
  const chefs = await Promise.all(Array.from({ length: 200 }, () => aRestaurant(db)))
  const answers = await Promise.all(
    chefs.map(async ({ actor, kitchenId }, index) => {
      const ctx = as(db, actor)
      // Half fill their cart the other way round, so that two checkouts may want the locks in opposite order.
      const goods: [typeof productId, number][] = [
        [productId, 1],
        [other, 1],
      ]
      await fillCart(ctx, kitchenId, index % 2 ? goods : goods.toReversed())
      return place(ctx, kitchenId)
    }),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(50)
  expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal])))).toEqual(new Set(['out_of_stock']))
  expect(await stockOf(productId)).toBe(0)
  expect(await stockOf(other)).toBe(10_000 - 50)
  const { rows } = await test_.pool.query('select sum(delta)::int s from stock_entries where product_id = $1', [
    productId,
  ])
  expect(rows[0].s).toBe(-50)
}, 120_000)

/** The membership counts as it is when the order is written. */
const limitTo = (person: BuyerActor, limit: number | null) =>
  test_.db
    .updateTable('memberships')
    .set({ orderLimitYen: limit === null ? null : yen(limit) })
    .where('personId', '=', person.personId)
    .execute()

test('a staff member over their limit cannot order; without one they can', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db, { orderLimitYen: 1_000 })
  const { farmId } = await aFarm(db)
  const ctx = as(db, actor)
  await fillCart(ctx, kitchenId, [[await aProduct(db, farmId), 2]])
  expect(await place(ctx, kitchenId)).toMatchObject({ ok: false, refusal: 'over_order_limit' })
  await limitTo(actor, null)
  expect(await place(ctx, kitchenId)).toMatchObject({ ok: true })
})

test('goods by weight count with the most they can cost: the limit is not passed on the scale', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const ctx = as(db, actor)
  await fillCart(ctx, kitchenId, [[await aBird(db, farmId), 2]])
  const { totalYen, ceilingTotalYen } = await cartQuote(ctx, kitchenId)
  expect(ceilingTotalYen).toBeGreaterThan(totalYen)
  const limited = async (limit: number) => {
    await limitTo(actor, limit)
    return place(ctx, kitchenId)
  }
  expect(await limited(ceilingTotalYen - 1)).toMatchObject({ ok: false, refusal: 'over_order_limit' })
  expect(await limited(ceilingTotalYen)).toMatchObject({ ok: true })
})

test('the dearest goods, 215 of them, are ordered without an overflow', async () => {
  const { db } = test_
  const { actor, kitchenId, restaurantId } = await aRestaurant(db)
  // by card there is no limit of what may be owed
  await db.updateTable('restaurants').set({ paymentMethod: 'card' }).where('id', '=', restaurantId).execute()
  const { farmId } = await aFarm(db)
  const ctx = as(db, actor)
  const dearest = { priceYen: yen(10_000_000), stock: 999, sizePoints: 1, grossGrams: grams(100) }
  await fillCart(ctx, kitchenId, [[await aProduct(db, farmId, dearest), 215]])
  const { orderIds } = must(await place(ctx, kitchenId))
  const { rows } = await test_.pool.query('select ceiling_yen from order_lines where order_id = $1', orderIds)
  expect(rows[0].ceiling_yen).toBe(2_150_000_000)
})

test('a restaurant that is suspended finds its cart empty, and cannot fill or order it', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  await fillCart(as(db, actor), kitchenId, [[productId, 2]])
  const suspended = as(db, { ...actor, restaurantApproved: false })
  expect(await cartQuote(suspended, kitchenId)).toMatchObject({ farms: [], totalYen: 0, kitchen: { kitchenId } })
  await expect(setCartLine(suspended, { kitchenId, productId, qty: 3 })).rejects.toThrow(Forbidden)
  await expect(place(suspended, kitchenId)).rejects.toThrow(Forbidden)
})

test("another restaurant's kitchen does not exist", async () => {
  const { db } = test_
  const [mine, theirs] = [await aRestaurant(db), await aRestaurant(db)]
  const ctx = as(db, mine.actor)
  await expect(cartQuote(ctx, theirs.kitchenId)).rejects.toThrow(NotFound)
  await expect(
    setCartLine(ctx, { kitchenId: theirs.kitchenId, productId: newId<'product'>(), qty: 1 }),
  ).rejects.toThrow(NotFound)
})

test.each([
  [0, true],
  [-1, 'bad_quantity'],
  [1e9, 'above_maximum'],
  [0.0001, 'bad_quantity'],
  [Number.NaN, 'bad_quantity'],
] as const)('a quantity of %s is answered in words, never with an error', async (qty, answer) => {
  const { db } = test_
  const market = await aMarket(db)
  const result = await setCartLine(as(db, market.chef), {
    kitchenId: market.kitchenId,
    productId: there(market.farms[0]).productId,
    qty,
  })
  if (answer === true) expect(result.ok).toBe(true)
  else expect(result).toMatchObject({ ok: false, refusal: answer })
})

test('a farm that accepts by itself has accepted when the purchase is made', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db, { autoAccept: true, freeFreightFromYen: yen(1_000) })
  const ctx = as(db, actor)
  await fillCart(ctx, kitchenId, [[await aProduct(db, farmId), 2]])
  const { orderIds } = must(await place(ctx, kitchenId))
  const { rows } = await test_.pool.query(
    'select state, timer_at = pack_at as timer from orders where id = $1',
    orderIds,
  )
  expect(rows[0]).toEqual({ state: 'accepted', timer: true })
})

test('orders of several farms that accept by themselves are as if each had been accepted by itself', async () => {
  const { db, pool } = test_
  const goods = async (autoAccept: boolean) => {
    const ids: ProductId[] = []
    for (let farm = 0; farm < 3; farm++) {
      const { farmId } = await aFarm(db, { autoAccept, freeFreightFromYen: yen(1_000) })
      ids.push(await aProduct(db, farmId))
    }
    const bird = await aFarm(db, { autoAccept })
    return [...ids, await aBird(db, bird.farmId)]
  }
  const facts = async (orderIds: readonly OrderId[]) => {
    const { rows } = await pool.query(
      `select o.state, o.accepted_at, o.timer_at = o.pack_at as packs, o.proposal, o.version, o.changed_at,
              (select json_agg(json_build_object('stage', q.stage, 'qty', q.qty, 'grams', q.grams, 'reason', q.reason, 'kind', e.kind) order by q.stage)
                 from order_lines l join quantity_entries q on q.order_line_id = l.id join events e on e.id = q.event_id where l.order_id = o.id) as quantities,
              (select json_agg(json_build_object('confirmed', l.confirmed_qty, 'grams', l.confirmed_grams, 'before', l.ordered_before)) from order_lines l where l.order_id = o.id) as lines,
              (select json_agg(json_build_object('kind', e.kind, 'by', e.actor_kind, 'name', e.actor_name, 'from', e.from_state, 'to', e.to_state, 'purchase', e.purchase_id = o.purchase_id, 'data', e.data) order by e.kind)
                 from events e where e.order_id = o.id and e.kind <> 'order_placed') as events,
              (select json_agg(n.party order by n.party) from order_news n where n.order_id = o.id) as news
         from orders o where o.id = any ($1) order by o.number`,
      [orderIds],
    )
    return rows
  }
  const order = async (products: readonly ProductId[]) => {
    const { actor, kitchenId } = await aRestaurant(db)
    await fillCart(
      as(db, actor),
      kitchenId,
      products.map((id): [ProductId, number] => [id, 2]),
    )
    return must(await place(as(db, actor), kitchenId)).orderIds
  }
  const together = await order(await goods(true))
  const apart = await order(await goods(false))
  await db.transaction().execute(async (tx) => {
    for (const id of apart) await acceptByItself(as(tx, { kind: 'system' }), id)
  })
  const accepted = await facts(together)
  expect(accepted).toHaveLength(4)
  expect(accepted.every(({ state }) => state === 'accepted')).toBe(true)
  expect(accepted.map((it) => JSON.stringify(it)).toSorted()).toEqual(
    (await facts(apart)).map((it) => JSON.stringify(it)).toSorted(),
  )
})

test('mail and answer of what was just ordered say the same as if the orders were read again', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const ctx = as(db, actor)
  const goods: [ProductId, number][] = []
  for (let farm = 0; farm < 11; farm++) {
    const { farmId } = await aFarm(db, { autoAccept: farm % 2 === 0, freeFreightFromYen: farm % 3 ? null : yen(1_000) })
    goods.push([farm === 4 ? await aBird(db, farmId) : await aProduct(db, farmId), 1 + farm])
  }
  await fillCart(ctx, kitchenId, goods)
  const purchase = must(await place(ctx, kitchenId))
  expect(purchase.orders).toEqual(await placedOrders(ctx, purchase.purchaseId))
  const key = `purchase:${purchase.purchaseId}:placed`
  const mail = () => db.selectFrom('mails').select(['subject', 'data']).where('key', '=', key).executeTakeFirstOrThrow()
  const first = await mail()
  await db.deleteFrom('mails').where('key', '=', key).execute()
  await confirmPurchase(ctx, purchase)
  expect(first).toEqual(await mail())
})

test('the same cart after its deadline comes a day later, and says so', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const ctx = as(db, market.chef)
  await fillCart(ctx, market.kitchenId, [[there(market.farms[0]).productId, 1]])
  const seen = seenOf(await cartQuote(ctx, market.kitchenId))
  const late = as(db, market.chef, at('2026-11-24 12:01'))
  expect(noon < late.now).toBe(true)
  expect(await placeOrder(late, { kitchenId: market.kitchenId, key: aKey(), seen })).toEqual({
    ok: false,
    refusal: 'changed',
  })
})
