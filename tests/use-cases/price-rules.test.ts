import { expect, test } from 'vitest'
import type { BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { type KitchenId, newId, type ProductId, type PurchaseId, type RestaurantId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { reorder } from '../../app/modules/cart/reorder.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { saveAnnouncementMails } from '../../app/modules/identity/save-announcement-mails.server.ts'
import { approvePurchase } from '../../app/modules/ordering/approve-purchase.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { farmGoods } from '../../app/modules/products/catalog/farm-goods.server.ts'
import { myFavourites, setFavourite } from '../../app/modules/products/catalog/favourites.server.ts'
import { marketFacts } from '../../app/modules/products/catalog/market-facts.server.ts'
import { countFacets, listProducts, listWithFacets } from '../../app/modules/products/catalog/product-list.server.ts'
import { farmDetail, productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { publicAddresses } from '../../app/modules/products/catalog/public-addresses.server.ts'
import { relatedProducts } from '../../app/modules/products/catalog/related-products.server.ts'
import { farmShareCard, productShareCard } from '../../app/modules/products/catalog/share-card.server.ts'
import { sharedGoods } from '../../app/modules/products/catalog/shared-goods.server.ts'
import { suggestions } from '../../app/modules/products/catalog/suggestions.server.ts'
import { todaysHarvest } from '../../app/modules/products/catalog/todays-harvest.server.ts'
import { addWatch, myWatches } from '../../app/modules/products/catalog/watches.server.ts'
import { moveGoods, publishDraft } from '../../app/modules/products/keep-products.server.ts'
import { oneOfOwnGoods } from '../../app/modules/products/own-products.server.ts'
import { goodsAudience, setAudience } from '../../app/modules/products/prices/audience.server.ts'
import { agreeOwnPrice, endOwnPrice, ownPricesOf } from '../../app/modules/products/prices/own-prices.server.ts'
import { regulars } from '../../app/modules/products/prices/regulars.server.ts'
import { priceTiers, setTiers } from '../../app/modules/products/prices/tiers.server.ts'
import {
  duplicateGoods,
  ownDraft,
  ownDrafts,
  removeGoodsDraft,
} from '../../app/modules/products/product-draft.server.ts'
import { aFarm, aKey, aLot, aPerson, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase(30)
const today = jstDate('2026-11-24')

type Shop = { actor: BuyerActor; kitchenId: KitchenId; restaurantId: RestaurantId }

/** A farm with carrots at ¥1,500, a restaurant that has ordered from it once, and one that has not. */
async function aScene() {
  const { db } = test_
  const farm = await aFarm(db)
  const productId = await aProduct(db, farm.farmId)
  const regular = await aRegular(farm.farmId)
  const stranger = await aRestaurant(db)
  return { farmer: farm.actor, farmId: farm.farmId, productId, regular, stranger }
}

async function aRegular(farmId: FarmActor['farmId']): Promise<Shop> {
  const shop = await aRestaurant(test_.db)
  const once = await aProduct(test_.db, farmId, { name: '前に買った大根' })
  await fillCart(as(test_.db, shop.actor), shop.kitchenId, [[once, 1]])
  must(await place(as(test_.db, shop.actor), shop.kitchenId))
  return shop
}

const tiers = [
  { fromQty: 5, priceYen: yen(1_400) },
  { fromQty: 10, priceYen: yen(1_200) },
]
const versionOf = async (id: ProductId) =>
  (await test_.pool.query('select version from products where id = $1', [id])).rows[0].version as number
const withTiers = async (farmer: FarmActor, id: ProductId) =>
  must(await setTiers(as(test_.db, farmer), { id, version: await versionOf(id), tiers }))
type Of = { productId: ProductId; priceYen: number } | { percentOff: number }
const agree = (farmer: FarmActor, shop: Shop, of: Of, from = today) =>
  agreeOwnPrice(as(test_.db, farmer), {
    restaurantId: shop.restaurantId,
    key: aKey(),
    of: 'priceYen' in of ? { ...of, priceYen: yen(of.priceYen) } : of,
    from,
    until: null,
  })
const hide = async (farmer: FarmActor, id: ProductId, shops: readonly Shop[]) =>
  must(
    await setAudience(as(test_.db, farmer), {
      id,
      version: await versionOf(id),
      audience: 'chosen',
      restaurantIds: shops.map(({ restaurantId }) => restaurantId),
    }),
  )
const lineOf = async (shop: Shop, now = noon) =>
  there((await cartQuote(as(test_.db, shop.actor, now), shop.kitchenId)).farms[0]?.lines[0])

test('tiers: shown to users who may see prices, in the cart with the missing quantity, fixed on the order', async () => {
  const { db } = test_
  const { farmer, productId, stranger } = await aScene()
  const chef = as(db, stranger.actor)
  await withTiers(farmer, productId)
  expect(await productDetail(chef, productId, null)).toMatchObject({
    priceYen: 1_500,
    listYen: 1_500,
    why: 'list',
    tiers,
  })
  expect((await productDetail(as(db, { kind: 'visitor' }), productId, null)).tiers).toEqual([])
  await fillCart(chef, stranger.kitchenId, [[productId, 4]])
  expect(await lineOf(stranger)).toMatchObject({ priceYen: 1_500, next: tiers[0] })
  await fillCart(chef, stranger.kitchenId, [[productId, 7]])
  expect(await lineOf(stranger)).toMatchObject({ priceYen: 1_400, seenPriceYen: 1_400, why: 'tier', next: tiers[1] })
  const { orderIds } = must(await place(chef, stranger.kitchenId))
  must(await setTiers(as(db, farmer), { id: productId, version: await versionOf(productId), tiers: [] }))
  const { lines } = await orderDetail(chef, there(orderIds[0]))
  expect(lines).toMatchObject([
    { priceYen: 1_400, priceWhy: 'tier', listYen: 1_500, quantities: { ordered: { qty: 7 } } },
  ])
  // old value, new value, and actor: both changes, the newest first
  const { past } = await oneOfOwnGoods(as(db, farmer), productId)
  expect(past.map(({ kind, by, data }) => [kind, by, data.changes])).toEqual([
    ['price_tiers_changed', '畑 主人', { tiers: ['5箱から ¥1,400・10箱から ¥1,200', ''] }],
    ['price_tiers_changed', '畑 主人', { tiers: ['', '5箱から ¥1,400・10箱から ¥1,200'] }],
  ])
  // the same again at today's price is reported as more expensive
  const again = must(await reorder(chef, { kitchenId: stranger.kitchenId, orderIds }))
  expect(again.changes).toMatchObject([{ kind: 'dearer', before: 1_400, after: 1_500 }])
})

test('invalid tiers are refused; an outdated page changes nothing; sending twice is sending once', async () => {
  const { farmer, productId } = await aScene()
  const ctx = as(test_.db, farmer)
  const set = (version: number, rows: typeof tiers) => setTiers(ctx, { id: productId, version, tiers: rows })
  expect(await set(1, tiers.toReversed())).toMatchObject({ ok: false, refusal: 'tiers_not_rising' })
  expect(await set(1, [{ fromQty: 5, priceYen: yen(700) }])).toMatchObject({ ok: false, refusal: 'too_cheap' })
  expect(must(await set(1, tiers))).toMatchObject({ changed: true })
  expect(must(await set(1, tiers))).toMatchObject({ changed: false })
  expect(await set(1, [])).toMatchObject({ ok: false, refusal: 'changed_meanwhile' })
  expect((await priceTiers(ctx, productId)).tiers).toEqual(tiers)
})

test('an own price: on cards, in the cart and on the orders of this restaurant, and nowhere else', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular, stranger } = await aScene()
  must(await agree(farmer, regular, { productId, priceYen: 1_300 }))
  const other = (await aFarm(db)).actor
  for (const [actor, price, why] of [
    [regular.actor, 1_300, 'own'],
    [stranger.actor, 1_500, 'list'],
    [farmer, 1_500, 'list'],
    [other, 1_500, 'list'],
    [{ kind: 'visitor' }, null, 'list'],
  ] as const) {
    const ctx = as(db, actor)
    const expected = { priceYen: price, why }
    expect(await productDetail(ctx, productId, null)).toMatchObject(expected)
    const { products } = await listProducts(ctx, { farmId, q: '人参' })
    expect(products).toMatchObject([expected])
    expect(JSON.stringify([products, await farmDetail(ctx, farmId, null)]).includes('1300')).toBe(price === 1_300)
  }
  await fillCart(as(db, regular.actor), regular.kitchenId, [[productId, 2]])
  expect(await lineOf(regular)).toMatchObject({ priceYen: 1_300, listYen: 1_500, why: 'own', amountYen: 2_600 })
  const { orderIds } = must(await place(as(db, regular.actor), regular.kitchenId))
  // what was ordered before at the list price keeps it, in the same order
  const { lines } = await orderDetail(as(db, farmer), there(orderIds[0]))
  expect(lines.filter((line) => line.productId === productId)).toMatchObject([
    { priceYen: 1_300, priceWhy: 'own', listYen: 1_500 },
  ])
})

test('lists are narrowed, counted and ordered by the list price, so that nothing can be read out of them', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular, stranger } = await aScene()
  must(await agree(farmer, regular, { productId, priceYen: 1_300 }))
  const answers = async (shop: Shop) => {
    const ctx = as(db, shop.actor)
    const found = await listWithFacets(ctx, { farmId, perUnit: { from: 1_400, to: 1_600 }, sort: 'per_kg' })
    return [found.count, found.facets?.perKg, found.products.map(({ id }) => id)]
  }
  expect(await answers(regular)).toEqual(await answers(stranger))
  expect((await answers(regular))[0]).toBe(2)
})

test('percent off everything, with its days; the lowest of all that apply holds', async () => {
  const { db } = test_
  const { farmer, productId, regular } = await aScene()
  await withTiers(farmer, productId)
  const ctx = as(db, farmer)
  const period = { from: jstDate('2026-12-01'), until: jstDate('2026-12-10') }
  const { restaurantId } = regular
  must(await agreeOwnPrice(ctx, { restaurantId, key: aKey(), of: { percentOff: 10 }, ...period }))
  await fillCart(as(db, regular.actor), regular.kitchenId, [[productId, 1]])
  const priceAt = async (moment: string) => (await lineOf(regular, at(moment))).priceYen
  expect(await priceAt('2026-11-30 23:59')).toBe(1_500)
  expect(await priceAt('2026-12-01 00:00')).toBe(1_350)
  expect(await priceAt('2026-12-10 23:59')).toBe(1_350)
  expect(await priceAt('2026-12-11 00:00')).toBe(1_500)
  await fillCart(as(db, regular.actor), regular.kitchenId, [[productId, 10]])
  expect(await priceAt('2026-12-05 12:00')).toBe(1_200)
})

test('agreed anew: the older one ends the day before; ended, the list price is back; the history says who and what', async () => {
  const { db } = test_
  const { farmer, productId, regular } = await aScene()
  const ctx = as(db, farmer)
  must(await agree(farmer, regular, { productId, priceYen: 1_300 }))
  must(await agree(farmer, regular, { productId, priceYen: 1_250 }, jstDate('2026-12-01')))
  const { held, name, past } = await ownPricesOf(ctx, regular.restaurantId)
  expect(held).toMatchObject([
    { priceYen: 1_300, from: '2026-11-24', until: '2026-11-30' },
    { priceYen: 1_250, from: '2026-12-01', until: null },
  ])
  expect(past[0]).toMatchObject({ kind: 'own_price_agreed', by: '畑 主人' })
  expect(past[0]?.data.changes).toEqual({
    ownPrice: [`${name}：¥1,300/箱（11月24日(火)から）`, `${name}：¥1,250/箱（12月1日(火)から）`],
  })
  for (const { id } of held) await endOwnPrice(ctx, { id })
  for (const { id } of held) await endOwnPrice(ctx, { id })
  const after = await ownPricesOf(ctx, regular.restaurantId)
  expect([after.held, after.past.length]).toEqual([[], 4])
  await fillCart(as(db, regular.actor), regular.kitchenId, [[productId, 1]])
  expect(await lineOf(regular)).toMatchObject({ priceYen: 1_500, why: 'list' })
})

test('only restaurants that have ordered before can be chosen; an own price that is not a discount is refused', async () => {
  const { db } = test_
  const { farmer, productId, regular, stranger } = await aScene()
  const ctx = as(db, farmer)
  expect((await regulars(ctx)).map(({ id }) => id)).toEqual([regular.restaurantId])
  await expect(agree(farmer, stranger, { productId, priceYen: 1_300 })).rejects.toThrow(NotFound)
  await expect(ownPricesOf(ctx, stranger.restaurantId)).rejects.toThrow(NotFound)
  await expect(hide(farmer, productId, [stranger])).rejects.toThrow(NotFound)
  expect(await agree(farmer, regular, { productId, priceYen: 1_500 })).toMatchObject({ refusal: 'own_price_not_lower' })
  const foreign = await aProduct(db, (await aFarm(db)).farmId)
  await expect(agree(farmer, regular, { productId: foreign, priceYen: 1 })).rejects.toThrow(NotFound)
  expect(await setAudience(ctx, { id: productId, version: 1, audience: 'chosen', restaurantIds: [] })).toMatchObject({
    refusal: 'nobody_chosen',
  })
})

test('a price that ends between cart and order is shown and asked, never ordered unseen', async () => {
  const { db } = test_
  const { farmer, productId, regular } = await aScene()
  const chef = as(db, regular.actor)
  const { id } = must(await agree(farmer, regular, { productId, priceYen: 1_300 }))
  await fillCart(chef, regular.kitchenId, [[productId, 1]])
  const seen = seenOf(await cartQuote(chef, regular.kitchenId))
  await endOwnPrice(as(db, farmer), { id })
  const input = { kitchenId: regular.kitchenId, key: aKey(), seen }
  expect(await placeOrder(chef, input)).toEqual({ ok: false, refusal: 'changed' })
  expect(await lineOf(regular)).toMatchObject({ priceYen: 1_500, seenPriceYen: 1_300 })
})

test('prices that change while forty restaurants order: each pays what it has seen, or is asked', async () => {
  const { db } = test_
  const { farmer, productId } = await aScene()
  const shops = await Promise.all(Array.from({ length: 40 }, () => aRestaurant(db)))
  const ready = await Promise.all(
    shops.map(async (shop) => {
      const ctx = as(db, shop.actor)
      await fillCart(ctx, shop.kitchenId, [[productId, 2]])
      return { ctx, shop, seen: seenOf(await cartQuote(ctx, shop.kitchenId)) }
    }),
  )
  const [cheaper, all] = await Promise.all([
    setTiers(as(db, farmer), { id: productId, version: 1, tiers: [{ fromQty: 2, priceYen: yen(1_100) }] }),
    Promise.all(ready.map(({ ctx, shop, seen }) => placeOrder(ctx, { kitchenId: shop.kitchenId, key: aKey(), seen }))),
  ])
  must(cheaper)
  const { rows } = await test_.pool.query(
    `select l.price_yen, o.placed_at from order_lines l join orders o on o.id = l.order_id where l.product_id = $1`,
    [productId],
  )
  const placed = all.filter((it) => it.ok)
  expect(all.filter((it) => !it.ok)).toEqual(
    Array.from({ length: 40 - placed.length }, () => ({ ok: false, refusal: 'changed' })),
  )
  expect(rows.map((row) => row.price_yen)).toEqual(placed.map(() => 1_500))
})

test('two own prices set at once leave one that holds on each day', async () => {
  const { farmer, productId, regular } = await aScene()
  await Promise.all([1_300, 1_290, 1_280, 1_270].map((priceYen) => agree(farmer, regular, { productId, priceYen })))
  expect((await ownPricesOf(as(test_.db, farmer), regular.restaurantId)).held).toHaveLength(1)
})

test('hidden goods do not exist for a restaurant that was not chosen: in no list, count, suggestion, picture or address', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular, stranger } = await aScene()
  await aLot(db, farmId, productId)
  // a word that no other product has
  await db.updateTable('products').set({ name: 'しのびにんじん' }).where('id', '=', productId).execute()
  await db
    .updateTable('productSearch')
    .set({ searchText: 'しのびにんじん' })
    .where('productId', '=', productId)
    .execute()
  const watcher = as(db, stranger.actor)
  await setFavourite(watcher, { it: { productId }, kept: true })
  must(await addWatch(watcher, { asked: { kind: 'price_change', productId } }))
  const appearance = async (ctx: ReturnType<typeof as>) => ({
    list: (await listProducts(ctx, { farmId })).count,
    words: (await listProducts(ctx, { q: 'しのび' })).count,
    facets: (await listWithFacets(ctx, { farmId })).facets?.category,
    counted: (await countFacets(ctx, { farmId, harvestedSince: today })).count,
    farm: (await farmDetail(ctx, farmId, null)).products.count,
    box: (await farmGoods(ctx, [], farmId)).goods.count,
    harvest: (await todaysHarvest(ctx)).goods.some(({ id }) => id === productId),
    door: (await marketFacts(ctx)).harvest.some(({ id }) => id === productId),
    suggested: (await suggestions(ctx, 'しのび')).length,
    sitemap: (await publicAddresses(ctx)).some((address) => address.includes(productId)),
    farmPicture: (await farmShareCard(ctx, farmId)).lines.join().includes('しのび'),
  })
  const shownBefore = await appearance(as(db, { kind: 'visitor' }))
  expect(shownBefore).toMatchObject({
    list: 2,
    words: 1,
    counted: 1,
    harvest: true,
    door: true,
    suggested: 1,
    sitemap: true,
  })
  await hide(farmer, productId, [regular])
  for (const actor of [stranger.actor, (await aFarm(db)).actor, { kind: 'visitor' } as const]) {
    const ctx = as(db, actor, new Date(noon.getTime() + 120_000))
    expect(await appearance(ctx)).toEqual({
      list: 1,
      words: 0,
      facets: { root: 1 },
      counted: 0,
      farm: 1,
      box: 1,
      harvest: false,
      door: false,
      suggested: 0,
      sitemap: false,
      farmPicture: false,
    })
    expect(await sharedGoods(ctx)).toEqual([])
    await expect(productDetail(ctx, productId, null)).rejects.toThrow(NotFound)
    await expect(productShareCard(ctx, productId)).rejects.toThrow(NotFound)
  }
  await expect(setCartLine(watcher, { kitchenId: stranger.kitchenId, productId, qty: 1 })).rejects.toThrow(NotFound)
  await expect(setFavourite(watcher, { it: { productId }, kept: true })).rejects.toThrow(NotFound)
  const kept = await myFavourites(watcher)
  expect([kept.products, kept.resting, await myWatches(watcher)]).toEqual([[], [], []])
  const beside = await relatedProducts(watcher, await aProduct(db, farmId, { name: '人参 ふつう' }))
  expect(JSON.stringify(beside)).not.toContain(productId)
})

test('for the chosen restaurant it stands apart, is found by words and filters, kept, ordered and bought again', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular } = await aScene()
  await hide(farmer, productId, [regular])
  const chef = as(db, regular.actor)
  expect((await listProducts(chef, { farmId, q: '人参' })).count).toBe(0)
  const ids = async (filter: Parameters<typeof sharedGoods>[1]) => (await sharedGoods(chef, filter)).map(({ id }) => id)
  expect(await ids({})).toEqual([productId])
  expect(await ids({ q: '人参', category: 'root' })).toEqual([productId])
  expect(await ids({ q: '小松菜' })).toEqual([])
  expect(await ids({ category: 'leaf' })).toEqual([])
  expect(await ids({ farmId: (await aFarm(db)).farmId })).toEqual([])
  expect(await productDetail(chef, productId, null)).toMatchObject({ hidden: true, listed: true })
  expect((await farmGoods(chef, [], farmId)).goods.products[0]?.id).toBe(productId)
  await setFavourite(chef, { it: { productId }, kept: true })
  expect((await myFavourites(chef)).products.map(({ id }) => id)).toEqual([productId])
  await fillCart(chef, regular.kitchenId, [[productId, 1]])
  const { orderIds } = must(await place(chef, regular.kitchenId))
  // with what the scene has ordered there for that day
  expect(must(await reorder(chef, { kitchenId: regular.kitchenId, orderIds })).put).toBe(2)
  // the farm itself and staff still see it; while it is paused no restaurant does
  expect(await productDetail(as(db, farmer), productId, null)).toMatchObject({ hidden: true })
  must(await moveGoods(as(db, farmer), { id: productId, move: 'pause' }))
  expect(await ids({})).toEqual([])
})

test('hidden again while it is in a cart: the cart says that it is gone, at the price it had, and nothing is ordered', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular } = await aScene()
  const other = await aRegular(farmId)
  await hide(farmer, productId, [regular])
  const chef = as(db, regular.actor)
  await fillCart(chef, regular.kitchenId, [[productId, 1]])
  const seen = seenOf(await cartQuote(chef, regular.kitchenId))
  await hide(farmer, productId, [other])
  await db
    .updateTable('products')
    .set({ priceYen: yen(999) })
    .where('id', '=', productId)
    .execute()
  expect(await lineOf(regular)).toMatchObject({ problem: 'not_listed', priceYen: 1_500 })
  const input = { kitchenId: regular.kitchenId, key: aKey(), seen }
  expect(await placeOrder(chef, input)).toEqual({ ok: false, refusal: 'not_orderable' })
  const more = await setCartLine(chef, { kitchenId: regular.kitchenId, productId, qty: 3 })
  expect(more).toEqual({ ok: false, refusal: 'not_listed' })
  must(await setCartLine(chef, { kitchenId: regular.kitchenId, productId, qty: 0 }))
  await expect(setCartLine(chef, { kitchenId: regular.kitchenId, productId, qty: 1 })).rejects.toThrow(NotFound)
  await expect(productDetail(chef, productId, null)).rejects.toThrow(NotFound)
  const { chosen } = await goodsAudience(as(db, farmer), productId)
  expect(chosen.map(({ id }) => id)).toEqual([other.restaurantId])
})

test('hidden goods that are ordered and taken back at once: ordered before, or not at all', async () => {
  const { db } = test_
  const { farmer, farmId, productId } = await aScene()
  const shops = await Promise.all(Array.from({ length: 12 }, () => aRegular(farmId)))
  const stays = there(shops[0])
  await hide(farmer, productId, shops)
  const ready = await Promise.all(
    shops.map(async (shop) => {
      const ctx = as(db, shop.actor)
      await fillCart(ctx, shop.kitchenId, [[productId, 1]])
      return { ctx, kitchenId: shop.kitchenId, seen: seenOf(await cartQuote(ctx, shop.kitchenId)) }
    }),
  )
  const [, answers] = await Promise.all([
    hide(farmer, productId, [stays]),
    Promise.all(ready.map(({ ctx, ...input }) => placeOrder(ctx, { ...input, key: aKey() }))),
  ])
  for (const answer of answers) if (!answer.ok) expect(answer.refusal).toBe('not_orderable')
  expect(answers[0]?.ok).toBe(true)
  const { rows } = await test_.pool.query('select visible from product_search where product_id = $1', [productId])
  expect(rows).toEqual([{ visible: false }])
})

test('a copy of hidden goods is for the same restaurants only, from its draft on and when it is on sale', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular, stranger } = await aScene()
  const by = as(db, farmer)
  await hide(farmer, productId, [regular])
  const { id } = must(await duplicateGoods(by, { id: productId, key: aKey() }))
  const draft = there(await ownDraft(by, id))
  expect(draft).toMatchObject({ audience: 'chosen', chosen: [{ id: regular.restaurantId, name: 'ビストロ 灯' }] })
  expect((await ownDrafts(by)).map(({ audience }) => audience)).toEqual(['chosen'])
  must(await publishDraft(by, { id, key: aKey(), version: 1, values: { stock: 5, name: '人参（小）' } }))
  expect(await goodsAudience(by, id)).toMatchObject({ audience: 'chosen', chosen: [{ id: regular.restaurantId }] })
  await expect(productDetail(as(db, stranger.actor), id, null)).rejects.toThrow(NotFound)
  expect((await listProducts(as(db, stranger.actor), { farmId })).products.map((it) => it.id)).not.toContain(id)
  expect((await sharedGoods(as(db, regular.actor))).map((it) => it.id)).toContain(id)
  // a discarded copy leaves nothing behind, and one of public products is public
  const thrown = must(await duplicateGoods(by, { id: productId, key: aKey() }))
  await removeGoodsDraft(by, { id: thrown.id })
  const { rows } = await test_.pool.query('select 1 from draft_audience where draft_id = any($1)', [[thrown.id, id]])
  expect(rows).toEqual([])
  const open = must(await duplicateGoods(by, { id: await aProduct(db, farmId), key: aKey() }))
  expect(await ownDraft(by, open.id)).toMatchObject({ audience: 'everybody', chosen: [] })
})

test('a product that is public again is counted again; pausing it in between changes nothing', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular, stranger } = await aScene()
  const count = async () => (await listProducts(as(db, stranger.actor), { farmId })).count
  await hide(farmer, productId, [regular])
  must(await moveGoods(as(db, farmer), { id: productId, move: 'pause' }))
  must(await moveGoods(as(db, farmer), { id: productId, move: 'list' }))
  expect(await count()).toBe(1)
  const version = await versionOf(productId)
  const open = { id: productId, version, audience: 'everybody' as const, restaurantIds: [] }
  must(await setAudience(as(db, farmer), open))
  expect(await count()).toBe(2)
  expect((await oneOfOwnGoods(as(db, farmer), productId)).past[0]?.data.changes).toEqual({
    audience: ['ビストロ 灯', 'すべての飲食店'],
  })
})

test('an owner approves the price that was asked about; another one since is told', async () => {
  const { db } = test_
  const { farmer, productId } = await aScene()
  const shop = await aRestaurant(db, { orderLimitYen: 1_000 })
  const personId = await aPerson(db, '灯 店長')
  await db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      personId,
      farmId: null,
      restaurantId: shop.restaurantId,
      role: 'owner',
      orderLimitYen: null,
    })
    .execute()
  const owner = as(db, { ...shop.actor, personId, role: 'owner', orderLimitYen: null })
  const chef = as(db, shop.actor)
  await withTiers(farmer, productId)
  const ask = async () => {
    await fillCart(chef, shop.kitchenId, [[productId, 5]])
    const seen = seenOf(await cartQuote(chef, shop.kitchenId))
    const asked = { kitchenId: shop.kitchenId, key: aKey(), seen, askOwner: true }
    return must(await placeOrder(chef, asked)).purchaseId
  }
  const approve = async (purchaseId: PurchaseId) => approvePurchase(owner, { purchaseId, key: aKey() })
  expect(must(await approve(await ask()))).toMatchObject({ approved: 1 })
  const second = await ask()
  must(await setTiers(as(db, farmer), { id: productId, version: await versionOf(productId), tiers: [] }))
  expect(await approve(second)).toMatchObject({ ok: false, refusal: 'changed_since_asked' })
})

test('what is agreed is told by mail to those who work there and want it, once for each change', async () => {
  const { db } = test_
  const { farmer, farmId, productId, regular, stranger } = await aScene()
  const { restaurantId } = regular
  const join = async (name: string) => {
    const personId = await aPerson(db, name)
    const at = { farmId: null, restaurantId, role: 'staff', orderLimitYen: null } as const
    await db
      .insertInto('memberships')
      .values({ id: newId<'membership'>(), personId, ...at })
      .execute()
    return personId
  }
  const [cook, closed, unproven] = [await join('灯 副'), await join('灯 元'), await join('灯 新')]
  await test_.pool.query('update people set closed_at = now() where id = $1', [closed])
  await test_.pool.query('update people set email_verified_at = null where id = $1', [unproven])
  const told = async () =>
    withWords(
      (
        await test_.pool.query(`select * from mails where template = 'own_price' and recipient = any($1) order by id`, [
          [regular.actor.personId, cook, closed, unproven, stranger.actor.personId].map((id) => `${id}@example.jp`),
        ])
      ).rows,
    )
  const key = aKey()
  const offer = {
    restaurantId,
    key,
    of: { productId, priceYen: yen(1_300) },
    from: today,
    until: jstDate('2026-12-31'),
  }
  await Promise.all([1, 2, 3].map(() => agreeOwnPrice(as(db, farmer), offer)))
  const first = await told()
  expect(first.map(({ recipient }) => recipient).toSorted()).toEqual(
    [regular.actor.personId, cook].map((id) => `${id}@example.jp`).toSorted(),
  )
  expect(first[0].subject).toBe('【畝と皿】佐藤農園から、ビストロ 灯専用価格のお知らせ')
  expect(first[0].text).toContain('人参（5kg箱）')
  expect(first[0].text).toContain('¥1,300/箱（通常は¥1,500）')
  expect(first[0].text).toContain('〜12月31日')
  expect(first[0].text).toContain(`https://site.invalid/restaurant/products/${productId}`)
  // a refused change notifies no one
  expect(await agree(farmer, regular, { productId, priceYen: 1_600 })).toMatchObject({ ok: false })
  expect(await told()).toHaveLength(2)
  await saveAnnouncementMails(as(db, regular.actor), { announcementMails: true, priceMails: false })
  must(await agree(farmer, regular, { percentOff: 10 }))
  const [mail, ...more] = (await told()).slice(2)
  expect([mail.recipient, more]).toEqual([`${cook}@example.jp`, []])
  expect(mail.text).toContain('通常価格から10%引き')
  expect(mail.text).toContain(`https://site.invalid/restaurant/farmers/${farmId}`)
})
