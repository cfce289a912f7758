import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { KitchenId, OrderId, ProductId } from '../../app/kernel/ids.ts'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { restaurantFrame } from '../../app/modules/messaging/restaurant-frame.server.ts'
import { farmBoard } from '../../app/modules/ordering/fulfilment/farm-board.server.ts'
import { arrivals, farmWaiting, farmWork, nextToInspect } from '../../app/modules/ordering/open-orders.server.ts'
import {
  historyFilters,
  historyOfFarm,
  historyOfRestaurant,
  lastPurchases,
} from '../../app/modules/ordering/order-history.server.ts'
import { orderDetail, ordersOfPurchase } from '../../app/modules/ordering/order-queries.server.ts'
import { aYearAgo } from '../../app/modules/ordering/past/a-year-ago.server.ts'
import { type StaffOrderSort, staffOrders, staffOrdersById } from '../../app/modules/ordering/staff-orders.server.ts'
import { memberList } from '../../app/modules/organisations/members/member-list.server.ts'
import { restaurantAccount } from '../../app/modules/organisations/restaurant/restaurant-account.server.ts'
import { noFarmWish } from '../../app/modules/products/catalog/farm-filter.ts'
import { farmGoods } from '../../app/modules/products/catalog/farm-goods.server.ts'
import { listFarms } from '../../app/modules/products/catalog/farm-list.server.ts'
import { farmRecord } from '../../app/modules/products/catalog/farm-record.server.ts'
import { keptIds, myFavourites } from '../../app/modules/products/catalog/favourites.server.ts'
import { listProducts, listWithFacets } from '../../app/modules/products/catalog/product-list.server.ts'
import { farmDetail, productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { relatedProducts } from '../../app/modules/products/catalog/related-products.server.ts'
import { sharedGoods } from '../../app/modules/products/catalog/shared-goods.server.ts'
import { todaysHarvest } from '../../app/modules/products/catalog/todays-harvest.server.ts'
import { setAudience } from '../../app/modules/products/prices/audience.server.ts'
import { agreeOwnPrice } from '../../app/modules/products/prices/own-prices.server.ts'
import { regulars } from '../../app/modules/products/prices/regulars.server.ts'
import { setTiers } from '../../app/modules/products/prices/tiers.server.ts'
import { changeRows } from '../../app/modules/products/state-stock.server.ts'
import { ownReviews } from '../../app/modules/reviews/own-reviews.server.ts'
import { farmVoices, productVoices } from '../../app/modules/reviews/voices.server.ts'
import { makeList, setShoppingListLine } from '../../app/modules/shopping-lists/change-list.server.ts'
import { listIntoCart } from '../../app/modules/shopping-lists/into-cart.server.ts'
import { shoppingListNow } from '../../app/modules/shopping-lists/shopping-list-now.server.ts'
import { cartOfPage } from '../../app/routes/restaurant/cart/cart-of-page.server.ts'
import { aFarm, aKey, aLot, aMarket, anAdmin, aPerson, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, fillCart, must, place, placeAll, there } from './steps.ts'

const test_ = testDatabase()

/** The number of queries of a page. A growing number is a page that becomes slower. */
async function queriesOf(page: () => Promise<unknown>): Promise<number> {
  test_.queriesSince()
  await page()
  return test_.queriesSince().length
}

async function farmsWithProducts(count: number): Promise<ProductId[]> {
  const ids: ProductId[] = []
  for (let index = 0; index < count; index++) {
    const { farmId } = await aFarm(test_.db)
    ids.push(await aProduct(test_.db, farmId), await aProduct(test_.db, farmId, { temperature: 'chilled' }))
  }
  return ids
}

async function purchases(chef: BuyerActor, kitchenId: KitchenId, products: readonly ProductId[], count: number) {
  const made: Awaited<ReturnType<typeof place>>[] = []
  for (let index = 0; index < count; index++) {
    await fillCart(
      as(test_.db, chef),
      kitchenId,
      products.map((productId): [ProductId, number] => [productId, 1]),
    )
    made.push(await place(as(test_.db, chef), kitchenId))
  }
  return made.map(must)
}

let minutes = 0
/** One without a calculated list. */
const aMinute = () => new Date(noon.getTime() - ++minutes * 60_000)

const somewhere = { zone: 'kanto', calendar: { receivingWeekdays: [1, 2, 3, 4, 5, 6], closedDays: new Set() } } as const
const destination = { zone: somewhere.zone, calendar: { ...somewhere.calendar, closedDays: new Set<never>() } }

test.each([
  [0, 1],
  [1, 1],
  [5, 1],
])('the cart with the goods of %i farms: %i query', async (farms, queries) => {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const products = await farmsWithProducts(farms)
  await fillCart(
    as(test_.db, actor),
    kitchenId,
    products.map((productId): [ProductId, number] => [productId, 1]),
  )
  expect(await queriesOf(() => cartQuote(as(test_.db, actor), kitchenId))).toBe(queries)
})

test('layout and page show one cart, reckoned once: 2 queries for both, and anew for the next request', async () => {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const [productId] = await farmsWithProducts(1)
  const ctx = as(test_.db, actor)
  await fillCart(ctx, kitchenId, [[there(productId), 1]])
  const request = new Request('http://localhost/restaurant')
  const both = () => Promise.all([cartOfPage(ctx, request, actor), cartOfPage(ctx, request, actor)])
  expect(await queriesOf(both)).toBe(2)
  await fillCart(ctx, kitchenId, [[there(productId), 3]])
  const { quote } = await cartOfPage(as(test_.db, actor), request, actor)
  expect(quote.farms[0]?.lines[0]?.qty).toBe(3)
})

test.each([
  ['the newest', {}, 1],
  ['of a word', { q: '人参' }, 1],
  ['of a shelf in season', { category: 'root', inSeason: true }, 1],
  ['harvested today', { harvestedSince: jstDate('2026-11-24') }, 1],
  ['that can be there on a day', { arrives: { on: jstDate('2026-11-27'), at: destination } }, 3],
  ['of a word that can be there on a day', { q: '人参', arrives: { on: jstDate('2026-11-27'), at: destination } }, 3],
] as const)('the list of products %s: %#, as many for 2 farms as for 12', async (_, filter, queries) => {
  const { actor } = await aRestaurant(test_.db)
  await farmsWithProducts(2)
  expect(await queriesOf(() => listProducts(as(test_.db, actor, aMinute()), filter))).toBe(queries)
  await farmsWithProducts(10)
  expect(await queriesOf(() => listProducts(as(test_.db, actor, aMinute()), filter))).toBe(queries)
})

test.each([
  ['the newest', {}, 1],
  ['of a word', { q: '人参' }, 1],
  ['in many ways narrowed', { category: 'root', inSeason: true, freeFreight: true, sort: 'recommended' }, 1],
  ['that can be there on a day', { arrives: { on: jstDate('2026-11-30'), at: destination }, sort: 'popular' }, 3],
] as const)('the list %s with the counts of all choices: %#', async (_, filter, queries) => {
  const { actor } = await aRestaurant(test_.db)
  await farmsWithProducts(3)
  expect(await queriesOf(() => listWithFacets(as(test_.db, actor, aMinute()), filter))).toBe(queries)
})

test('what stands around goods and farms: as many queries for much as for little', async () => {
  const { db } = test_
  const { actor } = await aRestaurant(db)
  const ctx = as(db, actor)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const counts = async () => [
    await queriesOf(() => relatedProducts(ctx, productId)),
    await queriesOf(() => farmRecord(ctx, farmId)),
    await queriesOf(() => listFarms(ctx, noFarmWish, destination)),
    await queriesOf(() => listFarms(ctx, { ...noFarmWish, sort: 'rated' }, null)),
    await queriesOf(() => productVoices(ctx, productId)),
    await queriesOf(() => farmVoices(ctx, farmId)),
    await queriesOf(() => ownReviews(ctx)),
    await queriesOf(() => farmGoods(ctx, [], farmId)),
    await queriesOf(() => keptIds(ctx)),
    await queriesOf(() => myFavourites(ctx)),
  ]
  expect(await counts()).toEqual([1, 1, 2, 1, 1, 1, 4, 3, 1, 2])
  await farmsWithProducts(12)
  expect(await counts()).toEqual([1, 1, 2, 1, 1, 1, 4, 3, 1, 2])
})

test('a farm’s numbers and prices: one statement for each kind of change, however many rows', async () => {
  const { db } = test_
  const { farmId, actor } = await aFarm(db)
  const ids: ProductId[] = []
  for (let index = 0; index < 12; index++) ids.push(await aProduct(db, farmId))
  const change = (goods: readonly ProductId[], to: number) =>
    queriesOf(() =>
      changeRows(as(db, actor), {
        key: aKey(),
        rows: goods.map((id) => ({ id, stock: { to, seen: null }, priceYen: 1_000 + to })),
      }),
    )
  const few = await change(ids.slice(0, 1), 3)
  expect(await change(ids, 4)).toBe(few)
})

test('own prices, tiers and hidden goods: as many queries for many as for none', async () => {
  const { db } = test_
  const { actor, kitchenId, restaurantId } = await aRestaurant(db)
  const { farmId, actor: farmer } = await aFarm(db)
  const ctx = as(db, actor)
  const ids: ProductId[] = []
  for (let index = 0; index < 6; index++) ids.push(await aProduct(db, farmId))
  await fillCart(
    ctx,
    kitchenId,
    ids.slice(0, 4).map((id): [ProductId, number] => [id, 5]),
  )
  const counts = async () => [
    await queriesOf(() => cartQuote(ctx, kitchenId)),
    await queriesOf(() => listProducts(ctx, { farmId })),
    await queriesOf(() => productDetail(ctx, there(ids[0]), null)),
    await queriesOf(() => sharedGoods(ctx)),
    await queriesOf(() => sharedGoods(as(db, { kind: 'visitor' }))),
    await queriesOf(() => regulars(as(db, farmer))),
  ]
  const before = await counts()
  expect(before).toEqual([1, 1, 2, 1, 0, 1])
  must(await place(ctx, kitchenId))
  await fillCart(
    ctx,
    kitchenId,
    ids.slice(0, 4).map((id): [ProductId, number] => [id, 5]),
  )
  for (const id of ids) {
    const by = as(db, farmer)
    must(await setTiers(by, { id, version: 1, tiers: [{ fromQty: 3, priceYen: yen(1_400) }] }))
    const days = { from: jstDate('2026-11-24'), until: null }
    must(
      await agreeOwnPrice(by, {
        restaurantId,
        key: aKey(),
        of: { productId: id, priceYen: yen(1_300) },
        ...days,
      }),
    )
  }
  for (const id of ids.slice(2))
    must(await setAudience(as(db, farmer), { id, version: 2, audience: 'chosen', restaurantIds: [restaurantId] }))
  expect((await sharedGoods(ctx)).length).toBe(4)
  expect(await counts()).toEqual(before)
})

test('the page of a product: 2 queries, however many products and lots the farm has', async () => {
  const { actor } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  const ctx = as(test_.db, actor)
  expect(await queriesOf(() => productDetail(ctx, productId, destination))).toBe(2)
  for (let index = 0; index < 8; index++) await aProduct(test_.db, farmId)
  await aLot(test_.db, farmId, productId)
  expect(await queriesOf(() => productDetail(ctx, productId, destination))).toBe(2)
  expect(await queriesOf(() => farmDetail(ctx, farmId, destination))).toBe(2)
})

test('what was harvested today: 1 query, goods of other days and of closed farms left out', async () => {
  const { db } = test_
  const { farmId } = await aFarm(db)
  const [today, before] = [await aProduct(db, farmId), await aProduct(db, farmId)]
  const day = jstDate('2026-11-24')
  await aLot(db, farmId, today)
  await aLot(db, farmId, before, '2026-11-23')
  const ctx = as(db, { kind: 'visitor' })
  const ids = async () => (await listProducts(ctx, { farmId, harvestedSince: day })).products.map(({ id }) => id)
  expect(await ids()).toEqual([today])
  const { count } = await todaysHarvest(ctx)
  expect(await queriesOf(() => todaysHarvest(ctx))).toBe(1)
  await test_.pool.query(`update farms set status = 'suspended', status_reason = 'test' where id = $1`, [farmId])
  expect((await todaysHarvest(ctx)).count).toBe(count - 1)
})

test('the page of an order: 4 queries with 1 line as with 12, and one more for corrections once it is shipped', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const chef = as(db, market.chef)
  expect(await queriesOf(() => orderDetail(chef, there(orderId)))).toBe(4)
  await bringToShipped(db, market, 0, there(orderId))
  expect(await queriesOf(() => orderDetail(chef, there(orderId)))).toBe(5)

  const farm = await aFarm(db)
  const products = await Promise.all(Array.from({ length: 12 }, () => aProduct(db, farm.farmId)))
  const [large] = await purchases(market.chef, market.kitchenId, products, 1)
  expect(await queriesOf(() => orderDetail(chef, there(large?.orderIds[0])))).toBe(4)
})

test('history, arrivals and the purchase: 2 queries with 2 orders as with 20', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const products = await farmsWithProducts(2)
  const ctx = as(db, actor)
  const [first] = await purchases(actor, kitchenId, products, 1)
  const pages = [
    () => historyOfRestaurant(ctx),
    () => historyOfRestaurant(ctx, { month: '2026-11', states: ['placed'] }),
    () => ordersOfPurchase(ctx, there(first).purchaseId),
  ]
  const counts = async () =>
    Promise.all([await queriesOf(there(pages[0])), await queriesOf(there(pages[1])), await queriesOf(there(pages[2]))])
  expect((await historyOfRestaurant(ctx)).orders).toHaveLength(2)
  expect(await counts()).toEqual([2, 2, 2])
  // of other farms each time: a second order of the same ones is merged into the open order
  for (let more = 0; more < 9; more++) await purchases(actor, kitchenId, await farmsWithProducts(2), 1)
  expect((await historyOfRestaurant(ctx)).orders).toHaveLength(20)
  expect(await counts()).toEqual([2, 2, 2])
  expect(await queriesOf(() => historyFilters(ctx))).toBe(1)
  expect(await queriesOf(() => lastPurchases(ctx, 3))).toBe(2)

  await test_.pool.query(`update orders set state = 'shipped' where restaurant_id = $1`, [actor.restaurantId])
  expect(await arrivals(ctx)).toHaveLength(20)
  expect((await restaurantFrame(ctx)).receiving).toBe(0)
  expect(await nextToInspect(ctx)).toBeNull()
  expect(await queriesOf(() => arrivals(ctx))).toBe(2)
  expect(await queriesOf(() => restaurantFrame(ctx))).toBe(1)
  await test_.pool.query(`update orders set state = 'delivered' where id = $1`, [there(first).orderIds[0]])
  expect((await restaurantFrame(ctx)).receiving).toBe(1)
  expect(await nextToInspect(ctx)).toMatchObject({ id: there(first).orderIds[0], waiting: 1 })
  expect(await queriesOf(() => nextToInspect(ctx))).toBe(1)
})

test('the list of staff: 3 queries with 2 orders as with 20, in every order, and 2 for those that were ticked', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const products = await farmsWithProducts(2)
  const staff = as(db, await anAdmin(db))
  const list = (by: StaffOrderSort['by']) =>
    staffOrders(
      staff,
      { month: '2026-11', states: ['placed'] },
      { sort: { by, descending: true }, page: 1, perPage: 50 },
    )
  const counts = async () => {
    const asked: number[] = []
    for (const by of ['number', 'placed', 'restaurant', 'farm', 'delivery', 'state'] as const)
      asked.push(await queriesOf(() => list(by)))
    return asked
  }
  const [first] = await purchases(actor, kitchenId, products, 1)
  expect(await counts()).toEqual([3, 3, 3, 3, 3, 3])
  await purchases(actor, kitchenId, products, 9)
  expect(await counts()).toEqual([3, 3, 3, 3, 3, 3])
  const ids = there(first).orderIds
  expect(await queriesOf(() => staffOrdersById(staff, ids))).toBe(2)
  expect((await staffOrdersById(staff, ids)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('the work of a farm: 2 queries with 1 order as with 10', async () => {
  const { db } = test_
  const farm = await aFarm(db)
  const productId = await aProduct(db, farm.farmId)
  const farmer = as(db, farm.actor)
  const work = () => farmWork(farmer, jstDate('2026-11-30'))
  const order = async (): Promise<OrderId[]> => {
    const { actor, kitchenId } = await aRestaurant(db)
    return (await purchases(actor, kitchenId, [productId], 1)).flatMap(({ orderIds }) => orderIds)
  }
  await order()
  expect(await queriesOf(work)).toBe(2)
  for (let index = 0; index < 9; index++) await order()
  expect(await work()).toHaveLength(10)
  expect(await queriesOf(work)).toBe(2)
  expect(await queriesOf(() => historyOfFarm(farmer))).toBe(2)
  // its orders with lines and parcels, and the lots of the lines; the layout makes one more query for its badge
  expect(await queriesOf(() => farmBoard(farmer))).toBe(3)
  expect(await queriesOf(() => farmWaiting(farmer))).toBe(1)
})

test('an empty list asks no further', async () => {
  const { actor } = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  expect(await queriesOf(() => historyOfRestaurant(as(test_.db, actor)))).toBe(1)
  expect(await queriesOf(() => farmWork(as(test_.db, farm.actor), jstDate('2026-11-30')))).toBe(1)
})

test('identifying the user: 1 query for every page', async () => {
  const { db } = test_
  const { actor } = await aRestaurant(db)
  const who = { personId: actor.personId }
  const token = await openSession({ db, now: noon }, { who, channel: 'cookie', ip: null, userAgent: null })
  expect(await queriesOf(() => actorOf({ db, now: noon }, token, 'cookie'))).toBe(1)
})

/** An owner, and any number of colleagues and kitchens. */
async function aBusyShop(count: number) {
  const { actor, restaurantId, kitchenId } = await aRestaurant(test_.db)
  const kitchen = await test_.db
    .selectFrom('kitchens')
    .selectAll()
    .where('id', '=', kitchenId)
    .executeTakeFirstOrThrow()
  for (let index = 0; index < count; index++) {
    const place = { farmId: null, restaurantId, role: 'staff' as const, orderLimitYen: null }
    const person_id = await aPerson(test_.db, '灯 手伝い')
    await test_.db
      .insertInto('memberships')
      .values({ id: newId<'membership'>(), personId: person_id, ...place })
      .execute()
    await test_.db
      .insertInto('kitchens')
      .values({ ...kitchen, id: newId<'kitchen'>() })
      .execute()
  }
  return as(test_.db, { ...actor, role: 'owner' as const })
}

test.each([0, 8])('the members and invitations of a shop with %i colleagues: 2 queries', async (count) => {
  const owner = await aBusyShop(count)
  expect(await queriesOf(() => memberList(owner))).toBe(2)
})

test.each([0, 8])('the account page of a shop with %i more kitchens: 8 queries', async (count) => {
  const owner = await aBusyShop(count)
  expect(await queriesOf(() => restaurantAccount(owner))).toBe(8)
})

test('いつもの at home: 7 queries with 1 line as with 12, of 1 list as of 4; where something sleeps 2 more', async () => {
  const { db } = test_
  const { actor, kitchenId } = await aRestaurant(db)
  const ctx = as(db, actor)
  const { kitchen } = await cartQuote(ctx, kitchenId)
  const aList = async (goods: readonly ProductId[]) => {
    const { listId } = must(await makeList(ctx, { kitchenId, key: aKey(), name: '定番', weekdays: [] }))
    for (const productId of goods) must(await setShoppingListLine(ctx, { listId, productId, qty: 2, learns: true }))
    return listId
  }
  const sleep = (goods: readonly ProductId[]) =>
    db
      .updateTable('products')
      .set({ seasonMonths: [7] })
      .where('id', 'in', goods)
      .execute()
  const asked = () => queriesOf(() => shoppingListNow(ctx, { kitchen }))
  expect(await asked()).toBe(1)
  await aList(await farmsWithProducts(1))
  expect(await asked()).toBe(7)
  const many = await farmsWithProducts(6)
  const large = await aList(many)
  for (let more = 0; more < 2; more++) await aList(many)
  await listIntoCart(ctx, { listId: large })
  expect(there(await shoppingListNow(ctx, { kitchen })).list.awake).toHaveLength(12)
  expect(await asked()).toBe(7)
  await farmsWithProducts(1)
  await sleep(many.slice(0, 1))
  expect(await asked()).toBe(9)
  await sleep(many.slice(1, 5))
  expect(there(await shoppingListNow(ctx, { kitchen })).list.asleep).toHaveLength(5)
  expect(await asked()).toBe(9)
})

test('what was ordered a year ago: 1 query', async () => {
  const { actor } = await aRestaurant(test_.db)
  expect(await queriesOf(() => aYearAgo(as(test_.db, actor)))).toBe(1)
})
