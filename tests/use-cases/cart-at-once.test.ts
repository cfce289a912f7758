import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import type { FarmId, KitchenId, ProductId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { returnToCart } from '../../app/modules/cart/cart-store.server.ts'
import {
  ownCart,
  setCartLine,
  setFarmWish,
  setLineAndQuote,
  setShortageInstruction,
} from '../../app/modules/cart/change-cart.server.ts'
import { reorder } from '../../app/modules/cart/reorder.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { storedChange } from '../../app/modules/cart/stored-change.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

type Shop = { ctx: Ctx; kitchenId: KitchenId; farmId: FarmId; productId: ProductId }

async function aShop(): Promise<Shop> {
  const { db } = test_
  const [{ actor, kitchenId }, { farmId }] = [await aRestaurant(db), await aFarm(db)]
  return { ctx: as(db, actor), kitchenId, farmId, productId: await aProduct(db, farmId) }
}

const contentOf = async ({ ctx, kitchenId }: Shop) =>
  (await cartQuote(ctx, kitchenId)).farms.flatMap(({ lines }) =>
    lines.map(({ productId, qty }) => [productId, qty] as const),
  )

/** Until so many transactions wait for a lock; false: `work` has ended before. */
async function untilWaiting(count: number, work: Promise<unknown>): Promise<boolean> {
  let ended = false
  const end = () => {
    ended = true
  }
  work.then(end, end)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (!ended && (await test_.pool.query(waiting)).rows.length < count);
  return !ended
}

/** Begins the second while the first waits in the middle of its transaction, for a row that another connection has locked. */
async function during<A, B>([row, id]: [string, string], first: () => Promise<A>, second: () => Promise<B>) {
  const holder = await test_.pool.connect()
  await holder.query('begin')
  await holder.query(`select from ${row} = $1 for update`, [id])
  const begun = first()
  expect(await untilWaiting(1, begun)).toBe(true)
  const then = second()
  const waited = await untilWaiting(2, then)
  await holder.query('commit')
  holder.release()
  const [one, other] = await Promise.all([begun, then])
  return { waited, first: one, second: other }
}

/** What a change comes to that begins after the checkout of 5 has read the cart and before it empties it. */
async function duringCheckout<T>(shop: Shop, change: () => Promise<T>) {
  const { ctx, kitchenId, productId } = shop
  await fillCart(ctx, kitchenId, [[productId, 5]])
  must(await setFarmWish(ctx, { kitchenId, farmId: shop.farmId, note: '裏口へ' }))
  const seen = seenOf(await cartQuote(ctx, kitchenId))
  const { waited, first, second } = await during(
    ['product_stock where product_id', productId],
    () => placeOrder(ctx, { kitchenId, key: aKey(), seen }),
    change,
  )
  must(first)
  const { rows } = await test_.pool.query('select ordered_qty from order_lines where product_id = $1', [productId])
  expect(rows).toEqual([{ ordered_qty: 5 }])
  return { waited, changed: second, content: await contentOf(shop) }
}

test.each([setCartLine, setLineAndQuote])(
  'a quantity set during a checkout is in the cart after it (%#)',
  async (set) => {
    const shop = await aShop()
    const { ctx, kitchenId, productId } = shop
    const setsIt = async () => (await set(ctx, { kitchenId, productId, qty: 8 })).ok
    expect(await duringCheckout(shop, setsIt)).toEqual({ waited: true, changed: true, content: [[productId, 8]] })
  },
)

test('a product removed or instructed during a checkout is ordered, and gone after it', async () => {
  const changes = [
    ({ ctx, kitchenId, productId }: Shop) => setCartLine(ctx, { kitchenId, productId, qty: 0 }),
    ({ ctx, kitchenId, productId }: Shop) =>
      setShortageInstruction(ctx, { kitchenId, productId, onShortage: 'drop_line' }),
  ]
  for (const change of changes) {
    const shop = await aShop()
    const { waited, changed, content } = await duringCheckout(shop, async () => must(await change(shop)))
    expect([waited, changed, content]).toEqual([true, { productId: shop.productId }, []])
  }
})

test('a note to a farm that is changed during a checkout is kept for the next order', async () => {
  const shop = await aShop()
  const { ctx, kitchenId, farmId } = shop
  const { waited, changed } = await duringCheckout(shop, () => setFarmWish(ctx, { kitchenId, farmId, note: '表口へ' }))
  must(changed)
  const { rows } = await test_.pool.query('select note from cart_farms where farm_id = $1', [farmId])
  expect([waited, rows]).toEqual([true, [{ note: '表口へ' }]])
})

test('a queued change that arrives during a checkout is told that the cart has changed', async () => {
  const shop = await aShop()
  const { ctx, kitchenId, productId } = shop
  const change = { key: aKey(), kitchenId, said: { qty: '8' }, line: { productId, seen: 5, wanted: 8 } }
  const { waited, changed, content } = await duringCheckout(shop, () =>
    storedChange(ctx, change, (within) => setCartLine(within, { kitchenId, productId, qty: 8 })),
  )
  expect([waited, content]).toEqual([true, []])
  expect(changed).toEqual({ ok: false, refusal: 'cart_moved', detail: { now: 0 } })
})

test('a queued change and a checkout that begins during it do not deadlock', async () => {
  const shop = await aShop()
  const { ctx, kitchenId, productId } = shop
  await fillCart(ctx, kitchenId, [[productId, 5]])
  const seen = seenOf(await cartQuote(ctx, kitchenId))
  const change = { key: aKey(), kitchenId, said: { qty: '8' }, line: { productId, seen: 5, wanted: 8 } }
  const { second } = await during(
    ['cart_lines where product_id', productId],
    () => storedChange(ctx, change, (within) => setCartLine(within, { kitchenId, productId, qty: 8 })),
    () => placeOrder(ctx, { kitchenId, key: aKey(), seen }),
  )
  expect([second, await contentOf(shop)]).toMatchObject([{ refusal: 'changed' }, [[productId, 8]]])
})

const additions: Record<string, (shop: Shop, added: ProductId) => Promise<unknown>> = {
  'that is set': ({ ctx, kitchenId }, productId) => setCartLine(ctx, { kitchenId, productId, qty: 3 }),
  'that is put back': async ({ ctx, kitchenId, farmId }, productId) => {
    const line = { productId, qty: 3, seenPriceYen: yen(100), onShortage: 'drop_line', shortageTerms: '{}' } as const
    const to = { farmId, slot: 'none', note: '', wayId: null, lines: [line] } as const
    await returnToCart(ctx, await ownCart(ctx, kitchenId), to)
  },
}

test.each(Object.keys(additions))('a new product %s while it is ordered again does not deadlock', async (how) => {
  const shop = await aShop()
  const { ctx, kitchenId, farmId, productId } = shop
  const added = await aProduct(test_.db, farmId)
  await fillCart({ ...ctx, now: at('2026-11-24 10:00') }, kitchenId, [[productId, 2]])
  await fillCart(ctx, kitchenId, [[added, 2]])
  const { orderIds } = must(await place(ctx, kitchenId))
  await fillCart(ctx, kitchenId, [[productId, 1]])
  const { waited, first } = await during(
    // the cart is locked then, and the line of the other product is not written yet
    ['cart_lines where product_id', productId],
    () => reorder(ctx, { kitchenId, orderIds }),
    () => there(additions[how])(shop, added),
  )
  expect([waited, must(first).put]).toEqual([true, 2])
  expect(new Map(await contentOf(shop))).toEqual(
    new Map([
      [productId, 2],
      [added, how === 'that is set' ? 3 : 2],
    ]),
  )
})
