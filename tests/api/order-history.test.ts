import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { aFarm, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

async function aShop() {
  const { db } = test_
  const chef = await aRestaurant(db)
  for (let farms = 0; farms < 3; farms++) {
    const { farmId } = await aFarm(db)
    await fillCart(as(db, chef.actor), chef.kitchenId, [[await aProduct(db, farmId), 1]])
  }
  must(await place(as(db, chef.actor), chef.kitchenId))
  return {
    chef: await api.tokenOf(chef.actor),
    farm: await api.tokenOf((await aFarm(db)).actor),
    stranger: await api.tokenOf((await aRestaurant(db)).actor),
  }
}

const search = (token: string, query = '') => api.call('GET', `/order-history${query}`, { token })

test('orders are searched page by page, with the totals of all that was found', async () => {
  const { chef, farm, stranger } = await aShop()
  const first = await search(chef, `?q=${encodeURIComponent('人参')}&month=2026-11&limit=2`)
  expect(first).toMatchObject({ status: 200, body: { months: [{ month: '2026-11', orders: 3, unsettled: 3 }] } })
  expect(first.body.orders).toHaveLength(2)
  const next = await search(chef, `?q=${encodeURIComponent('人参')}&limit=2&after=${first.body.next}`)
  expect(next.body.orders).toHaveLength(1)
  expect(next.body.next).toBeNull()
  expect((await search(chef, '?leastYen=9999999')).body.orders).toEqual([])
  expect((await search(stranger)).body).toEqual({ orders: [], months: [], next: null })
  expect((await search(farm)).status).toBe(403)
  for (const wrong of [
    'month=2026-13',
    'from=2026-02-30',
    'leastYen=1.5',
    'leastYen=-1',
    'farmId=x',
    'after=x',
    'limit=0',
  ])
    expect([wrong, (await search(chef, `?${wrong}`)).status]).toEqual([wrong, 422])
})

test('the analysis of purchases', async () => {
  const { chef, farm } = await aShop()
  const path = '/order-history/analysis?from=2026-11-01&to=2026-11-30'
  expect(await api.call('GET', path, { token: chef })).toMatchObject({
    status: 200,
    body: { totalYen: 0, unsettled: 3, months: [{ month: '2026-11', billedYen: 0 }], price: null },
  })
  const [{ lines }] = (await search(chef)).body.orders
  const priced = await api.call('GET', `${path}&productId=${lines[0].productId}`, { token: chef })
  expect(priced.body.price).toMatchObject({ points: [{ orderedOn: '2026-11-24', priceYen: 1_500 }], move: null })
  expect((await api.call('GET', path, { token: farm })).status).toBe(403)
  expect((await api.call('GET', '/order-history/analysis', { token: chef })).status).toBe(422)
})

test('the address of a calendar is made, told once, and revoked', async () => {
  const { chef, farm } = await aShop()
  const ask = (method: string, token = chef) => api.call(method, '/calendar-feed', { token })
  expect((await ask('GET')).body).toEqual({ feed: null })
  const { status, body } = await ask('PUT')
  expect([status, Object.keys(body)]).toEqual([200, ['address']])
  expect(body.address).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
  expect((await ask('GET')).body).toMatchObject({ feed: { lastReadAt: null } })
  expect((await ask('DELETE')).status).toBe(204)
  expect((await ask('DELETE')).status).toBe(204)
  expect((await ask('GET')).body).toEqual({ feed: null })
  for (const method of ['GET', 'PUT', 'DELETE']) expect((await ask(method, farm)).status).toBe(403)
})

test('what was ordered a year ago', async () => {
  const { chef, farm } = await aShop()
  const path = '/order-history/year-ago'
  expect((await api.call('GET', path, { token: chef })).body).toEqual({ yearAgo: null })
  await test_.pool.query('update orders set placed_at = $1', [at('2025-11-24 21:00')])
  expect((await api.call('GET', path, { token: chef })).body).toMatchObject({
    yearAgo: { from: '2025-11-14', to: '2025-12-04', goods: [{ qty: 1, orders: 1 }, { qty: 1 }, { qty: 1 }] },
  })
  expect((await api.call('GET', path, { token: farm })).status).toBe(403)
})
