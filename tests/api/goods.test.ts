import { expect, test } from 'vitest'
import { aFarm, aKey, aProduct, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

async function aShop() {
  const { actor, farmId } = await aFarm(test_.db)
  const [carrots, leeks] = [await aProduct(test_.db, farmId), await aProduct(test_.db, farmId, { name: 'ねぎ' })]
  return { token: await api.tokenOf(actor), carrots, leeks, farmId }
}

test('a farm reads its goods with a mark, and sets numbers and prices with one call', async () => {
  const { token, carrots, leeks } = await aShop()
  const read = await api.call('GET', '/farm/goods', { token })
  expect(read).toMatchObject({ status: 200, body: { goods: [{ stock: 100 }, { stock: 100 }] } })
  const etag = read.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  const key = aKey()
  const rows = [
    { productId: carrots, stock: 40 },
    { productId: leeks, priceYen: 1_800 },
  ]
  const put = () => api.call('PUT', '/farm/goods', { token, key, body: { rows }, headers: { 'if-match': etag } })
  expect(await put()).toMatchObject({ status: 200, body: { changed: 2 } })
  // the answer was lost: the same key gives the same answer, though the mark is an old one by now
  expect(await put()).toMatchObject({ status: 200, body: { changed: 2 } })
  expect(await api.call('PUT', '/farm/goods', { token, body: { rows }, headers: { 'if-match': etag } })).toMatchObject({
    status: 412,
    body: { code: 'PRECONDITION_FAILED' },
  })
  const after = await api.call('GET', '/farm/goods', { token })
  expect(after.headers.get('etag')).not.toBe(etag)
})

test('one wrong row, and nothing is changed', async () => {
  const { token, carrots, farmId } = await aShop()
  const byHarvest = await aProduct(test_.db, farmId, { sells_from: 'harvest', stock: 0 })
  const rows = [
    { productId: carrots, stock: 1 },
    { productId: byHarvest, stock: 5 },
  ]
  expect(await api.call('PUT', '/farm/goods', { token, body: { rows } })).toMatchObject({
    status: 409,
    body: { code: 'STOCK_BY_HARVEST', detail: { rows: [{ id: byHarvest }] } },
  })
  const { body } = await api.call('GET', '/farm/goods', { token })
  expect(body.goods.map(({ stock }: { stock: number }) => stock).toSorted()).toEqual([0, 100, 100])
})

test.each([
  [{ rows: [] }, 422],
  [{ rows: [{ stock: 1 }] }, 422],
  [{ rows: [{ productId: '0193c0de-0000-7000-8000-000000000005', stock: -1 }] }, 422],
  [{ rows: [{ productId: '0193c0de-0000-7000-8000-000000000005' }] }, 422],
  [{ rows: [{ productId: '0193c0de-0000-7000-8000-000000000005', stock: 1 }] }, 404],
])('%j is answered with %i', async (body, status) => {
  const { token } = await aShop()
  expect((await api.call('PUT', '/farm/goods', { token, body })).status).toBe(status)
})

test('another farm’s goods do not exist, a restaurant has none, a visitor is asked who it is', async () => {
  const { carrots } = await aShop()
  const body = { rows: [{ productId: carrots, stock: 1 }] }
  const other = await api.tokenOf((await aFarm(test_.db)).actor)
  const chef = await api.tokenOf((await aRestaurant(test_.db)).actor)
  expect((await api.call('PUT', '/farm/goods', { token: other, body })).status).toBe(404)
  expect((await api.call('PUT', '/farm/goods', { token: chef, body })).status).toBe(403)
  expect((await api.call('GET', '/farm/goods', {})).status).toBe(401)
})
