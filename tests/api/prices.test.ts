import { expect, test } from 'vitest'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

async function aShop() {
  const { db } = test_
  const { actor, farmId } = await aFarm(db)
  const carrots = await aProduct(db, farmId)
  const chef = await aRestaurant(db)
  await fillCart(as(db, chef.actor), chef.kitchenId, [[carrots, 1]])
  must(await place(as(db, chef.actor), chef.kitchenId))
  return {
    farm: await api.tokenOf(actor),
    chef: await api.tokenOf(chef.actor),
    stranger: await api.tokenOf((await aRestaurant(db)).actor),
    restaurantId: chef.restaurantId,
    farmId,
    carrots,
  }
}

test('tiers by the API: read, set, refused, and seen by chefs', async () => {
  const { farm, chef, carrots } = await aShop()
  const path = `/farm/goods/${carrots}/tiers`
  expect(await api.call('GET', path, { token: farm })).toMatchObject({
    status: 200,
    body: { listYen: 1_500, version: 1, tiers: [] },
  })
  const tiers = [{ fromQty: 5, priceYen: 1_400 }]
  const put = (body: unknown) => api.call('PUT', path, { token: farm, body })
  expect(await put({ version: 1, tiers })).toMatchObject({ status: 200, body: { changed: true } })
  expect(await put({ version: 1, tiers: [] })).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
  expect(await put({ version: 2, tiers: [{ fromQty: 5, priceYen: 1_500 }] })).toMatchObject({
    status: 409,
    body: { code: 'TIERS_NOT_FALLING' },
  })
  expect((await put({ version: 2, tiers: [{ fromQty: 5, priceYen: 1.5 }] })).status).toBe(422)
  expect(await api.call('GET', `/products/${carrots}`, { token: chef })).toMatchObject({
    body: { priceYen: 1_500, why: 'list', tiers, hidden: false },
  })
  expect(await api.call('GET', `/products/${carrots}`, {})).toMatchObject({ body: { priceYen: null, tiers: [] } })
  const qty = await api.call('PUT', `/cart/lines/${carrots}`, { token: chef, body: { qty: 3 } })
  expect(qty.body.farms[0].lines[0]).toMatchObject({ priceYen: 1_500, listYen: 1_500, next: tiers[0] })
})

test('a restaurant’s own price by the API, for this restaurant’s token alone', async () => {
  const { farm, chef, stranger, restaurantId, carrots } = await aShop()
  expect(await api.call('GET', '/farm/regulars', { token: farm })).toMatchObject({
    body: { regulars: [{ id: restaurantId, orders: 1, lastOn: '2026-11-24' }] },
  })
  const path = `/farm/regulars/${restaurantId}/prices`
  const body = { productId: carrots, priceYen: 1_300, from: '2026-11-24', until: null }
  const key = aKey()
  const made = await api.call('POST', path, { token: farm, key, body })
  expect(made.status).toBe(201)
  expect((await api.call('POST', path, { token: farm, key, body })).body).toEqual(made.body)
  expect(await api.call('POST', path, { token: farm, body: { percentOff: 60, from: '2026-11-24' } })).toMatchObject({
    status: 422,
  })
  expect((await api.call('GET', `/products/${carrots}`, { token: chef })).body).toMatchObject({
    priceYen: 1_300,
    why: 'own',
  })
  const seen = await api.call('GET', `/products/${carrots}`, { token: stranger })
  expect(seen.body).toMatchObject({ priceYen: 1_500, why: 'list' })
  expect(await api.call('GET', path, { token: farm })).toMatchObject({
    body: {
      prices: [{ id: made.body.id, product: { id: carrots, listYen: 1_500 }, priceYen: 1_300, percentOff: null }],
    },
  })
  for (const token of [stranger, chef]) expect((await api.call('GET', path, { token })).status).toBe(403)
  expect((await api.call('DELETE', `/farm/prices/${made.body.id}`, { token: farm })).status).toBe(204)
  expect((await api.call('DELETE', `/farm/prices/${made.body.id}`, { token: farm })).status).toBe(204)
  expect((await api.call('GET', path, { token: farm })).body).toEqual({ prices: [] })
})

test('goods for chosen restaurants by the API: there for these, not found for others', async () => {
  const { farm, chef, stranger, restaurantId, farmId, carrots } = await aShop()
  const path = `/farm/goods/${carrots}/audience`
  const put = (body: unknown) => api.call('PUT', path, { token: farm, body })
  expect(await put({ version: 1, audience: 'chosen' })).toMatchObject({ status: 409, body: { code: 'NOBODY_CHOSEN' } })
  expect(await put({ version: 1, audience: 'chosen', restaurantIds: [restaurantId] })).toMatchObject({ status: 200 })
  expect(await api.call('GET', path, { token: farm })).toMatchObject({
    body: { audience: 'chosen', restaurants: [{ id: restaurantId }] },
  })
  const shared = async (token: string) => (await api.call('GET', '/shared-products', { token })).body.products.length
  expect([await shared(chef), await shared(stranger), await shared(farm)]).toEqual([1, 0, 0])
  const status = async (token?: string) =>
    (await api.call('GET', `/products/${carrots}`, { ...(token && { token }) })).status
  expect([await status(chef), await status(farm), await status(stranger), await status()]).toEqual([200, 200, 404, 404])
  for (const token of [chef, stranger]) {
    const list = await api.call('GET', `/products?farmId=${farmId}&facets=true`, { token })
    expect(list.body).toMatchObject({ products: [], count: 0, facets: { category: {} } })
  }
  const put_ = await api.call('PUT', `/cart/lines/${carrots}`, { token: stranger, body: { qty: 1 } })
  expect(put_.status).toBe(404)
})
