import { expect, test } from 'vitest'
import { aFarm, aMarket, aProduct, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf } = anApi(database)

test('a list by API: narrowed, ordered, counted, page by page', async () => {
  const { actor } = await aRestaurant(database.db)
  const token = await tokenOf(actor)
  const { farmId } = await aFarm(database.db)
  for (let n = 0; n < 5; n++) await aProduct(database.db, farmId, { method: n % 2 ? 'natural' : 'jas_organic' })
  const ask = async (query: string) => (await call('GET', `/products?farmId=${farmId}&${query}`, { token })).body
  expect(await ask('method=natural&facets=true')).toMatchObject({
    count: 2,
    facets: { method: { natural: 2, jas_organic: 3 }, category: { root: 2 } },
  })
  expect((await ask('method=natural,jas_organic&perUnitFrom=1501')).count).toBe(0)
  const seen: string[] = []
  for (let after = ''; ; ) {
    const page = await ask(`sort=popular&limit=2${after && `&after=${encodeURIComponent(after)}`}`)
    seen.push(...page.products.map(({ id }: { id: string }) => id))
    if (!page.next) break
    after = page.next
  }
  expect(new Set(seen).size).toBe(5)
  for (const wrong of ['method=magic', 'prefecture=99', 'perKgFrom=x', 'sort=price', 'harvestedWithinDays=0'])
    expect((await call('GET', `/products?${wrong}`, { token })).status, wrong).toBe(422)
})

test('a client that has the current answer gets 304; a caller who may see prices gets another answer', async () => {
  const market = await aMarket(database.db)
  const token = await tokenOf(market.chef)
  const { productId } = there(market.farms[0])
  const first = await call('GET', `/products/${productId}`, { token })
  const tag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const same = await call('GET', `/products/${productId}`, { token, headers: { 'if-none-match': `W/"x", ${tag}` } })
  expect([same.status, same.body]).toEqual([304, ''])
  const visitor = await call('GET', `/products/${productId}`, { headers: { 'if-none-match': tag } })
  expect(visitor.status).toBe(200)
  expect(visitor.body.priceYen).toBeNull()
  const narrowed = await call('GET', '/products?perUnitFrom=1&perUnitTo=1&sort=per_kg&facets=true')
  expect(narrowed.body.count).toBeGreaterThan(0)
  expect(narrowed.body.facets.perKg).toBeNull()
})

test('favourites and notices by API', async () => {
  const market = await aMarket(database.db)
  const token = await tokenOf(market.chef)
  const { productId, farmId } = there(market.farms[0])
  for (const _ of [1, 2]) expect((await call('PUT', `/favourites/products/${productId}`, { token })).status).toBe(204)
  await call('PUT', `/favourites/farms/${farmId}`, { token })
  const watch = await call('PUT', '/watches', { token, body: { kind: 'new_of_farm', farmId } })
  expect(watch.status).toBe(204)
  const mine = await call('GET', '/favourites', { token })
  expect(mine.body).toMatchObject({
    products: [{ id: productId }],
    farms: [{ id: farmId }],
    watches: [{ kind: 'new_of_farm' }],
  })
  await call('DELETE', `/favourites/products/${productId}`, { token })
  await call('DELETE', `/watches/${mine.body.watches[0].id}`, { token })
  expect((await call('GET', '/favourites', { token })).body).toMatchObject({ products: [], watches: [] })
  expect((await call('GET', '/favourites')).status).toBe(401)
  expect((await call('PUT', `/favourites/farms/${productId}`, { token })).status).toBe(404)
  const words = await call('PUT', '/watches', { token, body: { kind: 'words', words: '％' } })
  expect([words.status, words.body.code]).toEqual([409, 'NO_WORDS'])
})

test('farms and suggestions by API', async () => {
  const { farmId } = await aFarm(database.db, { name: 'いぶきの畑', kana: 'イブキノハタケ', prefectureCode: '25' })
  await aProduct(database.db, farmId)
  const { body } = await call('GET', '/farms?prefecture=25')
  expect(body).toMatchObject({ count: 1, farms: [{ id: farmId, goods: 1, firstDay: null }], places: { 25: 1 } })
  const offered = await call('GET', `/suggestions?q=${encodeURIComponent('いぶき')}`)
  expect(offered.body.suggestions).toContainEqual({
    kind: 'farm',
    label: 'いぶきの畑',
    note: '農園',
    to: `/restaurant/farmers/${farmId}`,
  })
  expect((await call('GET', `/farms/${farmId}`)).body.record).toMatchObject({ orders: 0, methods: [{ goods: 1 }] })
})
