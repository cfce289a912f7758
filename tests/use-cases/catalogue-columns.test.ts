import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Actor, BuyerActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { categories, methods, temperatures } from '../../app/kernel/enums.ts'
import { grams } from '../../app/kernel/grams.ts'
import { type FarmId, newId, type ProductId } from '../../app/kernel/ids.ts'
import { type JstDate, jstDate } from '../../app/kernel/jst.ts'
import { prefCodes } from '../../app/kernel/place.ts'
import { yen } from '../../app/kernel/yen.ts'
import {
  countFacets,
  listProducts,
  listWithAllFacets,
  listWithFacets,
  type ProductFilter,
} from '../../app/modules/products/catalog/product-list.server.ts'
import { parseListCursor, productSorts } from '../../app/modules/products/catalog/product-sort.ts'
import { aFarm, aLot, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { type ProcessParts, processParts } from '../support/process-parts.ts'
import { fillCart, place } from './steps.ts'

/**
 * Lists from the columns in memory (docs/decisions/0098) against the plain statements, for any filters at once: the use cases
 * are the same, once with a process that hears of changes and once without.
 */
const test_ = testDatabase()
let kept: ProcessParts
let chef: BuyerActor
const farms: FarmId[] = []
const goods: ProductId[] = []

const items = ['carrot', 'daikon', 'spinach', 'tomato', 'tomato', 'egg'] as const

/** Milliseconds that have passed besides those of the clock. */
let ahead = 0

beforeAll(async () => {
  const elapsed = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + ahead)
  // some by air only, some that have a holiday, some that pay the freight
  for (let nth = 0; nth < 6; nth++) {
    const { farmId } = await aFarm(test_.db, {
      name: `${nth}の畑`,
      prefectureCode: prefCodes[(nth * 9) % 47] ?? '01',
      shipWeekdays: nth % 2 ? [1, 2, 3, 4, 5, 6] : [1, 4],
      freeFreightFromYen: nth === 3 ? yen(0) : null,
    })
    farms.push(farmId)
  }
  for (let nth = 0; nth < 60; nth++) await addProduct(nth)
  const made = await aRestaurant(test_.db)
  chef = made.actor
  const now = as(test_.db, chef)
  const few = (await listProducts(now, { limit: 60, perUnit: { from: null, to: yen(5_000) } })).products
  await fillCart(
    now,
    made.kitchenId,
    few
      .filter(({ availableQty }) => availableQty > 0)
      .slice(0, 4)
      .map(({ id }): [ProductId, number] => [id, 1]),
  )
  await place(now, made.kitchenId)
  await test_.db
    .insertInto('favourites')
    .values({ personId: chef.personId, farmId: farms[1] ?? null, productId: null, createdAt: noon })
    .execute()
  kept = await processParts(test_.config)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await kept.end()
})

async function addProduct(nth: number): Promise<void> {
  const farmId = farms[nth % farms.length] ?? newId<'farm'>()
  const listedAt = new Date(noon.getTime() - (nth % 30) * 86_400_000 - (nth % 7))
  const id = await aProduct(test_.db, farmId, {
    itemKey: items[nth % items.length],
    category: categories[nth % 7],
    method: methods[nth % 4],
    temperature: temperatures[nth % 3],
    airAllowed: nth % 5 > 0,
    catchWeight: nth % 8 === 7,
    tolerancePercent: nth % 8 === 7 ? 10 : null,
    priceYen: yen(300 + ((nth * 617) % 4_000)),
    netGrams: nth % 9 === 4 && nth % 8 !== 7 ? null : grams(200 + ((nth * 331) % 5_000)),
    seasonMonths: nth % 3 ? [10, 11] : [4, 5],
    peakMonths: nth % 3 ? [11] : [5],
    status: nth % 11 === 10 ? 'paused' : 'listed',
    stock: nth % 6 === 5 ? 0 : 100,
    listedAt,
  })
  goods.push(id)
  if (nth % 2) await aLot(test_.db, farmId, id, `2026-11-${14 + (nth % 11)}`)
  await test_.db
    .updateTable('productSearch')
    .set({ score: (nth * 7) % 40, orderedCount: nth % 5, rating: 3_000 + (nth % 4) * 500 })
    .where('productId', '=', id)
    .execute()
}

const range = fc.record({
  from: fc.option(fc.integer({ min: 0, max: 3_000 }).map(yen)),
  to: fc.option(fc.integer({ min: 300, max: 6_000 }).map(yen)),
})
const some = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 0, maxLength: 3 })
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const closedDays: ReadonlySet<JstDate> = new Set([jstDate('2026-11-28')])
const calendar = { receivingWeekdays: [1, 2, 3, 4, 5, 6] as const, closedDays }

const aFilter: fc.Arbitrary<ProductFilter> = fc.record({
  category: optional(fc.constantFrom(...categories.slice(0, 8))),
  item: optional(fc.constantFrom(...items, 'no_such_kind')),
  prefectures: optional(some(prefCodes.filter((_, nth) => nth % 9 < 2))),
  methods: optional(some(methods)),
  temperatures: optional(some(temperatures)),
  perKg: optional(range),
  perUnit: optional(range),
  inSeason: optional(fc.boolean()),
  harvestedSince: optional(fc.constantFrom(jstDate('2026-11-18'), jstDate('2026-11-23'))),
  farmId: optional(fc.integer({ min: 0, max: 5 }).map((nth) => farms[nth])),
  favouriteFarms: optional(fc.boolean()),
  freeFreight: optional(fc.boolean()),
  reachedFarms: optional(fc.constantFrom([0], [2, 4]).map((nths) => nths.flatMap((nth) => farms[nth] ?? []))),
  catchWeight: optional(fc.boolean()),
  isNew: optional(fc.boolean()),
  arrives: optional(
    fc.constantFrom('2026-11-27', '2026-11-30', '2026-12-02').chain((on) =>
      fc.constantFrom('kanto' as const, 'okinawa' as const).map((zone) => ({
        on: jstDate(on),
        at: { zone, calendar: { ...calendar, receivingWeekdays: [...calendar.receivingWeekdays] } },
      })),
    ),
  ),
  sort: optional(fc.constantFrom(...productSorts)),
  near: optional(fc.constantFrom('13' as const, '47' as const)),
  limit: fc.constantFrom(3, 24),
})

/** At most three filters at once, or hardly anything is found. */
const fewFilters = fc
  .tuple(
    aFilter,
    fc.subarray(
      [
        'category',
        'item',
        'prefectures',
        'methods',
        'temperatures',
        'perKg',
        'perUnit',
        'inSeason',
        'harvestedSince',
        'farmId',
        'favouriteFarms',
        'freeFreight',
        'catchWeight',
        'isNew',
        'arrives',
      ] as const,
      { maxLength: 3 },
    ),
  )
  .map(
    ([{ sort, near, limit, reachedFarms, ...filters }, wanted]): ProductFilter => ({
      sort,
      near,
      limit,
      reachedFarms,
      ...Object.fromEntries(wanted.map((name) => [name, filters[name]])),
    }),
  )

/** All pages of a list, and its choices. */
async function answers(ctx: Ctx, filter: ProductFilter): Promise<string> {
  const pages = []
  for (let after: ProductFilter['after'] | null; after !== null && pages.length < 30; ) {
    const page = await listProducts(ctx, { ...filter, after })
    pages.push(page)
    after = parseListCursor(page.next, filter.sort ?? 'newest')
  }
  const together = await listWithAllFacets(ctx, filter)
  return JSON.stringify([pages, together, await listWithFacets(ctx, filter), await countFacets(ctx, filter)], null, 1)
}

const farmsAt = (...nths: number[]) => nths.flatMap((nth) => farms[nth] ?? [])
const viewers = (): Actor[] => [chef, { ...chef, restaurantApproved: false }, { kind: 'visitor' }]
const runs = () => Math.ceil(Number(fc.readConfigureGlobal().numRuns) / 5)

test('any filters at once, in any order, find and count the same in memory as the plain statements', async () => {
  await fc.assert(
    fc.asyncProperty(fewFilters, fc.integer({ min: 0, max: 2 }), async (filter, nth) => {
      const viewer = viewers()[nth] ?? chef
      expect(await answers(as(kept.db, viewer), filter)).toBe(await answers(as(test_.db, viewer), filter))
    }),
    { numRuns: runs() },
  )
}, 240_000)

/** Each filter with one value and another, so that what is kept of the first must not answer the second. */
const pairs = (): (readonly [ProductFilter, ProductFilter])[] => [
  [{ category: 'root' }, { category: 'leaf' }],
  [{ item: 'carrot' }, { item: 'tomato' }],
  [{ prefectures: ['01'] }, { prefectures: ['01', '10'] }],
  [{ methods: ['natural'] }, { methods: ['jas_organic'] }],
  [{ temperatures: ['ambient'] }, { temperatures: ['chilled'] }],
  [{ harvestedSince: jstDate('2026-11-18') }, { harvestedSince: jstDate('2026-11-23') }],
  [{ perKg: { from: yen(300), to: null } }, { perKg: { from: yen(900), to: null } }],
  [
    { freeFreight: true, reachedFarms: farmsAt(0) },
    { freeFreight: true, reachedFarms: farmsAt(2, 4) },
  ],
]

test('what is kept of a filter answers for no other value of it, no other viewer and no other day', async () => {
  const other = await aRestaurant(test_.db)
  await test_.db
    .insertInto('favourites')
    .values({ personId: other.actor.personId, farmId: farms[2] ?? null, productId: null, createdAt: noon })
    .execute()
  await kept.feed.caughtUp()
  const same = async (filter: ProductFilter, viewer: Actor = chef, now = noon) => {
    expect(await answers(as(kept.db, viewer, now), filter)).toBe(await answers(as(test_.db, viewer, now), filter))
  }
  for (const filters of pairs()) for (const filter of filters) await same({ ...filter })
  for (const viewer of [chef, other.actor]) await same({ favouriteFarms: true }, viewer)
  // 19 days later is another month, and nothing is as new any more
  for (const now of [noon, new Date(noon.getTime() + 19 * 86_400_000)])
    for (const filter of [{ inSeason: true }, { isNew: true }]) await same(filter, chef, now)
})

test('several filters, their choices and a delivery day are answered without reading the search table', async () => {
  const ctx = as(kept.db, chef)
  await kept.feed.caughtUp()
  kept.queries.length = 0
  const arrives = {
    on: jstDate('2026-11-27'),
    at: { zone: 'kanto' as const, calendar: { ...calendar, receivingWeekdays: [...calendar.receivingWeekdays] } },
  }
  await answers(ctx, {
    category: 'root',
    methods: ['natural', 'jas_organic'],
    temperatures: ['chilled'],
    inSeason: true,
  })
  await answers(ctx, { arrives, sort: 'recommended' })
  expect(kept.queries.filter((text) => text.includes('product_search'))).toEqual([])
})

test('products that come, change and go are in the columns, many at once too', async () => {
  const same = async () => {
    // slow counts are as old as a second
    ahead += 1_000
    await kept.feed.caughtUp()
    for (const filter of [{ sort: 'recommended' }, { sort: 'newest', limit: 60 }, { inSeason: true }] as const)
      expect(await answers(as(kept.db, chef), filter)).toBe(await answers(as(test_.db, chef), filter))
  }
  await addProduct(61)
  await same()
  await test_.db
    .updateTable('products')
    .set({ status: 'paused' })
    .where('farmId', '=', farms[0] ?? newId<'farm'>())
    .execute()
  await same()
  await test_.db.deleteFrom('productSearch').where('productId', 'in', goods.slice(1, 4)).execute()
  await same()
  // more than are announced one by one
  await test_.db
    .updateTable('farms')
    .set({ freeFreightFromYen: yen(0) })
    .execute()
  await same()
  await test_.db
    .insertInto('produceItems')
    .values({
      key: 'a_new_kind',
      category: 'leaf',
      parentKey: null,
      name: '新しい菜',
      words: ['新しい菜'],
      position: 99,
    })
    .execute()
  await test_.db
    .updateTable('products')
    .set({ itemKey: 'a_new_kind' })
    .where('id', '=', goods[6] ?? newId<'product'>())
    .execute()
  await same()
  await same()
})
