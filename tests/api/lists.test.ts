import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { aFarm, aKey, aProduct, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

async function aShop() {
  const { db } = test_
  const { farmId } = await aFarm(db)
  const chef = await aRestaurant(db)
  return {
    carrots: await aProduct(db, farmId),
    token: await api.tokenOf(chef.actor),
    stranger: await api.tokenOf((await aRestaurant(db)).actor),
  }
}

test('a list by the API: made, filled, ordered from, and private to its restaurant', async () => {
  const { token, stranger, carrots } = await aShop()
  const key = aKey()
  const body = { name: '金曜の定番', weekdays: [5] }
  const made = await api.call('POST', '/lists', { token, key, body })
  expect(made).toMatchObject({ status: 201, body: { name: '金曜の定番', weekdays: [5], version: 1, lines: [] } })
  const again = await api.call('POST', '/lists', { token, key, body })
  expect(again.body.id).toBe(made.body.id)
  const path = `/lists/${made.body.id}`
  const line = await api.call('PUT', `${path}/lines/${carrots}`, { token, body: { qty: 2, learns: true } })
  expect(line.body.lines).toMatchObject([{ productId: carrots, qty: 2, learns: true, asleep: null }])
  expect(await api.call('GET', `${path}/order`, { token })).toMatchObject({
    status: 200,
    body: { on: '2026-11-27', awake: [{ productId: carrots, qty: 2, unitYen: 1_500 }], asleep: [] },
  })
  expect(await api.call('PUT', `${path}/cart`, { token, body: {} })).toMatchObject({ body: { put: 1, changes: [] } })
  expect((await api.call('GET', '/cart', { token })).body).toMatchObject({ lineCount: 1 })
  for (const [method, to] of [
    ['GET', path],
    ['GET', `${path}/order`],
    ['PUT', `${path}/cart`],
    ['DELETE', path],
  ] as const)
    expect((await api.call(method, to, { token: stranger, ...(method === 'PUT' && { body: {} }) })).status).toBe(404)
  expect(await api.call('PUT', path, { token, body: { name: ' ', weekdays: [], version: 1 } })).toMatchObject({
    status: 409,
    body: { code: 'NAME_MISSING' },
  })
  expect((await api.call('PUT', path, { token, body: { name: 'x', weekdays: [7], version: 1 } })).status).toBe(422)
  expect((await api.call('DELETE', `${path}/lines/${carrots}`, { token })).body.lines).toEqual([])
  expect((await api.call('DELETE', path, { token })).status).toBe(204)
  expect((await api.call('GET', '/lists', { token })).body).toEqual({ lists: [] })
})

test('a standing order by the API: made once per key, skipped, paused, ended', async () => {
  const { token, stranger, carrots } = await aShop()
  const list = await api.call('POST', '/lists', { token, key: aKey(), body: { name: '金曜', weekdays: [] } })
  const listId = list.body.id
  const wanted = { listId, weekdays: [5], ceilingYen: 30_000 }
  const make = (body: unknown, key = aKey()) => api.call('POST', '/standing-orders', { token, key, body })
  expect(await make(wanted)).toMatchObject({ status: 409, body: { code: 'LIST_EMPTY' } })
  await api.call('PUT', `/lists/${listId}/lines/${carrots}`, { token, body: { qty: 2, learns: true } })
  const key = aKey()
  const made = await make(wanted, key)
  expect(made.status).toBe(201)
  expect((await make(wanted, key)).body).toEqual(made.body)
  const path = `/standing-orders/${made.body.id}`
  const shown = async () => (await api.call('GET', '/standing-orders', { token })).body.standing
  expect(await shown()).toMatchObject([
    { id: made.body.id, paused: false, days: [{ deliveryOn: '2026-11-27', state: 'planned' }, {}, {}, {}], runs: [] },
  ])
  expect((await api.call('PUT', `${path}/skips/2026-11-27`, { token })).status).toBe(200)
  expect(await shown()).toMatchObject([{ days: [{ state: 'skipped' }, {}, {}, {}] }])
  expect((await api.call('DELETE', `${path}/skips/2026-11-27`, { token })).status).toBe(200)
  expect(await api.call('PUT', `${path}/skips/2026-11-26`, { token })).toMatchObject({
    status: 409,
    body: { code: 'DAY_NOT_SKIPPABLE' },
  })
  expect((await api.call('PUT', `${path}/pause`, { token, body: { paused: true } })).status).toBe(200)
  expect(await shown()).toMatchObject([{ paused: true }])
  expect((await api.call('DELETE', path, { token: stranger })).status).toBe(404)
  expect((await api.call('DELETE', `/standing-orders/${newId()}`, { token })).status).toBe(404)
  expect((await api.call('DELETE', path, { token })).status).toBe(204)
  expect(await shown()).toEqual([])
})
