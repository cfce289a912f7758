import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import type { KitchenId, ProductId, ShoppingListId } from '../../app/kernel/ids.ts'
import { addDays, at, type JstDate, jstDate, momentOf, type Weekday } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote, cartQuoteWith } from '../../app/modules/cart/cart-queries.server.ts'
import { setWishedDay } from '../../app/modules/cart/change-cart.server.ts'
import {
  makeFromHistory,
  makeFromPurchase,
  makeList,
  placeShoppingListLines,
  removeList,
  removeShoppingListLine,
  renameList,
  setShoppingListLine,
} from '../../app/modules/shopping-lists/change-list.server.ts'
import { listIntoCart } from '../../app/modules/shopping-lists/into-cart.server.ts'
import { openList } from '../../app/modules/shopping-lists/open-list.server.ts'
import { shoppingListNow } from '../../app/modules/shopping-lists/shopping-list-now.server.ts'
import { oftenOrdered, shoppingList, shoppingLists } from '../../app/modules/shopping-lists/shopping-lists.server.ts'
import { makeStanding } from '../../app/modules/shopping-lists/standing-orders.server.ts'
import { usualQuantities } from '../../app/modules/shopping-lists/usual-quantities.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

type Chef = Awaited<ReturnType<typeof aRestaurant>>
const chefAt = (chef: Chef, now = noon) => as(test_.db, chef.actor, now)

/** Orders of this many, placed in time to arrive on that day. */
async function ordered(chef: Chef, on: string, goods: readonly [ProductId, number][]) {
  const now = momentOf(addDays(jstDate(on), -3), 10 * 60)
  await fillCart(chefAt(chef, now), chef.kitchenId, goods)
  must(await setWishedDay(chefAt(chef, now), { kitchenId: chef.kitchenId, day: jstDate(on) }))
  return must(await place(chefAt(chef, now), chef.kitchenId))
}

async function aKitchen() {
  const farm = await aFarm(test_.db)
  const carrots = await aProduct(test_.db, farm.farmId)
  const leaves = await aProduct(test_.db, farm.farmId, { name: '小松菜', itemKey: 'komatsuna', category: 'leaf' })
  return { chef: await aRestaurant(test_.db), farm, carrots, leaves }
}

test('one press makes a list of each weekday on which something usually comes, with what came twice', async () => {
  const { chef, carrots, leaves } = await aKitchen()
  await ordered(chef, '2026-11-10', [
    [carrots, 2],
    [leaves, 1],
  ])
  await ordered(chef, '2026-11-17', [[carrots, 4]])
  await ordered(chef, '2026-11-13', [[leaves, 5]])
  const made = must(await makeFromHistory(chefAt(chef), { kitchenId: chef.kitchenId, key: aKey() }))
  expect(made.listIds).toHaveLength(1)
  const list = await shoppingList(chefAt(chef), there(made.listIds[0]))
  expect(list).toMatchObject({
    name: '火曜の定番',
    weekdays: [2],
    lines: [{ productId: carrots, qty: 4, learns: true }],
  })
  expect((await shoppingLists(chefAt(chef), chef.kitchenId)).map(({ lineCount }) => lineCount)).toEqual([1])
  expect(await makeFromHistory(chefAt(chef), { kitchenId: chef.kitchenId, key: aKey() })).toMatchObject({
    refusal: 'nothing_new',
  })
  expect(await oftenOrdered(chefAt(chef), list.id)).toMatchObject([{ productId: leaves, qty: 5 }])
})

test('without any order there is nothing to make a list of', async () => {
  const chef = await aRestaurant(test_.db)
  const asked = { kitchenId: chef.kitchenId, key: aKey() }
  expect(await makeFromHistory(chefAt(chef), asked)).toMatchObject({ refusal: 'no_history' })
})

test('pressed twice at once with one key, and by two people with two: each weekday has one list', async () => {
  const { chef, carrots } = await aKitchen()
  await ordered(chef, '2026-11-10', [[carrots, 2]])
  await ordered(chef, '2026-11-17', [[carrots, 2]])
  const key = aKey()
  const asked = { kitchenId: chef.kitchenId }
  const done = await Promise.all([
    makeFromHistory(chefAt(chef), { ...asked, key }),
    makeFromHistory(chefAt(chef), { ...asked, key }),
    makeFromHistory(chefAt(chef), { ...asked, key: aKey() }),
    makeFromHistory(chefAt(chef), { ...asked, key: aKey() }),
  ])
  expect(done.filter(({ ok }) => !ok).map((it) => !it.ok && it.refusal)).toContain('nothing_new')
  expect(await shoppingLists(chefAt(chef), chef.kitchenId)).toHaveLength(1)
})

test('the numbers are those of the weekday of the next delivery; a fixed one stays', async () => {
  const { chef, carrots, leaves } = await aKitchen()
  // Thursdays 3 and 5, Tuesdays 9: noon is Tuesday, and the next delivery is Thursday the 26th
  await ordered(chef, '2026-11-12', [[carrots, 3]])
  await ordered(chef, '2026-11-19', [[carrots, 5]])
  await ordered(chef, '2026-11-17', [[carrots, 9]])
  const { listId } = must(
    await makeList(chefAt(chef), { kitchenId: chef.kitchenId, key: aKey(), name: 'いつもの', weekdays: [] }),
  )
  must(await setShoppingListLine(chefAt(chef), { listId, productId: carrots, qty: 1, learns: true }))
  must(await setShoppingListLine(chefAt(chef), { listId, productId: leaves, qty: 7, learns: false }))
  const open = await openList(chefAt(chef), { listId })
  expect(open).toMatchObject({ on: '2026-11-26', cutoffAt: at('2026-11-24 12:00'), asleep: [] })
  expect(open.awake.map(({ productId, qty, learned, unitYen }) => [productId, qty, learned.why, unitYen])).toEqual([
    [carrots, 3, 'weekday', 1_500],
    [leaves, 7, 'kept', 1_500],
  ])
  const friday = await openList(chefAt(chef), { listId, on: jstDate('2026-11-27') })
  expect(friday.awake[0]).toMatchObject({ qty: 5, learned: { why: 'lately', of: 3 } })
})

test('beside the cart stands what is usual on any day, and nothing for what came once only', async () => {
  const { chef, carrots, leaves } = await aKitchen()
  await ordered(chef, '2026-11-12', [[carrots, 3]])
  await ordered(chef, '2026-11-17', [[carrots, 2]])
  await ordered(chef, '2026-11-19', [
    [carrots, 40],
    [leaves, 4],
  ])
  const usual = (productIds: ProductId[]) => usualQuantities(chefAt(chef), { kitchenId: chef.kitchenId, productIds })
  expect(await usual([carrots, leaves])).toEqual({ [carrots]: 3 })
  expect(await usual([])).toEqual({})
  const stranger = await aKitchen()
  await expect(
    usualQuantities(chefAt(stranger.chef), { kitchenId: chef.kitchenId, productIds: [carrots] }),
  ).rejects.toThrow(NotFound)
})

test('a line out of season is paused, with the nearest product instead, and becomes active again in season', async () => {
  const { chef, farm, carrots } = await aKitchen()
  const summer = { seasonMonths: [7, 8], itemKey: 'okra', category: 'fruitveg' as const, name: 'オクラ' }
  const okra = await aProduct(test_.db, farm.farmId, summer)
  const far = await aFarm(test_.db, { name: '沖縄の畑', minOrderYen: yen(0) })
  const dear = { ...summer, seasonMonths: [], priceYen: yen(9_000) }
  await aProduct(test_.db, far.farmId, { ...dear, name: '高いオクラ' })
  const near = await aProduct(test_.db, far.farmId, { ...dear, name: '島オクラ', priceYen: yen(1_600) })
  const { listId } = must(
    await makeList(chefAt(chef), { kitchenId: chef.kitchenId, key: aKey(), name: '夏', weekdays: [] }),
  )
  for (const productId of [okra, carrots])
    must(await setShoppingListLine(chefAt(chef), { listId, productId, qty: 2, learns: true }))
  const open = await openList(chefAt(chef), { listId })
  expect(open.awake.map(({ productId }) => productId)).toEqual([carrots])
  expect(open.asleep).toMatchObject([
    { productId: okra, why: 'out_of_season', wakesIn: 7, instead: { productId: near, qty: 2, unitYen: 1_600 } },
  ])
  await test_.db
    .updateTable('products')
    .set({ seasonMonths: [11] })
    .where('id', '=', okra)
    .execute()
  const awake = await openList(chefAt(chef), { listId })
  expect(awake.awake.map(({ productId }) => productId)).toEqual([okra, carrots])
  await test_.db.updateTable('productStock').set({ availableQty: 0 }).where('productId', '=', okra).execute()
  expect((await openList(chefAt(chef), { listId })).asleep).toMatchObject([{ productId: okra, why: 'sold_out' }])
})

test('into the cart: exactly so many, twice the same as once, and what there is where there is less', async () => {
  const { chef, carrots, leaves } = await aKitchen()
  const { listId } = must(
    await makeList(chefAt(chef), { kitchenId: chef.kitchenId, key: aKey(), name: 'いつもの', weekdays: [] }),
  )
  must(await setShoppingListLine(chefAt(chef), { listId, productId: carrots, qty: 2, learns: true }))
  must(await setShoppingListLine(chefAt(chef), { listId, productId: leaves, qty: 5, learns: true }))
  const lines = async (kitchenId: KitchenId) =>
    (await cartQuote(chefAt(chef), kitchenId)).farms.flatMap((farm) =>
      farm.lines.map(({ name, qty }) => `${name} ${qty}`),
    )
  await Promise.all([listIntoCart(chefAt(chef), { listId }), listIntoCart(chefAt(chef), { listId })])
  expect((await lines(chef.kitchenId)).sort()).toEqual(['人参 2', '小松菜 5'].sort())
  await listIntoCart(chefAt(chef), { listId, lines: [{ productId: carrots, qty: 1 }] })
  expect((await lines(chef.kitchenId)).sort()).toEqual(['人参 1', '小松菜 5'].sort())
  await test_.db.updateTable('productStock').set({ availableQty: 3 }).where('productId', '=', leaves).execute()
  const put = must(
    await listIntoCart(chefAt(chef), {
      listId,
      lines: [{ productId: leaves, qty: 5 }],
      on: jstDate('2026-11-27'),
    }),
  )
  expect(put).toMatchObject({ put: 1, changes: [{ kind: 'less', before: 5, after: 3 }] })
  const quote = await cartQuote(chefAt(chef), chef.kitchenId)
  expect(quote).toMatchObject({ wishedOn: '2026-11-27', orderable: true })
  must(await place(chefAt(chef), chef.kitchenId))
})

test('goods that are shown to others only are not put into the cart, and not named', async () => {
  const { chef, farm } = await aKitchen()
  const hidden = await aProduct(test_.db, farm.farmId, { name: 'ひみつの葉' })
  await test_.db.updateTable('products').set({ audience: 'chosen' }).where('id', '=', hidden).execute()
  const { listId } = must(
    await makeList(chefAt(chef), { kitchenId: chef.kitchenId, key: aKey(), name: 'いつもの', weekdays: [] }),
  )
  await expect(setShoppingListLine(chefAt(chef), { listId, productId: hidden, qty: 1, learns: true })).rejects.toThrow()
  expect(must(await listIntoCart(chefAt(chef), { listId, lines: [{ productId: hidden, qty: 1 }] }))).toEqual({
    put: 0,
    changes: [],
  })
})

test('lines stand in the order that was given last, and changes at the same time are all kept', async () => {
  const { chef, carrots, leaves } = await aKitchen()
  const { listId } = must(
    await makeList(chefAt(chef), { kitchenId: chef.kitchenId, key: aKey(), name: 'いつもの', weekdays: [] }),
  )
  for (const productId of [carrots, leaves])
    must(await setShoppingListLine(chefAt(chef), { listId, productId, qty: 1, learns: true }))
  const names = async () => (await shoppingList(chefAt(chef), listId)).lines.map(({ productId }) => productId)
  must(await placeShoppingListLines(chefAt(chef), { listId, productIds: [leaves, carrots] }))
  expect(await names()).toEqual([leaves, carrots])
  must(await placeShoppingListLines(chefAt(chef), { listId, productIds: [carrots] }))
  expect(await names()).toEqual([carrots, leaves])
  await Promise.all([
    placeShoppingListLines(chefAt(chef), { listId, productIds: [leaves, carrots] }),
    removeShoppingListLine(chefAt(chef), { listId, productId: leaves }),
    setShoppingListLine(chefAt(chef), { listId, productId: carrots, qty: 9, learns: false }),
  ])
  expect((await shoppingList(chefAt(chef), listId)).lines).toMatchObject([
    { productId: carrots, qty: 9, learns: false },
  ])
})

test('a page that is older than the list changes nothing, and a list in use stays', async () => {
  const { chef, carrots } = await aKitchen()
  const { kitchenId } = chef
  const { listId } = must(await makeList(chefAt(chef), { kitchenId, key: aKey(), name: 'いつもの', weekdays: [2] }))
  must(await renameList(chefAt(chef), { listId, version: 1, name: '火曜', weekdays: [2, 5] }))
  expect(await renameList(chefAt(chef), { listId, version: 1, name: '木曜', weekdays: [4] })).toMatchObject({
    refusal: 'changed_meanwhile',
  })
  expect(await shoppingList(chefAt(chef), listId)).toMatchObject({ name: '火曜', weekdays: [2, 5], version: 2 })
  const standing = { kitchenId, key: aKey(), listId, weekdays: [2 as const], ceilingYen: 10_000 }
  expect(await makeStanding(chefAt(chef), standing)).toMatchObject({ refusal: 'list_empty' })
  must(await setShoppingListLine(chefAt(chef), { listId, productId: carrots, qty: 1, learns: true }))
  must(await makeStanding(chefAt(chef), standing))
  expect(await removeList(chefAt(chef), { listId })).toMatchObject({ refusal: 'list_in_use' })
})

test.each([
  ['', 'name_missing'],
  ['　 ', 'name_missing'],
  ['あ'.repeat(41), 'name_too_long'],
])('a list is not called %j', async (name, refusal) => {
  const chef = await aRestaurant(test_.db)
  const asked = { kitchenId: chef.kitchenId, key: aKey(), name, weekdays: [] }
  expect(await makeList(chefAt(chef), asked)).toMatchObject({ refusal })
})

test('what was just ordered becomes a list in one press, pressed twice too', async () => {
  const { chef, carrots, leaves } = await aKitchen()
  const { purchaseId } = await ordered(chef, '2026-11-26', [
    [carrots, 2],
    [leaves, 3],
  ])
  const asked = { purchaseId, key: aKey(), name: '木曜の注文' }
  const [first, second] = await Promise.all([
    makeFromPurchase(chefAt(chef), asked),
    makeFromPurchase(chefAt(chef), asked),
  ])
  expect(first).toEqual(second)
  const lists = await shoppingLists(chefAt(chef), chef.kitchenId)
  expect(lists).toMatchObject([{ name: '木曜の注文', lineCount: 2 }])
})

test('the list of the next delivery opens by itself, never that of another weekday; what was chosen stays', async () => {
  const { chef, carrots, leaves } = await aKitchen()
  const { kitchenId } = chef
  const kitchen = (await cartQuote(chefAt(chef), kitchenId)).kitchen
  const now = (more: { listId?: ShoppingListId; on?: JstDate } = {}) =>
    shoppingListNow(chefAt(chef), { kitchen, ...more })
  const opened = async (more = {}) => {
    const found = await now(more)
    return found && [found.list.name, found.list.on, found.why]
  }
  const aList = async (name: string, weekdays: Weekday[], productId = carrots) => {
    const { listId } = must(await makeList(chefAt(chef), { kitchenId, key: aKey(), name, weekdays }))
    must(await setShoppingListLine(chefAt(chef), { listId, productId, qty: 2, learns: true }))
    return listId
  }
  expect(await now()).toBeNull()
  // noon is Tuesday the 24th; the farm can deliver on Thursday the 26th first
  const friday = await aList('金曜', [5])
  expect(await opened()).toEqual(['金曜', '2026-11-27', 'last_used'])
  const course = await aList('コース', [])
  expect(await opened()).toEqual(['コース', '2026-11-26', 'any_day'])
  const thursday = await aList('木曜', [4])
  expect(await opened()).toEqual(['木曜', '2026-11-26', 'weekday'])
  expect(await opened({ on: jstDate('2026-11-27') })).toEqual(['金曜', '2026-11-27', 'weekday'])
  expect(await opened({ listId: friday })).toEqual(['金曜', '2026-11-27', 'chosen'])
  expect(await opened({ on: jstDate('2026-11-28') })).toEqual(['コース', '2026-11-28', 'any_day'])
  // the most recently used one of several
  await aList('木曜の夜', [4], leaves)
  expect(await opened()).toEqual(['木曜', '2026-11-26', 'weekday'])
  const night = there((await shoppingLists(chefAt(chef), kitchenId)).at(-1)).id
  await listIntoCart(chefAt(chef), { listId: thursday })
  await listIntoCart(chefAt(chef, at('2026-11-24 11:30')), { listId: night })
  expect(await opened()).toEqual(['木曜の夜', '2026-11-26', 'weekday'])
  expect((await shoppingLists(chefAt(chef), kitchenId)).find(({ id }) => id === course)?.usedAt).toBeNull()
})

test('a list whose goods cannot make the first day gives way to that of the day on which they come', async () => {
  const { chef, carrots } = await aKitchen()
  const { kitchenId } = chef
  const slow = await aFarm(test_.db, { name: '遠い島の畑', prefectureCode: '47' })
  const far = await aProduct(test_.db, slow.farmId, { airAllowed: false })
  const kitchen = (await cartQuote(chefAt(chef), kitchenId)).kitchen
  const lists = [
    ['木曜', [4], far],
    ['ほかの日', [0, 1, 2, 3, 5, 6], carrots],
  ] as const
  for (const [name, weekdays, productId] of lists) {
    const { listId } = must(await makeList(chefAt(chef), { kitchenId, key: aKey(), name, weekdays: [...weekdays] }))
    must(await setShoppingListLine(chefAt(chef), { listId, productId, qty: 2, learns: true }))
  }
  const found = there(await shoppingListNow(chefAt(chef), { kitchen }))
  expect([found.list.name, found.why]).toEqual(['ほかの日', 'weekday'])
  expect(found.list.on > '2026-11-26').toBe(true)
})

test('what it cost when it last came stands beside what it costs now', async () => {
  const { chef, carrots } = await aKitchen()
  const { kitchenId } = chef
  await ordered(chef, '2026-11-19', [[carrots, 2]])
  const { listId } = must(await makeList(chefAt(chef), { kitchenId, key: aKey(), name: 'いつもの', weekdays: [] }))
  must(await setShoppingListLine(chefAt(chef), { listId, productId: carrots, qty: 1, learns: true }))
  const since = async () => (await openList(chefAt(chef), { listId })).awake.map((line) => line.since)
  expect(await since()).toEqual([{ on: '2026-11-19', yen: 0 }])
  await test_.db
    .updateTable('products')
    .set({ priceYen: yen(1_380) })
    .where('id', '=', carrots)
    .execute()
  expect(await since()).toEqual([{ on: '2026-11-19', yen: -120 }])
})

test('what a list comes to beside the cart is what the cart says once the list is in it', async () => {
  const { chef, farm, carrots, leaves } = await aKitchen()
  const eggs = await aProduct(test_.db, (await aFarm(test_.db)).farmId, { name: '卵' })
  const ctx = chefAt(chef)
  await fillCart(ctx, chef.kitchenId, [
    [carrots, 1],
    [eggs, 2],
  ])
  const goods = [
    { productId: carrots, qty: 3 },
    { productId: leaves, qty: 2 },
  ]
  const before = await cartQuote(ctx, chef.kitchenId)
  const asked = await cartQuoteWith(ctx, { kitchenId: chef.kitchenId, goods, on: null })
  expect(await cartQuote(ctx, chef.kitchenId)).toEqual(before)
  const { listId } = must(await makeList(ctx, { kitchenId: chef.kitchenId, key: aKey(), name: '定番', weekdays: [] }))
  must(await listIntoCart(ctx, { listId, lines: goods }))
  const after = await cartQuote(ctx, chef.kitchenId)
  expect(after.lineCount).toBe(3)
  const sums = ({ totalYen, ceilingTotalYen, freightYen, farms }: typeof after) => ({
    totalYen,
    ceilingTotalYen,
    freightYen,
    farms: farms.map(({ farmId, goodsYen, missingToFreeYen }) => ({ farmId, goodsYen, missingToFreeYen })),
  })
  expect(sums(asked)).toEqual(sums(after))
  expect(after.farms.map(({ farmId }) => farmId)).toContain(farm.farmId)
})
