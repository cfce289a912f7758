import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { type FarmId, newId, type ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import {
  moveProduceItem,
  produceShelf,
  removeProduceItem,
  saveProduceItem,
} from '../../app/modules/products/catalog/curate-produce.server.ts'
import { noFarmWish } from '../../app/modules/products/catalog/farm-filter.ts'
import { type FarmPage, listFarms } from '../../app/modules/products/catalog/farm-list.server.ts'
import { farmRecord } from '../../app/modules/products/catalog/farm-record.server.ts'
import { nearestHelp } from '../../app/modules/products/catalog/nearest-help.server.ts'
import { noWish } from '../../app/modules/products/catalog/product-filter.ts'
import {
  countFacets,
  listProducts,
  listWithFacets,
  type ProductFilter,
} from '../../app/modules/products/catalog/product-list.server.ts'
import { type ProductSort, parseListCursor, productSorts } from '../../app/modules/products/catalog/product-sort.ts'
import { rankProducts } from '../../app/modules/products/catalog/rank-products.server.ts'
import { relatedProducts } from '../../app/modules/products/catalog/related-products.server.ts'
import { rewriteStaleWords, writeSearchRows } from '../../app/modules/products/catalog/search-rows.server.ts'
import { synonymsOf } from '../../app/modules/products/catalog/search-text.ts'
import { suggestions } from '../../app/modules/products/catalog/suggestions.server.ts'
import { readSpellings } from '../../app/modules/products/catalog/vocabulary.server.ts'
import { aFarm, aLot, aMarket, anAdmin, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const sql = (text: string, ...values: unknown[]) => test_.pool.query(text, values)
const visitor = () => as(test_.db, { kind: 'visitor' })

async function aChef(): Promise<Ctx> {
  return as(test_.db, (await aRestaurant(test_.db)).actor)
}

/** A small market of two farms whose products differ in every filter of a list. */
async function aShelf() {
  const { db } = test_
  const near = await aFarm(db, { prefectureCode: '12', freeFreightFromYen: yen(0) })
  const far = await aFarm(db, { prefectureCode: '01' })
  const carrot = await aProduct(db, near.farmId, { method: 'jas_organic', priceYen: yen(1_000) })
  const radish = await aProduct(db, near.farmId, {
    name: '大根',
    kana: 'ダイコン',
    itemKey: 'daikon',
    seasonMonths: [7],
  })
  const spinach = await aProduct(db, far.farmId, {
    name: 'ほうれん草',
    kana: 'ホウレンソウ',
    itemKey: 'spinach',
    category: 'leaf',
    temperature: 'chilled',
    priceYen: yen(4_000),
    listedAt: at('2026-09-01 08:00'),
  })
  const frozen = await aProduct(db, far.farmId, { temperature: 'frozen', catchWeight: false, stock: 0 })
  const farms = [near.farmId, far.farmId]
  return { near, far, carrot, radish, spinach, frozen, ids: new Set([carrot, radish, spinach, frozen]), farms }
}

/** Of the products of this test only: other tests share the database. */
const idsOf = async (ctx: Ctx, filter: ProductFilter, ids: ReadonlySet<string>) =>
  (await listProducts(ctx, { limit: 500, ...filter })).products.map(({ id }) => id).filter((id) => ids.has(id))

test('each way of narrowing keeps what it says', async () => {
  const ctx = await aChef()
  const { carrot, radish, spinach, frozen, ids, near } = await aShelf()
  await aLot(test_.db, near.farmId, radish, '2026-11-23')
  const kept = async (filter: ProductFilter) => new Set(await idsOf(ctx, filter, ids))
  expect(await kept({})).toEqual(ids)
  expect(await kept({ category: 'leaf' })).toEqual(new Set([spinach]))
  expect(await kept({ item: 'daikon' })).toEqual(new Set([radish]))
  expect(await kept({ prefectures: ['01'] })).toEqual(new Set([spinach, frozen]))
  expect(await kept({ methods: ['jas_organic', 'natural'] })).toEqual(new Set([carrot]))
  expect(await kept({ temperatures: ['chilled', 'frozen'] })).toEqual(new Set([spinach, frozen]))
  expect(await kept({ inSeason: true })).toEqual(new Set([carrot, spinach, frozen]))
  expect(await kept({ harvestedSince: jstDate('2026-11-23') })).toEqual(new Set([radish]))
  expect(await kept({ harvestedSince: jstDate('2026-11-24') })).toEqual(new Set())
  expect(await kept({ freeFreight: true })).toEqual(new Set([carrot, radish]))
  expect(await kept({ isNew: true })).toEqual(new Set([carrot, radish, frozen]))
  expect(await kept({ perUnit: { from: 4_000, to: null } })).toEqual(new Set([spinach]))
  expect(await kept({ perUnit: { from: null, to: 1_000 } })).toEqual(new Set([carrot]))
})

test('a user who may not see prices learns none by filtering, sorting or counting', async () => {
  const { ids } = await aShelf()
  const all = await idsOf(visitor(), {}, ids)
  expect(await idsOf(visitor(), { perUnit: { from: 4_000, to: 4_000 }, perKg: { from: 1, to: 1 } }, ids)).toEqual(all)
  const byPrice = await listProducts(visitor(), { sort: 'per_kg', limit: 500 })
  const byPoints = await listProducts(visitor(), { sort: 'recommended', limit: 500 })
  expect(byPrice.products).toEqual(byPoints.products)
  expect((await listWithFacets(visitor(), {})).facets?.perKg).toBeNull()
  expect((await listWithFacets(await aChef(), {})).facets?.perKg).toHaveLength(6)
})

test('every further choice is counted as it would be found, without its own restriction', async () => {
  const ctx = await aChef()
  const { near } = await aShelf()
  const filters: ProductFilter[] = [
    {},
    { category: 'root' },
    { category: 'root', inSeason: true },
    { prefectures: ['12'], methods: ['jas_organic'], temperatures: ['ambient'] },
    { q: '人参' },
    { q: '人参', category: 'root', freeFreight: true },
    { farmId: near.farmId, perUnit: { from: 500, to: 2_000 } },
  ]
  for (const filter of filters) {
    const { facets, count } = await listWithFacets(ctx, filter)
    const n = async (more: ProductFilter) => (await listProducts(ctx, { ...filter, ...more })).count
    const said = there(facets ?? undefined)
    expect(count).toBe(await n({}))
    expect(said.category.root ?? 0).toBe(await n({ category: 'root' }))
    expect(said.category.leaf ?? 0).toBe(await n({ category: 'leaf' }))
    expect(said.place['12'] ?? 0).toBe(await n({ prefectures: ['12'] }))
    expect(said.place['01'] ?? 0).toBe(await n({ prefectures: ['01'] }))
    expect(said.method.jas_organic ?? 0).toBe(await n({ methods: ['jas_organic'] }))
    expect(said.temperature.frozen ?? 0).toBe(await n({ temperatures: ['frozen'] }))
    expect(said.season).toBe(await n({ inSeason: true }))
    expect(said.freight).toBe(await n({ freeFreight: true }))
    expect(said.weighed).toBe(await n({ catchWeight: true }))
    expect(said.isNew).toBe(await n({ isNew: true }))
    expect(said.fresh['7'] ?? 0).toBe(await n({ harvestedSince: jstDate('2026-11-18') }))
    expect(said.favourites).toBe(await n({ favouriteFarms: true }))
    expect(said.item.find(({ key }) => key === 'daikon')?.count ?? 0).toBe(await n({ item: 'daikon' }))
    expect(said.farm.find(({ id }) => id === near.farmId)?.count ?? 0).toBe(await n({ farmId: near.farmId }))
    expect(said.perKg?.[1] ?? 0).toBe(await n({ perKg: { from: 300, to: 599 } }))
    expect(await countFacets(ctx, filter)).toMatchObject({ count, facets: said })
  }
})

test('goods of a farm whose free freight the cart has reached count as free', async () => {
  const ctx = await aChef()
  const { far, ids, spinach, frozen } = await aShelf()
  const free = await idsOf(ctx, { freeFreight: true, reachedFarms: [far.farmId], farmId: far.farmId }, ids)
  expect(new Set(free)).toEqual(new Set([spinach, frozen]))
})

test.each(productSorts)(
  'by %s every product comes once, page by page, as in one long list',
  async (sort: ProductSort) => {
    const ctx = await aChef()
    const { farms } = await aShelf()
    await rankProducts(ctx)
    for (const filter of [{ q: '人参' }, { category: 'root' as const }, { farmId: there(farms[0]) }]) {
      const base = { ...filter, sort, near: '13' as const }
      const whole = (await listProducts(ctx, { ...base, limit: 300 })).products.map(({ id }) => id)
      const seen: ProductId[] = []
      let after: ProductFilter['after']
      for (let page = 0; page < 400; page++) {
        const { products, next } = await listProducts(ctx, { ...base, limit: 2, after })
        seen.push(...products.map(({ id }) => id))
        if (next === null) break
        after = there(parseListCursor(next, sort) ?? undefined)
      }
      expect(seen).toEqual(whole)
      expect(new Set(seen).size).toBe(seen.length)
    }
  },
)

test('the nearest first, the cheapest by weight first, the newest harvest first', async () => {
  const ctx = await aChef()
  const { carrot, spinach, near, far, radish, ids } = await aShelf()
  await aLot(test_.db, far.farmId, spinach, '2026-11-24')
  await aLot(test_.db, near.farmId, carrot, '2026-11-22')
  const first = async (sort: ProductSort, wanted: ProductId[]) =>
    (await idsOf(ctx, { sort, near: '13' }, ids)).filter((id) => wanted.includes(id))[0]
  expect(await first('distance', [spinach, radish])).toBe(radish)
  expect(await first('per_kg', [spinach, carrot])).toBe(carrot)
  expect(await first('harvest', [spinach, carrot])).toBe(spinach)
})

test('what the user’s own restaurant has ordered comes first, for this restaurant only', async () => {
  const market = await aMarket(test_.db)
  const { db } = test_
  const own = market.farms.map(({ productId }) => productId)
  for (let index = 0; index < 30; index++) await aProduct(db, there(market.farms[0]).farmId)
  await placeAll(db, market)
  const top = async (ctx: Ctx) =>
    (await listProducts(ctx, { sort: 'recommended', limit: 3 })).products.map(({ id }) => id).toSorted()
  expect(await top(as(db, market.chef))).toEqual(own.toSorted())
  expect(await top(await aChef())).not.toEqual(own.toSorted())
})

test('a match of the name ranks before a match elsewhere in the text', async () => {
  const ctx = await aChef()
  const { farmId } = await aFarm(test_.db)
  const pear = await aProduct(test_.db, farmId, { name: 'なし 幸水', kana: 'ナシ コウスイ' })
  const seedless = await aProduct(test_.db, farmId, { name: 'たねなし柿', kana: 'タネナシガキ' })
  await sql('update product_search set score = 99 where product_id = $1', seedless)
  const found = await listProducts(ctx, { q: 'なし', farmId, sort: 'recommended' })
  expect(found.products.map(({ id }) => id)).toEqual([pear, seedless])
})

test('points and figures follow the orders, and reckoning them twice changes nothing', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  await bringToShipped(db, market, 0, there(orderId))
  const { farmId, productId } = there(market.farms[0])
  await aLot(db, farmId, productId, '2026-11-24').catch(() => null)
  await rankProducts({ db, now: noon })
  const { rows } = await sql('select score, ordered_count from product_search where product_id = $1', productId)
  expect(rows[0]).toMatchObject({ ordered_count: 1 })
  expect(rows[0].score).toBeGreaterThanOrEqual(40 + 20 + 15)
  expect(await rankProducts({ db, now: noon })).toBeNull()
  const record = await farmRecord(as(db, market.chef), farmId)
  // one order is not enough yet
  expect(record).toMatchObject({ orders: 1, answerPercent: null, fillPercent: null })
})

test('a change of a product, its farm or its harvest is in the list at once', async () => {
  const ctx = await aChef()
  const { carrot, near, ids } = await aShelf()
  const kept = async (filter: ProductFilter) => (await idsOf(ctx, filter, ids)).includes(carrot)
  await sql(`update products set method = 'natural', price_yen = 9000, net_grams = 1000 where id = $1`, carrot)
  expect(await kept({ methods: ['natural'], perKg: { from: 9_000, to: 9_000 } })).toBe(true)
  await sql('update farms set free_freight_from_yen = null where id = $1', near.farmId)
  expect(await kept({ freeFreight: true })).toBe(false)
  await aLot(test_.db, near.farmId, carrot, '2026-11-24')
  expect(await kept({ harvestedSince: jstDate('2026-11-24') })).toBe(true)
})

test('words are written anew when a product, its farm or its spellings change, and only then', async () => {
  const { db } = test_
  const ctx = await aChef()
  const { farmId } = await aFarm(db)
  const id = await aProduct(db, farmId)
  await writeSearchRows(db, { ids: [id] })
  await rewriteStaleWords({ db })
  const found = async (q: string) => (await listProducts(ctx, { q, farmId })).count
  expect([await found('キャロット'), await found('ボンバー')]).toEqual([1, 0])
  await sql(`update products set name = '人参 ボンバー' where id = $1`, id)
  await sql(`update farms set name = '月の畑' where id = $1`, farmId)
  await sql(`update produce_items set words = words || '胡蘿蔔'::text, version = version + 1 where key = 'carrot'`)
  expect(await rewriteStaleWords({ db })).toBeGreaterThan(0)
  expect([await found('ボンバー'), await found('月の畑'), await found('胡蘿蔔')]).toEqual([1, 1, 1])
  expect(await rewriteStaleWords({ db })).toBeNull()
})

const looker = { today: jstDate('2026-11-24'), kitchen: null, reachedFarms: [] }
test('where nothing is found, the nearest list is offered', async () => {
  const { db } = test_
  const ctx = await aChef()
  const { farmId } = await aFarm(db)
  await writeSearchRows(db, { ids: [await aProduct(db, farmId)] })
  const help = async (wish: Partial<typeof noWish>) => {
    const found = await nearestHelp(ctx, { ...noWish, farmId, ...wish }, looker)
    return found && [found.kind, found.wish.q]
  }
  expect(await help({ q: 'にんしん' })).toEqual(['mistake', 'にんじん'])
  expect(await help({ q: '人参', category: 'fish' })).toEqual(['without_filters', '人参'])
  expect(await help({ q: 'にんしん', category: 'fish' })).toEqual(['mistake_without_filters', 'にんじん'])
  expect(await help({ q: '人参 ぬぬぬぬ' })).toEqual(['some_words', '人参'])
  expect(await help({ q: 'ぬぬぬぬ' })).toBeNull()
})

test('suggestions begin with what is typed: words, shelves, goods and farms that are there', async () => {
  const { db } = test_
  const { farmId } = await aFarm(db, { name: 'ゆうひ農園', kana: 'ユウヒノウエン' })
  await aProduct(db, farmId, { name: 'ゆうやけ人参', kana: 'ユウヤケニンジン' })
  await aFarm(db, { name: 'ゆうれい農園', kana: 'ユウレイノウエン', status: 'suspended', statusReason: 'test' })
  const offered = async (typed: string) =>
    (await suggestions(visitor(), typed)).map(({ kind, label }) => `${kind} ${label}`)
  expect(await offered('ゆう')).toEqual(expect.arrayContaining(['product ゆうやけ人参', 'farm ゆうひ農園']))
  expect((await offered('ゆう')).join()).not.toContain('ゆうれい')
  expect(await offered('ﾆﾝｼﾞ')).toEqual(expect.arrayContaining(['word にんじん']))
  expect(await offered('きのこ')).toEqual(expect.arrayContaining(['category きのこ']))
  for (const strange of ['', '%', '_', "'", '\\', '\u0000', 'あ'.repeat(500)])
    expect(await offered(strange)).toBeDefined()
  expect(await offered('%')).toEqual([])
})

test('farms by place, goods and favourites; each prefecture counted whatever was chosen', async () => {
  const ctx = await aChef()
  const { farms } = await aShelf()
  const ids = async (wish: Partial<typeof noFarmWish>) => {
    const seen: FarmId[] = []
    let after: FarmId | null = null
    do {
      const page: FarmPage = await listFarms(ctx, { ...noFarmWish, ...wish, after }, null)
      seen.push(...page.farms.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    return seen.filter((id) => farms.includes(id))
  }
  const [near, far] = farms
  expect(new Set(await ids({}))).toEqual(new Set(farms))
  expect(await ids({ region: 'hokkaido' })).toEqual([far])
  expect(await ids({ prefecture: '12' })).toEqual([near])
  expect(await ids({ category: 'leaf' })).toEqual([far])
  expect(await ids({ method: 'jas_organic' })).toEqual([near])
  expect(await ids({ favourites: true })).toEqual([])
  const { places } = await listFarms(ctx, { ...noFarmWish, region: 'hokkaido' }, null)
  expect(places['12']).toBeGreaterThan(0)
})

test('the card of a farm shows three of its goods, none that are hidden, and no price', async () => {
  const { db } = test_
  const { farmId } = await aFarm(db, { kana: 'アアア', prefectureCode: '47' })
  const cards = async (ctx = visitor()) =>
    there((await listFarms(ctx, { ...noFarmWish, prefecture: '47' }, null)).farms.find(({ id }) => id === farmId)).some
  expect(await cards()).toEqual([])
  const ids: ProductId[] = []
  for (let index = 0; index < 5; index++)
    ids.push(await aProduct(db, farmId, { name: `冬の人参 ${index}`, priceYen: yen(4_321) }))
  const some = await cards()
  expect(some).toHaveLength(3)
  expect(JSON.stringify(some)).not.toContain('4321')
  const hidden = some.map(({ id }) => id)
  await sql("update products set audience = 'chosen' where id = any ($1)", hidden)
  const chef = await aRestaurant(db)
  await sql(
    'insert into product_audience (product_id, restaurant_id, since) select unnest($1::uuid[]), $2, $3',
    hidden,
    chef.restaurantId,
    noon,
  )
  for (const ctx of [visitor(), as(db, chef.actor)])
    expect((await cards(ctx)).map(({ id }) => id)).toEqual(expect.not.arrayContaining(hidden))
  expect(await cards()).toHaveLength(2)
})

test('beside a product: similar ones of other farms, what several restaurants order with it, its harvests', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const [carrots, , birds] = market.farms
  const { farmId } = await aFarm(db)
  const like = await aProduct(db, farmId)
  const pack = await aProduct(db, there(carrots).farmId)
  await placeAll(db, market)
  const beside = () => relatedProducts(as(db, market.chef), there(carrots).productId)
  expect((await beside()).together).toEqual([])
  const { actor, kitchenId } = await aRestaurant(db)
  await placeAll(db, { ...market, chef: actor, kitchenId })
  const { similar, together, packs } = await beside()
  expect(together.map(({ id }) => id)).toEqual([there(birds).productId])
  expect(packs.map(({ id }) => id)).toEqual([pack])
  expect(similar.every(({ farm }) => farm.id !== there(carrots).farmId)).toBe(true)
  expect(
    (await listProducts(as(db, market.chef), { item: 'carrot', limit: 500 })).products.map(({ id }) => id),
  ).toContain(like)
})

test('certificates of a farm are listed while they are valid and checked by staff', async () => {
  const { db } = test_
  const { farmId } = await aFarm(db)
  const { adminId } = await anAdmin(db)
  const paper = (number: string, checked: boolean, until: string | null) =>
    sql(
      `insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, number, authority, expires_on, added_at, checked_at, checked_by)
       values ($1, 'certificate', $2, $3, 'application/pdf', 'x.pdf', 1, $4, '検査機関', $5, now(), $6, $7)`,
      newId<'document'>(),
      farmId,
      newId().replaceAll('-', ''),
      number,
      until,
      checked ? noon : null,
      checked ? adminId : null,
    )
  await paper('A', true, '2027-03-31')
  await paper('B', false, '2027-03-31')
  await paper('C', true, '2026-11-23')
  await paper('D', true, null)
  const { certificates } = await farmRecord(visitor(), farmId)
  expect(certificates.map(({ number }) => number)).toEqual(['A', 'D'])
})

test('staff curate the kinds of food: found by the new words, refused where it would break something', async () => {
  const { db } = test_
  const staff = as(db, await anAdmin(db))
  const ctx = await aChef()
  const { farmId } = await aFarm(db)
  const save = (key: string, version: number | null, words: string[], parentKey: string | null = null) =>
    saveProduceItem(staff, { itemKey: key, version, category: 'root', parentKey, name: '月の芋', words })
  must(await save('moon_yam', null, ['月の芋', 'ツキノイモ']))
  expect(await save('moon_yam', null, ['x'])).toMatchObject({ refusal: 'key_taken' })
  expect(await save('Moon', null, ['x'])).toMatchObject({ refusal: 'bad_key' })
  expect(await save('moon_yam', 2, [])).toMatchObject({ refusal: 'no_words' })
  expect(await save('moon_yam', 2, ['x'], 'moon_yam')).toMatchObject({ refusal: 'no_such_parent' })
  expect(await save('moon_yam', 2, ['x'], 'color_carrot')).toMatchObject({ refusal: 'parent_is_special' })
  const id = await aProduct(db, farmId, { name: 'いも', kana: 'イモ', itemKey: 'moon_yam' })
  await writeSearchRows(db, { ids: [id] })
  const found = async (q: string) => (await listProducts(ctx, { q, farmId })).count
  expect(await found('つきのいも')).toBe(1)
  must(await save('moon_yam', 2, ['月の芋', 'ムーンポテト']))
  expect(await save('moon_yam', 2, ['x'])).toMatchObject({ refusal: 'stale' })
  await rewriteStaleWords({ db })
  expect([await found('むーんぽてと'), await found('つきのいも')]).toEqual([1, 0])
  expect(await removeProduceItem(staff, { itemKey: 'moon_yam', version: 3 })).toMatchObject({ refusal: 'in_use' })
  await sql(`update products set item_key = 'daikon' where id = $1`, id)
  const shelf = async () => (await produceShelf(staff, 'root')).map(({ key }) => key)
  const before = await shelf()
  await moveProduceItem(staff, { itemKey: 'moon_yam', by: -1 })
  expect((await shelf()).indexOf('moon_yam')).toBe(before.indexOf('moon_yam') - 1)
  must(await removeProduceItem(staff, { itemKey: 'moon_yam', version: 3 }))
  expect(await shelf()).not.toContain('moon_yam')
})

test('the tables begin with every spelling of the research, special kinds with those of the plain ones', async () => {
  const spellings = await readSpellings(test_.db)
  expect(spellings.size).toBeGreaterThan(200)
  for (const key of ['carrot', 'color_carrot', 'cabbage', 'spring_cabbage', 'shiitake', 'jidori'])
    if (synonymsOf(key).length > 0) expect(spellings.get(key)).toEqual(expect.arrayContaining([...synonymsOf(key)]))
})
