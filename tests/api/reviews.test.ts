import { beforeAll, expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { aKey, aMarket, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock, errors } = anApi(database)
const it = { order: '', second: '', product: '', farm: '', chef: '', farmer: '', stranger: '' }

beforeAll(async () => {
  const market = await aMarket(database.db)
  const farm = there(market.farms[0])
  const [order, second] = (await placeAll(database.db, market)).map(there)
  for (const [index, orderId] of [there(order), there(second)].entries()) {
    await bringToShipped(database.db, market, index, orderId)
    must(await receiveOrder(as(database.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  }
  clock.at = at('2026-11-27 10:00')
  Object.assign(it, {
    ...{ order, second, product: farm.productId, farm: farm.farmId },
    chef: await tokenOf(market.chef),
    farmer: await tokenOf(farm.actor),
    stranger: await tokenOf((await aRestaurant(database.db)).actor),
  })
})

test('both sides review by the API: hidden until both have, then public, answered and reported', async () => {
  const path = `/orders/${it.order}/review`
  expect((await call('GET', '/reviews', { token: it.chef })).body.waiting).toMatchObject(
    [it.order, it.second].map((orderId) => ({ orderId })),
  )
  const wrong = await call('POST', path, { token: it.chef, body: { stars: 6, words: '良い' } })
  expect(wrong).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } })
  const voices = [{ productId: it.product, stars: 5, words: '甘い。' }]
  const written = await call('POST', path, { token: it.chef, body: { stars: 4, words: 'よい品でした。', voices } })
  expect(written).toMatchObject({ status: 200, body: { shownFrom: '2026-12-10T15:00:00.000Z' } })
  expect((await call('GET', path, { token: it.farmer })).body).toMatchObject({ own: null, theirs: null, open: true })
  expect((await call('GET', `/farms/${it.farm}/voices`)).body).toEqual({ sum: null, voices: [] })
  expect(await call('POST', path, { token: it.stranger, body: { stars: 1, words: 'x' } })).toMatchObject({
    status: 404,
  })

  expect((await call('POST', path, { token: it.farmer, body: { stars: 5, words: 'ていねいな店です。' } })).status).toBe(
    200,
  )
  const late = await call('POST', path, { token: it.chef, body: { stars: 1, words: 'やっぱり' } })
  expect(late).toMatchObject({ status: 409, body: { code: 'SHOWN_ALREADY' } })
  const seen = await call('GET', `/products/${it.product}/voices`)
  expect(seen.body).toMatchObject({ sum: { stars: 5, reviews: 1 }, voices: [{ words: '甘い。', orders: 1 }] })

  const { id } = written.body
  const reply = { token: it.farmer, body: { words: 'ありがとうございます。' } }
  expect((await call('POST', `/reviews/${id}/reply`, reply)).status).toBe(204)
  expect((await call('POST', `/reviews/${id}/reply`, { ...reply, token: it.chef })).status).toBe(403)
  expect((await call('GET', `/farms/${it.farm}/voices`)).body.voices).toMatchObject([
    { reply: 'ありがとうございます。' },
  ])
  const report = { token: it.stranger, body: { reason: 'untrue' } }
  expect((await call('POST', `/reviews/${id}/reports`, report)).status).toBe(201)
  expect(await call('POST', `/reviews/${id}/reports`, report)).toMatchObject({ body: { code: 'REPORTED_ALREADY' } })
  expect(errors).toEqual([])
})

test('a review that is sent again after a lost answer gets the same answer', async () => {
  const key = aKey()
  const path = `/orders/${it.second}/review`
  const sent = { token: it.chef, key, body: { stars: 4, words: 'よい品でした。' } }
  const first = await call('POST', path, sent)
  expect(first.status).toBe(200)
  expect(await call('POST', path, sent)).toMatchObject({ status: 200, body: first.body })
  expect(errors).toEqual([])
})

test('reviews of hidden products and suspended farms are visible only to callers who see these', async () => {
  const [product, farm] = [`/products/${it.product}/voices`, `/farms/${it.farm}/voices`]
  await database.pool.query("update products set audience = 'chosen' where id = $1", [it.product])
  expect((await call('GET', product)).status).toBe(404)
  await database.pool.query("update products set audience = 'everybody' where id = $1", [it.product])
  expect((await call('GET', product)).status).toBe(200)
  await database.pool.query("update farms set status = 'suspended', status_reason = 'test' where id = $1", [it.farm])
  expect((await call('GET', product)).status).toBe(404)
  expect((await call('GET', farm)).status).toBe(404)
})
