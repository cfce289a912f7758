import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { aFarm, aKey, aProduct, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

test('a request from asking to the order, and what each side reads of it', async () => {
  const chef = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  await aProduct(test_.db, farm.farmId)
  const [token, farmers] = [await api.tokenOf(chef.actor), await api.tokenOf(farm.actor)]
  const wanted = { words: '葉つき人参', qty: 3, unit: 'kg', days: ['2026-11-27'] }
  const key = aKey()
  const made = await api.call('POST', '/requests', { token, key, body: wanted })
  expect(made).toMatchObject({ status: 201, body: { told: 1 } })
  expect((await api.call('POST', '/requests', { token, key, body: wanted })).body).toEqual(made.body)
  expect(await api.call('POST', '/requests', { token, body: { ...wanted, words: 'めずらしいもの' } })).toMatchObject({
    status: 409,
    body: { code: 'KIND_UNKNOWN' },
  })
  const path = `/requests/${made.body.id}`
  expect((await api.call('PUT', path, { token, key: aKey(), body: { ...wanted, qty: 4, version: 1 } })).status).toBe(
    200,
  )

  const asked = await api.call('GET', '/farm/requests', { token: farmers })
  expect(asked.body.requests).toMatchObject([{ id: made.body.id, qty: 4, place: '東京都新宿区', answer: null }])
  expect(JSON.stringify(asked.body)).not.toContain('ビストロ')
  expect(await api.call('GET', `/farm${path}`, { token: farmers })).toMatchObject({
    status: 200,
    body: { closed: null, possible: [{ deliveryOn: '2026-11-27' }], methods: ['conventional'] },
  })
  const offer = {
    priceYen: 500,
    qty: 4,
    deliveryOn: '2026-11-27',
    method: 'conventional',
    temperature: 'ambient',
    boxSize: 80,
  }
  const answer = (body: object) => api.call('PUT', `/farm${path}/answer`, { token: farmers, key: aKey(), body })
  expect(await answer({ ...offer, boxSize: 70 })).toMatchObject({ status: 422 })
  expect(await answer({ ...offer, qty: 5 })).toMatchObject({ status: 409, body: { code: 'MORE_THAN_ASKED' } })
  expect(await answer(offer)).toMatchObject({ status: 200, body: { version: 1 } })

  const shown = await api.call('GET', path, { token })
  // 500 yen × 4 and 8 %; a box of 80 within Kanto and 10 %
  expect(shown.body.answers).toMatchObject([{ totalYen: 2_000 + 160 + 1_000 + 100, problem: null }])
  const [{ id: answerId, version, totalYen }] = shown.body.answers
  const accept = (seenTotalYen: number) =>
    api.call('POST', `${path}/acceptance`, { token, body: { answerId, version, seenTotalYen } })
  expect(await accept(1)).toMatchObject({ status: 409, body: { code: 'CHANGED' } })
  expect(await accept(totalYen)).toMatchObject({ status: 201, body: { pending: false } })
  expect(await api.call('POST', `/farm${path}/withdrawal`, { token: farmers })).toMatchObject({
    status: 409,
    body: { code: 'REQUEST_ACCEPTED' },
  })
  expect((await api.call('GET', '/farm/demand', { token: farmers })).body).toEqual({ months: 6, kinds: [] })
})

test('another restaurant’s request does not exist', async () => {
  const token = await api.tokenOf((await aRestaurant(test_.db)).actor)
  expect((await api.call('GET', `/requests/${newId()}`, { token })).status).toBe(404)
  expect((await api.call('POST', `/requests/${newId()}/withdrawal`, { token })).status).toBe(404)
  expect((await api.call('GET', '/farm/requests', { token })).status).toBe(403)
})
