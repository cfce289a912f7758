import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId, type ProductId } from '../../app/kernel/ids.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import {
  setCartLine,
  setFarmWish,
  setLineAndQuote,
  setShortageInstruction,
} from '../../app/modules/cart/change-cart.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { setCart } from '../../app/modules/cart/set-cart.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, there } from './steps.ts'

const test_ = testDatabase(20)

async function aShop(goods: readonly Parameters<typeof aProduct>[2][]) {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const products: ProductId[] = []
  for (const overrides of goods) products.push(await aProduct(db, farmId, overrides))
  const ctx = as(db, actor)
  const set = (lines: readonly (readonly [ProductId, number])[], key = aKey()) =>
    setCart(ctx, { kitchenId, key, lines: lines.map(([productId, qty]) => ({ productId, qty })) })
  const content = async () =>
    (await cartQuote(ctx, kitchenId)).farms.flatMap(({ lines }) =>
      lines.map(({ productId, qty, onShortage }) => ({ productId, qty, onShortage })),
    )
  return { ctx, kitchenId, farmId, products, set, content }
}

test('sets the whole cart: what is not named is gone, what stays keeps its instruction, what is new comes last', async () => {
  const { ctx, kitchenId, farmId, products, set, content } = await aShop([{}, {}, {}, {}])
  const [a, b, c, d] = [there(products[0]), there(products[1]), there(products[2]), there(products[3])]
  await fillCart(ctx, kitchenId, [
    [a, 1],
    [b, 2],
  ])
  must(await setShortageInstruction(ctx, { kitchenId, productId: b, onShortage: 'drop_line' }))
  must(await setFarmWish(ctx, { kitchenId, farmId, note: '裏口へ' }))
  expect(
    must(
      await set([
        [d, 4],
        [c, 3],
        [b, 5],
      ]),
    ),
  ).toMatchObject({ lineCount: 3 })
  expect(await content()).toEqual([
    { productId: b, qty: 5, onShortage: 'drop_line' },
    { productId: d, qty: 4, onShortage: 'ship_what_there_is' },
    { productId: c, qty: 3, onShortage: 'ship_what_there_is' },
  ])
  expect((await cartQuote(ctx, kitchenId)).farms[0]?.note).toBe('裏口へ')
  must(await set([]))
  expect(await content()).toEqual([])
})

test('costs and comes as the same lines set one by one', async () => {
  const { db } = test_
  const { ctx, kitchenId, products, set } = await aShop([{}, { temperature: 'chilled' }, { minQty: 2, orderStep: 2 }])
  const goods = products.map((id): [ProductId, number] => [id, 4])
  must(await set(goods))
  const other = await aRestaurant(db)
  await fillCart(as(db, other.actor), other.kitchenId, goods)
  const figures = async (of: typeof ctx, kitchen: typeof kitchenId) => {
    const { lines, ...seen } = seenOf(await cartQuote(of, kitchen))
    return { ...seen, lines: lines.toSorted((x, y) => (x.productId < y.productId ? -1 : 1)) }
  }
  expect(await figures(ctx, kitchenId)).toEqual(await figures(as(db, other.actor), other.kitchenId))
})

test('one line that is refused refuses all, as the single line is, and names its product', async () => {
  const { ctx, kitchenId, products, set, content } = await aShop([
    {},
    { minQty: 4 },
    { maxQty: 3 },
    { orderStep: 5, minQty: 5 },
    { status: 'paused' },
  ])
  const good = there(products[0])
  await fillCart(ctx, kitchenId, [[good, 1]])
  const wrong: [ProductId, number][] = [
    [there(products[1]), 3],
    [there(products[2]), 4],
    [there(products[3]), 6],
    [there(products[4]), 1],
  ]
  for (const [productId, qty] of wrong) {
    const single = await setCartLine(ctx, { kitchenId, productId, qty })
    if (single.ok) throw new Error('the single line was taken')
    expect(
      await set([
        [good, 9],
        [productId, qty],
      ]),
    ).toEqual({ ...single, detail: { ...single.detail, productId } })
    expect(await content()).toMatchObject([{ productId: good, qty: 1 }])
  }
  await expect(set([[newId<'product'>(), 1]])).rejects.toThrow(NotFound)
})

test('the same key counts once: a later press of it does not undo what was changed since', async () => {
  const { ctx, kitchenId, products, set, content } = await aShop([{}])
  const [good] = [there(products[0])]
  const key = aKey()
  must(await set([[good, 2]], key))
  await fillCart(ctx, kitchenId, [[good, 7]])
  must(await set([[good, 2]], key))
  expect(await content()).toMatchObject([{ qty: 7 }])
  expect(await set([[good, 3]], key)).toEqual({ ok: false, refusal: 'key_reused' })
})

test('what its key did once is answered again, whatever is possible now', async () => {
  const { products, set, content } = await aShop([{}, {}])
  const [good, other] = [there(products[0]), there(products[1])]
  const key = aKey()
  must(await set([[good, 2]], key))
  await test_.pool.query(`update products set status = 'paused' where id = $1`, [good])
  expect(await set([[good, 2]], key)).toEqual({ ok: true, value: { lineCount: 1 } })
  expect(await set([[other, 1]], key)).toEqual({ ok: false, refusal: 'key_reused' })
  expect(await set([[newId<'product'>(), 1]], key)).toEqual({ ok: false, refusal: 'key_reused' })
  expect(await content()).toMatchObject([{ productId: good, qty: 2 }])
  const { rows } = await test_.pool.query('select outcome from idempotency_keys where key = $1', [key])
  expect(rows).toEqual([{ outcome: { ok: true, value: { lineCount: 1 } } }])
})

test('it is answered with the quote of the cart as it is then', async () => {
  const { ctx, kitchenId, farmId, products, set } = await aShop([{}, {}, { minQty: 2 }])
  const [a, b, c] = [there(products[0]), there(products[1]), there(products[2])]
  const contents: [ProductId, number][][] = [
    [[a, 1]],
    [
      [c, 2],
      [a, 3],
    ],
    [
      [b, 1],
      [c, 4],
      [a, 3],
    ],
    [],
  ]
  for (const lines of contents) {
    expect(must(await set(lines)).quote).toEqual(await cartQuote(ctx, kitchenId))
    must(await setFarmWish(ctx, { kitchenId, farmId, note: '裏口へ', slot: 'am' }))
    if (lines.length > 0) must(await setShortageInstruction(ctx, { kitchenId, productId: a, onShortage: 'drop_line' }))
  }
})

test('a refusal leaves no key, so the corrected cart is taken', async () => {
  const { products, set, content } = await aShop([{ minQty: 4 }])
  const good = there(products[0])
  const key = aKey()
  expect(await set([[good, 3]], key)).toMatchObject({ refusal: 'below_minimum' })
  must(await set([[good, 4]], key))
  expect(await content()).toMatchObject([{ qty: 4 }])
})

test('the same key ten times at once sets it once', async () => {
  const { products, set } = await aShop([{}])
  const key = aKey()
  const answers = await Promise.all(Array.from({ length: 10 }, () => set([[there(products[0]), 2]], key)))
  expect(answers).toMatchObject(answers.map(() => ({ ok: true, value: { lineCount: 1 } })))
  expect(answers.filter((answer) => must(answer).quote)).toHaveLength(1)
  const mixed = await Promise.all([2, 3, 2, 3].map((qty) => set([[there(products[0]), qty]], `${key}-mixed`)))
  const taken = mixed.filter(({ ok }) => ok)
  expect(taken).toHaveLength(2)
  expect(mixed.filter(({ ok }) => !ok)).toEqual(taken.map(() => ({ ok: false, refusal: 'key_reused' })))
})

test('a line that is set with its quote is what setting it and then asking gives, refused or not', async () => {
  const { db } = test_
  const { ctx, kitchenId, products } = await aShop([{}, { minQty: 4, orderStep: 2 }, { status: 'paused' }, {}])
  const other = await aRestaurant(db)
  const theirs = as(db, other.actor, ctx.now)
  const steps: [number, number][] = [
    ...([0, 1, 2, 3].map((nth) => [nth, 4]) as [number, number][]),
    ...([
      [0, 9],
      [1, 5],
      [3, 1],
      [0, 2],
    ] as [number, number][]),
  ]
  for (const [nth, qty] of steps) {
    const productId = there(products[nth])
    const together = await setLineAndQuote(ctx, { kitchenId, productId, qty })
    const apart = await setCartLine(theirs, { kitchenId: other.kitchenId, productId, qty })
    if (!apart.ok) expect(together).toEqual(apart)
    const quote = await cartQuote(ctx, kitchenId)
    if (together.ok) expect(together.value).toEqual(quote)
    const { kitchen: _, ...figures } = quote
    const { kitchen: __, ...same } = await cartQuote(theirs, other.kitchenId)
    expect(figures).toEqual(same)
  }
  must(await setShortageInstruction(ctx, { kitchenId, productId: there(products[0]), onShortage: 'drop_line' }))
  const kept = must(await setLineAndQuote(ctx, { kitchenId, productId: there(products[0]), qty: 3 }))
  expect(kept.farms[0]?.lines.find(({ productId }) => productId === products[0])).toMatchObject({
    qty: 3,
    onShortage: 'drop_line',
  })
})

test('two screens set it at once, in opposite order: it is the whole of the one or of the other', async () => {
  const { products, set, content } = await aShop(Array.from({ length: 30 }, () => ({})))
  const [few, many] = [1, 2].map((qty) => products.map((id): [ProductId, number] => [id, qty]))
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([set(there(few)), set(there(many).toReversed()), set(there(few).toReversed())])
    for (const answer of answers) must(answer)
    const quantities = new Set((await content()).map(({ qty }) => qty))
    expect(quantities.size).toBe(1)
    expect(await content()).toHaveLength(30)
  }
})

test('setting the cart while it is ordered: what was seen is ordered, or nothing is', async () => {
  for (let round = 0; round < 5; round++) {
    const { ctx, kitchenId, products, set } = await aShop([{ stock: 100 }])
    const good = there(products[0])
    must(await set([[good, 2]]))
    const seen = seenOf(await cartQuote(ctx, kitchenId))
    const [placed] = await Promise.all([placeOrder(ctx, { kitchenId, key: aKey(), seen }), set([[good, 9]])])
    const { rows } = await test_.pool.query('select ordered_qty from order_lines where product_id = $1', [good])
    if (placed.ok) expect(rows).toEqual([{ ordered_qty: 2 }])
    else expect([placed.refusal, rows]).toEqual(['changed', []])
  }
})
