import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import {
  countCap,
  countFacets,
  listProducts,
  listWithFacets,
  type ProductFilter,
} from '../../app/modules/products/catalog/product-list.server.ts'
import { reserveStock } from '../../app/modules/products/catalog/stock.server.ts'
import { aFarm, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const sql = (text: string, ...values: unknown[]) => test_.pool.query(text, values)

/** How many are shown and counted. */
async function shown(filter: ProductFilter): Promise<[number, number]> {
  const { actor } = await aRestaurant(test_.db)
  const { products, count } = await listProducts(as(test_.db, actor), filter)
  return [products.length, count]
}

test.each([
  [
    'a farm is suspended',
    `update farms set status = 'suspended', status_reason = 'test' where id = $1`,
    `update farms set status = 'approved' where id = $1`,
  ],
  [
    'its product is paused',
    `update products set status = 'paused' where farm_id = $1`,
    `update products set status = 'listed' where farm_id = $1`,
  ],
])('when %s its goods are in no list and no search, and come back with it', async (_, away, back) => {
  const { farmId } = await aFarm(test_.db)
  await aProduct(test_.db, farmId)
  const filters = [{ farmId }, { farmId, q: '人参' }, { farmId, category: 'root' as const }]
  const lists = () => Promise.all(filters.map(shown))
  expect(await lists()).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
  await sql(away, farmId)
  expect(await lists()).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  await sql(back, farmId)
  expect(await lists()).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
})

test('a paused product of a farm that was suspended meanwhile stays away until both are back', async () => {
  const { farmId } = await aFarm(test_.db)
  await aProduct(test_.db, farmId)
  await sql(`update products set status = 'paused' where farm_id = $1`, farmId)
  await sql(`update farms set status = 'suspended', status_reason = 'test' where id = $1`, farmId)
  await sql(`update products set status = 'listed' where farm_id = $1`, farmId)
  expect(await shown({ farmId })).toEqual([0, 0])
  await sql(`update farms set status = 'approved' where id = $1`, farmId)
  expect(await shown({ farmId })).toEqual([1, 1])
})

test('what a farm that is not approved writes is not shown', async () => {
  const { farmId } = await aFarm(test_.db, { status: 'submitted' })
  await aProduct(test_.db, farmId)
  expect(await shown({ farmId })).toEqual([0, 0])
})

test('a farm is suspended while its product is listed: in either order, nothing is shown', async () => {
  for (const farmFirst of [true, false]) {
    const { farmId } = await aFarm(test_.db)
    await aProduct(test_.db, farmId, { status: 'paused' })
    const changes = [
      `update farms set status = 'suspended', status_reason = 'test' where id = $1`,
      `update products set status = 'listed' where farm_id = $1`,
    ]
    const [first, second] = [await test_.pool.connect(), await test_.pool.connect()]
    const [earlier = '', later = ''] = farmFirst ? changes : changes.toReversed()
    await first.query('begin')
    await first.query(earlier, [farmId])
    const waiting = second.query(later, [farmId])
    await first.query('commit')
    await waiting
    first.release()
    second.release()
    expect(await shown({ farmId })).toEqual([0, 0])
  }
})

test('sold-out goods are shown, but arrive on no day', async () => {
  const { db } = test_
  const { actor } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId, { stock: 2 })
  const taken = { productId, qty: 2 }
  const calendar = { receivingWeekdays: [1, 2, 3, 4, 5, 6] as const, closedDays: new Set<never>() }
  const arrives = { on: jstDate('2026-11-27'), at: { zone: 'kanto' as const, calendar } }
  expect(await shown({ farmId, arrives })).toEqual([1, 1])
  await reserveStock(as(db, actor), [{ ...taken, orderLineId: newId<'orderLine'>(), shipOn: jstDate('2026-11-25') }])
  expect(await shown({ farmId })).toEqual([1, 1])
  expect(await shown({ farmId, arrives })).toEqual([0, 0])
})

test('paging goes to the last product, past the number at which counting stops', async () => {
  const { db } = test_
  const { actor } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const like = await aProduct(db, farmId, { listedAt: new Date('2020-01-01T00:00:00Z') })
  const columns = async (table: string, but: readonly string[]) => {
    const { rows } = await sql('select column_name c from information_schema.columns where table_name = $1', table)
    return rows
      .map(({ c }) => String(c))
      .filter((column) => !but.includes(column))
      .join(', ')
  }
  const ofProduct = await columns('products', ['id', 'listed_at'])
  const ofSearch = await columns('product_search', ['product_id', 'listed_at', 'search_text'])
  const many = countCap + 10
  await sql(
    `insert into products (id, listed_at, ${ofProduct}) select gen_random_uuid(), '2020-01-01'::timestamptz + n * interval '1 minute', ${ofProduct}
       from products, generate_series(1, ${many}) n where id = $1`,
    like,
  )
  await sql(
    `insert into product_search (product_id, listed_at, search_text, ${ofSearch})
     select p.id, p.listed_at, 'a', s.${ofSearch.replaceAll(', ', ', s.')} from products p, product_search s
      where s.product_id = $1 and p.id <> $1 and p.farm_id = $2`,
    like,
    farmId,
  )
  const { rows } = await sql(
    `select product_id as id, to_char(listed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key
       from product_search where farm_id = $1 order by listed_at, product_id limit 1 offset 5`,
    farmId,
  )
  const end = await listProducts(as(db, actor), { after: rows[0] })
  expect(end).toMatchObject({ count: countCap, capped: true, next: null })
  expect(end.products).toHaveLength(5)
  expect(end.products.at(-1)?.id).toBe(like)

  // the shared counts are cached: the same numbers for all, and favourites per user
  const all = { farmId, category: 'root' as const }
  await sql('insert into favourites (person_id, farm_id, created_at) values ($1, $2, now())', actor.personId, farmId)
  expect((await listWithFacets(as(db, actor), all)).facets).toBeNull()
  const counts = async (who: Ctx) => {
    const { count, facets } = await countFacets(who, all)
    return [count, facets?.category.root, facets?.favourites, facets?.perKg === null]
  }
  expect(await counts(as(db, actor))).toEqual([many + 1, many + 1, countCap, false])
  expect(await counts(as(db, (await aRestaurant(db)).actor))).toEqual([many + 1, many + 1, 0, false])
  expect(await counts(as(db, { kind: 'visitor' }))).toEqual([many + 1, many + 1, 0, true])
}, 60_000)
