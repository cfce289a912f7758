import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Actor, BuyerActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { type FarmId, newId, type ProductId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { deliveryKitchen } from '../../app/modules/cart/cart-queries.server.ts'
import {
  countFacets,
  listProducts,
  listWithAllFacets,
  listWithFacets,
  type ProductFilter,
} from '../../app/modules/products/catalog/product-list.server.ts'
import { productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { relatedProducts } from '../../app/modules/products/catalog/related-products.server.ts'
import { aFarm, aLot, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { type ProcessParts, processParts } from '../support/process-parts.ts'
import { fillCart, place } from './steps.ts'

/**
 * What is kept in memory (docs/decisions/0097) against the plain queries: the use cases are the same, once with a
 * process that hears of changes and once without. The changes are made by neither of them.
 */
const test_ = testDatabase()
let kept: ProcessParts
let chefs: BuyerActor[]
let farms: { farmId: FarmId; actor: Actor }[]
const goods: { farmId: FarmId; productId: ProductId }[] = []

beforeAll(async () => {
  const elapsed = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + ahead)
  kept = await processParts(test_.config)
  chefs = []
  for (let index = 0; index < 3; index++) chefs.push((await aRestaurant(test_.db)).actor)
  farms = []
  for (let index = 0; index < 3; index++) {
    const farm = await aFarm(test_.db, { name: `${index}の畑` })
    farms.push(farm)
    for (const temperature of ['ambient', 'chilled'] as const)
      goods.push({ farmId: farm.farmId, productId: await aProduct(test_.db, farm.farmId, { temperature }) })
  }
})
afterAll(async () => {
  vi.restoreAllMocks()
  await kept.end()
})

const forDay: ProductFilter = {
  arrives: {
    on: jstDate('2026-11-27'),
    at: { zone: 'kanto', calendar: { receivingWeekdays: [1, 2, 3, 4, 5, 6], closedDays: new Set() } },
  },
}
const filters: ProductFilter[] = [
  {},
  { sort: 'per_kg' },
  { sort: 'recommended' },
  { q: 'にんじん' },
  { temperatures: ['chilled'] },
  { favouriteFarms: true },
  { perUnit: { from: null, to: yen(1_400) } },
  forDay,
]

/** All that a viewer is answered, as text. */
async function answers(ctx: Ctx): Promise<string> {
  const kitchen = await deliveryKitchen(ctx, undefined)
  const lists = []
  for (const filter of filters)
    lists.push(
      await listWithAllFacets(ctx, filter),
      await listProducts(ctx, filter),
      await listWithFacets(ctx, filter),
      await countFacets(ctx, filter),
    )
  const pages = []
  for (const { productId } of goods) {
    const page = await productDetail(ctx, productId, kitchen).catch((error: unknown) => {
      if (error instanceof NotFound) return 'not found'
      throw error
    })
    pages.push(page, page === 'not found' ? null : await relatedProducts(ctx, productId))
  }
  return JSON.stringify({ lists, pages, kitchen, closed: [...(kitchen?.calendar.closedDays ?? [])] }, null, 1)
}

const viewers = (): Actor[] => [
  ...chefs,
  { ...there(chefs[0]), restaurantApproved: false },
  { kind: 'visitor' },
  there(farms[0]).actor,
]

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('missing')
  return value
}

/** Milliseconds that have passed besides those of the clock. */
let ahead = 0

/** Every viewer is answered the same, whether from memory or by the plain queries: a second later slow counts as well. */
async function sameForAll(): Promise<void> {
  ahead += 1_000
  await kept.feed.caughtUp()
  for (const viewer of viewers()) expect(await answers(as(kept.db, viewer))).toBe(await answers(as(test_.db, viewer)))
}

type Change = { name: string; nth: number; value: number }
const of = <T>(all: readonly T[], nth: number): T => there(all[nth % all.length])

const changes: Record<string, (change: Change) => Promise<unknown>> = {
  price: ({ nth, value }) =>
    test_.db
      .updateTable('products')
      .set({ priceYen: yen(1_000 + value * 50) })
      .where('id', '=', of(goods, nth).productId)
      .execute(),
  name: ({ nth, value }) =>
    test_.db
      .updateTable('products')
      .set({ name: `人参 ${value}`, description: `${value}` })
      .where('id', '=', of(goods, nth).productId)
      .execute(),
  stock: ({ nth, value }) =>
    test_.db
      .updateTable('productStock')
      .set({ availableQty: value })
      .where('productId', '=', of(goods, nth).productId)
      .execute(),
  status: ({ nth, value }) =>
    test_.db
      .updateTable('products')
      .set({ status: of(['listed', 'paused', 'sold_out', 'archived', 'listed'] as const, value) })
      .where('id', '=', of(goods, nth).productId)
      .execute(),
  hidden: async ({ nth, value }) => {
    const { productId } = of(goods, nth)
    await test_.db.transaction().execute(async (db) => {
      await db.deleteFrom('productAudience').where('productId', '=', productId).execute()
      const audience = value % 2 === 0 ? 'everybody' : 'chosen'
      await db.updateTable('products').set({ audience }).where('id', '=', productId).execute()
      if (audience === 'chosen')
        await db
          .insertInto('productAudience')
          .values({ productId, restaurantId: of(chefs, value).restaurantId, since: noon })
          .execute()
    })
  },
  ownPrice: async ({ nth, value }) => {
    const { productId, farmId } = of(goods, nth)
    const { restaurantId } = of(chefs, value)
    await sql`update own_prices set ended_at = ${noon} where restaurant_id = ${restaurantId} and farm_id = ${farmId} and ended_at is null`.execute(
      test_.db,
    )
    if (value % 3 === 0) return
    const ofOne = value % 3 === 1
    await test_.db
      .insertInto('ownPrices')
      .values({
        id: newId<'ownPrice'>(),
        farmId,
        restaurantId,
        productId: ofOne ? productId : null,
        priceYen: ofOne ? yen(700 + value) : null,
        percentOff: ofOne ? null : 10 + (value % 20),
        fromOn: jstDate('2026-11-20'),
        untilOn: value % 2 === 0 ? null : jstDate(value % 4 === 1 ? '2026-11-23' : '2026-12-24'),
        agreedAt: noon,
        endedAt: null,
      })
      .execute()
  },
  tier: async ({ nth, value }) => {
    const { productId } = of(goods, nth)
    await test_.db.deleteFrom('priceTiers').where('productId', '=', productId).execute()
    if (value % 3 > 0)
      await test_.db
        .insertInto('priceTiers')
        .values({ productId, fromQty: 2 + value, priceYen: yen(600 + value) })
        .execute()
  },
  farm: ({ nth, value }) =>
    test_.db
      .updateTable('farms')
      .set({ name: `${value}の農園`, minOrderYen: yen(value), freeFreightFromYen: value % 2 ? yen(value) : null })
      .where('id', '=', of(farms, nth).farmId)
      .execute(),
  suspended: ({ nth, value }) =>
    test_.db
      .updateTable('farms')
      .set(value % 2 ? { status: 'suspended', statusReason: '確認中' } : { status: 'approved', statusReason: null })
      .where('id', '=', of(farms, nth).farmId)
      .execute(),
  'days of shipping': ({ nth, value }) =>
    test_.db
      .updateTable('farms')
      .set({ shipWeekdays: value % 2 ? [1, 2] : [1, 2, 3, 4, 5, 6] })
      .where('id', '=', of(farms, nth).farmId)
      .execute(),
  vacation: async ({ nth, value }) => {
    const { farmId } = of(farms, nth)
    await test_.db.deleteFrom('farmVacations').where('farmId', '=', farmId).execute()
    if (value % 2)
      await sql`insert into farm_vacations (id, farm_id, from_on, to_on)
        values (${newId<'vacation'>()}, ${farmId}, '2026-11-26', '2026-11-28')`.execute(test_.db)
  },
  lapsed: async ({ nth, value }) => {
    const { farmId } = of(farms, nth)
    await sql`delete from lapsed_products where farm_id = ${farmId}`.execute(test_.db)
    if (value % 2)
      await sql`
        with paper as (
          insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, added_at)
          values (${newId<'document'>()}, 'permit', ${farmId}, ${newId().replaceAll('-', '')}, 'application/pdf', '許可証.pdf', 1, ${noon})
          returning id)
        insert into lapsed_products (farm_id, goods_kind, document_id, since)
        select ${farmId}, unnest(goods_kinds_of('root', 'carrot')), id, ${noon} from paper`.execute(test_.db)
  },
  closedDay: async ({ nth, value }) => {
    const kitchenId = there(of(chefs, nth).kitchenIds[0])
    await test_.db.deleteFrom('kitchenClosures').where('kitchenId', '=', kitchenId).execute()
    if (value % 3)
      await sql`insert into kitchen_closures (kitchen_id, closed_on) values (${kitchenId}, ${`2026-11-${25 + (value % 5)}`})`.execute(
        test_.db,
      )
  },
  favourite: async ({ nth, value }) => {
    const { personId } = of(chefs, nth)
    await test_.db.deleteFrom('favourites').where('personId', '=', personId).execute()
    if (value % 3)
      await test_.db
        .insertInto('favourites')
        .values({ personId, farmId: of(farms, value).farmId, productId: null, createdAt: noon })
        .execute()
  },
  stars: ({ nth, value }) =>
    sql`insert into product_stars (product_id, reviews, stars, rating)
      values (${of(goods, nth).productId}, 1, ${1 + (value % 5)}, 4000)
      on conflict (product_id) do update set stars = excluded.stars`.execute(test_.db),
  ordered: async ({ nth, value }) => {
    const chef = of(chefs, nth)
    const ctx = as(test_.db, chef)
    const [shown] = (await listProducts(ctx, { farmId: of(farms, value).farmId })).products
    const kitchenId = there(chef.kitchenIds[0])
    if (!shown || shown.availableQty === 0) return
    await fillCart(ctx, kitchenId, [[shown.id, 1]])
    await place(ctx, kitchenId)
  },
  'order that came to nothing': ({ nth, value }) =>
    sql`update orders set state = ${value % 2 ? 'cancelled' : 'placed'}
         where restaurant_id = ${of(chefs, nth).restaurantId} and state in ('placed', 'accepted', 'cancelled')`.execute(
      test_.db,
    ),
  'order of another time': ({ nth, value }) =>
    sql`update orders set placed_at = ${noon}::timestamptz - ${value % 2 ? '120 days' : '1 day'}::interval
         where restaurant_id = ${of(chefs, nth).restaurantId}`.execute(test_.db),
  'line of another product': ({ nth, value }) =>
    sql`update order_lines set product_id = ${of(goods, value).productId}
         where id = (select id from order_lines where restaurant_id = ${of(chefs, nth).restaurantId} order by id limit 1)`.execute(
      test_.db,
    ),
  lot: async ({ nth, value }) => {
    const { farmId, productId } = of(goods, nth)
    await test_.db.deleteFrom('lots').where('productId', '=', productId).execute()
    if (value % 4) await aLot(test_.db, farmId, productId, `2026-11-${20 + (value % 5)}`)
  },
}

const aChange = fc.record({
  name: fc.constantFrom(...Object.keys(changes)),
  nth: fc.integer({ min: 0, max: 5 }),
  value: fc.integer({ min: 0, max: 19 }),
})

test('after any history of changes, every viewer is answered from memory as by the plain queries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { minLength: 1, maxLength: 8 }), async (history) => {
      for (const change of history) await there(changes[change.name])(change)
      await sameForAll()
    }),
    { numRuns: Math.ceil(Number(fc.readConfigureGlobal().numRuns) / 100) },
  )
}, 240_000)

test.each(Object.keys(changes))('a kept answer knows of: %s', async (name) => {
  for (const value of [3, 4]) {
    await there(changes[name])({ name, nth: 1, value })
    await sameForAll()
  }
})

test('a list for a day ends with the millisecond after a cut-off', async () => {
  await there(changes.suspended)({ name: 'suspended', nth: 2, value: 2 })
  await sameForAll()
  const answersAt = async (moment: number) => {
    const now = new Date(moment)
    const [kept_, plain] = [as(kept.db, there(chefs[0]), now), as(test_.db, there(chefs[0]), now)]
    const list = JSON.stringify([await listProducts(kept_, forDay), await countFacets(kept_, forDay)])
    expect(list).toBe(JSON.stringify([await listProducts(plain, forDay), await countFacets(plain, forDay)]))
    return list
  }
  const found = new Set<string>()
  // 12:00 in Japan on each day before
  for (const day of [24, 25, 26])
    for (const ms of [-60_000, -1, 0, 1, 30_000, 60_000, 60_001])
      found.add(await answersAt(Date.parse(`2026-11-${day}T03:00:00Z`) + ms))
  expect(found.size).toBeGreaterThan(1)
})

test('what was ordered together is known as soon as it is ordered', async () => {
  await there(changes.status)({ name: 'status', nth: 0, value: 0 })
  for (const chef of chefs.slice(0, 2)) {
    const kitchenId = there(chef.kitchenIds[0])
    const ids = await listProducts(as(test_.db, chef), {})
    const two = ids.products.filter(
      ({ availableQty, hidden }: { availableQty: number; hidden?: boolean }) => availableQty > 0 && !hidden,
    )
    await fillCart(
      as(test_.db, chef),
      kitchenId,
      two.slice(0, 2).map(({ id }): [ProductId, number] => [id, 1]),
    )
    await place(as(test_.db, chef), kitchenId)
    await sameForAll()
  }
})

test('no price, stock, hidden product or closed day of one restaurant is shown to another', async () => {
  const { farmId } = await aFarm(test_.db)
  const own = await aProduct(test_.db, farmId)
  for (const [index, { restaurantId, kitchenIds }] of chefs.entries()) {
    await test_.db
      .insertInto('ownPrices')
      .values({
        id: newId<'ownPrice'>(),
        farmId,
        restaurantId,
        productId: own,
        priceYen: yen(1_001 + index),
        percentOff: null,
        fromOn: jstDate('2026-11-01'),
        untilOn: null,
        agreedAt: noon,
        endedAt: null,
      })
      .execute()
    await sql`delete from kitchen_closures where kitchen_id = ${there(kitchenIds[0])}`.execute(test_.db)
    await sql`insert into kitchen_closures (kitchen_id, closed_on) values (${there(kitchenIds[0])}, ${`2026-12-0${index + 1}`})`.execute(
      test_.db,
    )
  }
  const hidden = []
  for (const { restaurantId } of chefs) {
    const productId = await aProduct(test_.db, farmId, { name: '隠し人参' })
    await test_.db.insertInto('productAudience').values({ productId, restaurantId, since: noon }).execute()
    await test_.db.updateTable('products').set({ audience: 'chosen' }).where('id', '=', productId).execute()
    hidden.push(productId)
  }
  await kept.feed.caughtUp()
  // each one right after each other one, in both orders
  for (const first of chefs.keys())
    for (const second of chefs.keys())
      for (const index of [first, second]) {
        const ctx = as(kept.db, there(chefs[index]))
        const { products } = await listProducts(ctx, { farmId })
        expect(products.map(({ id, priceYen, why }) => ({ id, priceYen, why }))).toEqual([
          { id: own, priceYen: 1_001 + index, why: 'own' },
        ])
        const kitchen = await deliveryKitchen(ctx, undefined)
        expect([...(kitchen?.calendar.closedDays ?? [])]).toEqual([`2026-12-0${index + 1}`])
        expect(await productDetail(ctx, own, kitchen)).toMatchObject({ priceYen: 1_001 + index, availableQty: 100 })
        for (const [nth, productId] of hidden.entries()) {
          const page = productDetail(ctx, productId, kitchen)
          if (nth === index) expect(await page).toMatchObject({ id: productId, hidden: true })
          else await expect(page).rejects.toThrow(NotFound)
        }
      }
})

test('a list and a product that were shown before are shown again without a question to the database', async () => {
  const ctx = as(kept.db, there(chefs[0]))
  const { productId } = there(goods[0])
  await changes.status?.({ name: 'status', nth: 0, value: 0 })
  await changes.hidden?.({ name: 'hidden', nth: 0, value: 0 })
  await changes.suspended?.({ name: 'suspended', nth: 0, value: 0 })
  await changes.lapsed?.({ name: 'lapsed', nth: 0, value: 0 })
  const show = async () => {
    await listWithFacets(ctx, {})
    await listWithFacets(ctx, { sort: 'recommended' })
    await countFacets(ctx, {})
    await productDetail(ctx, productId, await deliveryKitchen(ctx, undefined))
    await relatedProducts(ctx, productId)
  }
  await kept.feed.caughtUp()
  await show()
  kept.queries.length = 0
  await show()
  expect(kept.queries).toEqual([])
})
