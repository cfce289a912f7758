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
  // the response was lost: the same key gives the same response, though its ETag is outdated by now
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
  const byHarvest = await aProduct(test_.db, farmId, { sellsFrom: 'harvest', stock: 0 })
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

test('another farm’s goods do not exist, a restaurant has none, a visitor has to sign in', async () => {
  const { carrots } = await aShop()
  const body = { rows: [{ productId: carrots, stock: 1 }] }
  const other = await api.tokenOf((await aFarm(test_.db)).actor)
  const chef = await api.tokenOf((await aRestaurant(test_.db)).actor)
  expect((await api.call('PUT', '/farm/goods', { token: other, body })).status).toBe(404)
  expect((await api.call('PUT', '/farm/goods', { token: chef, body })).status).toBe(403)
  expect((await api.call('GET', '/farm/goods', {})).status).toBe(401)
})

test('the list goes on where it stopped, and says when nothing is different', async () => {
  const { token, carrots, leeks } = await aShop()
  const first = await api.call('GET', '/farm/goods?limit=1', { token })
  const second = await api.call('GET', `/farm/goods?limit=1&after=${first.body.next}`, { token })
  expect([...first.body.goods, ...second.body.goods].map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [carrots, leeks].toSorted(),
  )
  expect(second.body.next).toBeNull()
  const etag = first.headers.get('etag') ?? ''
  const again = () => api.call('GET', '/farm/goods?limit=1', { token, headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await api.call('PUT', '/farm/goods', { token, body: { rows: [{ productId: leeks, stock: 3 }] } })
  expect((await again()).status).toBe(200)
  expect((await api.call('GET', `/farm/goods?q=${encodeURIComponent('ねぎ')}`, { token })).body.goods).toHaveLength(1)
  for (const after of ['x', '1.2.3', `0.0.${carrots}0`])
    expect((await api.call('GET', `/farm/goods?after=${after}`, { token })).status).toBe(422)
})

test('goods rest and come back, a harvest is promised and withdrawn, the farm rests', async () => {
  const { token, carrots, farmId } = await aShop()
  const other = await aShop()
  const to = (move: string, who = token) =>
    api.call('PUT', `/farm/goods/${carrots}/status`, { token: who, body: { move } })
  expect(await to('pause')).toMatchObject({ status: 200 })
  expect((await api.call('GET', '/farm/goods?status=paused', { token })).body.goods).toMatchObject([{ id: carrots }])
  expect(await to('restore')).toMatchObject({ status: 200 })
  expect(await to('list')).toMatchObject({ status: 200 })
  expect((await to('pause', other.token)).status).toBe(404)

  const byHarvest = await aProduct(test_.db, farmId, { sellsFrom: 'harvest', stock: 0 })
  const window = { from: '2026-11-25', to: '2026-11-27', leastQty: 30, mostQty: 50, confidence: 'middle' }
  const promised = await api.call('POST', '/farm/harvests', {
    token,
    key: aKey(),
    body: { productId: byHarvest, ...window },
  })
  expect(promised.status).toBe(200)
  const twice = { productId: byHarvest, ...window }
  expect(await api.call('POST', '/farm/harvests', { token, key: aKey(), body: twice })).toMatchObject({
    status: 409,
    body: { code: 'WINDOW_OVERLAPS' },
  })
  const harvests = async () => (await api.call('GET', '/farm/harvests', { token })).body.goods
  expect(await harvests()).toMatchObject([{ id: byHarvest, windows: [{ promised: 40, reserved: 0 }] }])
  const [{ again }] = await harvests()
  expect(again).toMatchObject({ day: '2026-11-28', like: '2026-11-27', leastQty: 10, mostQty: 16 })
  const same = { token, key: aKey(), body: { productId: byHarvest, day: again.day } }
  const repeated = await api.call('POST', '/farm/harvests/repeat', same)
  expect(repeated).toMatchObject({ status: 200 })
  expect(await api.call('POST', '/farm/harvests/repeat', same)).toMatchObject({ body: repeated.body })
  expect(await api.call('POST', '/farm/harvests/repeat', { ...same, key: aKey() })).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  })
  await api.call('DELETE', `/farm/harvests/${repeated.body.id}`, { token })
  expect((await api.call('DELETE', `/farm/harvests/${promised.body.id}`, { token: other.token })).status).toBe(404)
  expect((await api.call('DELETE', `/farm/harvests/${promised.body.id}`, { token })).status).toBe(200)
  expect(await harvests()).toMatchObject([{ windows: [] }])

  const days = { from: '2026-12-29', to: '2027-01-04' }
  const rest = await api.call('POST', '/farm/vacations', { token, key: aKey(), body: days })
  expect(rest).toMatchObject({ status: 200, body: { declined: 0 } })
  expect((await api.call('GET', '/farm/vacations', { token })).body.vacations).toMatchObject([days])
  expect((await api.call('DELETE', `/farm/vacations/${rest.body.id}`, { token })).status).toBe(200)
  expect((await api.call('GET', '/farm/vacations', { token })).body.vacations).toEqual([])
})
