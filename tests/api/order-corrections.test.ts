import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { aMarket, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, placeAll, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)

test('a farm corrects a delivery by the API: asked, not answered by itself, agreed to, and withdrawn', async () => {
  const market = await aMarket(database.db)
  const orderId = there((await placeAll(database.db, market))[0])
  await bringToShipped(database.db, market, 0, orderId)
  clock.at = at('2026-11-26 10:00')
  const farmer = await tokenOf(there(market.farms[0]).actor)
  const chef = await tokenOf(market.chef)
  const stranger = await tokenOf((await aRestaurant(database.db)).actor)
  const path = `/orders/${orderId}`
  const { body: order } = await call('GET', path, { token: farmer })
  expect(order.correctionRequests).toEqual([])
  const lineId = order.lines[0].id
  const back = { lines: [{ lineId, kind: 'return', qty: 1 }], reason: '箱の破損' }

  expect((await call('POST', `${path}/correction-request`, { token: chef, body: back })).status).toBe(403)
  expect((await call('POST', `${path}/correction-request`, { token: stranger, body: back })).status).toBe(404)
  const weight = { ...back, lines: [{ lineId, kind: 'weight', grams: 3_000 }] }
  const wrong = await call('POST', `${path}/correction-request`, { token: farmer, body: weight })
  expect(wrong).toMatchObject({ status: 409, body: { code: 'NOT_CATCH_WEIGHT', detail: { line: lineId } } })
  const asked = await call('POST', `${path}/correction-request`, { token: farmer, body: back })
  expect(asked.body.correctionRequests).toMatchObject([
    { state: 'asked', reason: '箱の破損', lines: [{ lineId, kind: 'return', qty: 1, grams: null, yen: -1_500 }] },
  ])
  const requestId = asked.body.correctionRequests[0].id

  const answer = { requestId, agree: true, words: '確認しました' }
  expect((await call('POST', `${path}/correction-request-answer`, { token: farmer, body: answer })).status).toBe(403)
  const agreed = await call('POST', `${path}/correction-request-answer`, { token: chef, body: answer })
  expect(agreed.body.correctionRequests).toMatchObject([{ state: 'agreed', words: '確認しました' }])
  const late = await call('POST', `${path}/correction-request-withdrawal`, { token: farmer, body: { requestId } })
  expect(late).toMatchObject({ status: 409, body: { code: 'CORRECTION_NOT_OPEN' } })

  const received = await call('POST', `${path}/receipt`, { token: chef, body: { lines: [] } })
  expect(received.body).toMatchObject({
    state: 'finalized',
    correctionRequests: [{ state: 'done' }],
    corrections: [{ lines: [{ lineId, yen: -1_500 }] }],
  })
})

test('many orders in one call: what cannot be accepted says why', async () => {
  const market = await aMarket(database.db)
  const orderId = there((await placeAll(database.db, market))[1])
  const farmer = await tokenOf(there(market.farms[1]).actor)
  clock.at = at('2026-11-24 12:00')
  const press = {
    step: 'accept',
    orders: [{ orderId, version: 1 }, { orderId: '0193c0de-0000-7000-8000-00000000dead' }],
  }
  const stepped = await call('POST', '/order-steps', { token: farmer, body: press })
  expect(stepped.body.orders).toEqual([
    { orderId, refused: null },
    { orderId: press.orders[1]?.orderId, refused: expect.stringMatching(/。$/) },
  ])
  const chef = await tokenOf(market.chef)
  expect((await call('POST', '/order-steps', { token: chef, body: press })).status).toBe(403)
})
