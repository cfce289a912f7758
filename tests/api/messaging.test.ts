import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleLive } from '../../app/api/live.server.ts'
import { markOf } from '../../app/authorization/mark-of.server.ts'
import { type LiveHub, liveHub } from '../../app/infra/realtime/live-hub.server.ts'
import { aFarm, aKey, aMarket, aRestaurant, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { placeAll, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, errors } = anApi(database)
let market: Market
let farmId: string
let chef: string
let farmer: string
let orderId: string
let hub: LiveHub

beforeAll(async () => {
  hub = await liveHub({ connection: database.config, onNotice: () => {} })
  market = await aMarket(database.db)
  orderId = there((await placeAll(database.db, market))[0])
  farmId = there(market.farms[0]).farmId
  chef = await tokenOf(market.chef)
  farmer = await tokenOf(there(market.farms[0]).actor)
})
afterAll(() => hub.close())

test('a talk by the API: written, read, answered, changed, searched', async () => {
  const { restaurantId } = market.chef
  const key = aKey()
  const asked = { token: chef, key, body: { text: 'のらぼう菜はありますか', orderId } }
  const sent = await call('POST', `/talks/${farmId}/messages`, asked)
  expect(sent.status).toBe(201)
  expect(sent.body).toMatchObject({
    no: 1,
    side: 'restaurant',
    key,
    text: 'のらぼう菜はありますか',
    order: { id: orderId },
  })
  expect((await call('POST', `/talks/${farmId}/messages`, asked)).body).toEqual(sent.body)
  expect((await call('GET', '/talks/unread', { token: farmer })).body).toEqual({ messages: 1 })
  expect((await call('PUT', `/talks/${restaurantId}/read`, { token: farmer, body: { no: 1 } })).status).toBe(204)
  expect((await call('GET', '/talks/unread', { token: farmer })).body).toEqual({ messages: 0 })
  const answer = await call('POST', `/talks/${restaurantId}/messages`, { token: farmer, body: { text: '2月からです' } })
  expect(answer.body.no).toBe(2)
  const changed = await call('PATCH', `/talks/${restaurantId}/messages/2`, {
    token: farmer,
    body: { text: '3月からです' },
  })
  expect(changed.body).toMatchObject({ text: '3月からです' })
  const opened = await call('GET', `/talks/${farmId}`, { token: chef })
  expect(opened.body).toMatchObject({ mine: 'restaurant', marks: { readNo: 1 }, other: { id: farmId } })
  expect(opened.body.messages.map(({ text }: { text: string }) => text)).toEqual([
    'のらぼう菜はありますか',
    '3月からです',
  ])
  const found = await call('GET', `/talks/search?q=${encodeURIComponent('ノラボウ')}`, { token: farmer })
  expect(found.body.found).toMatchObject([{ no: 1, other: { id: restaurantId } }])
  const page = await call('GET', `/talks/${farmId}/messages?after=1`, { token: chef })
  expect(page.body).toMatchObject({ more: false, messages: [{ no: 2 }] })
  expect((await call('GET', '/talks', { token: chef })).body.talks).toMatchObject([
    { other: { id: farmId }, unread: 1 },
  ])
  expect(errors).toEqual([])
})

test('refusals have their code and sentence; what cannot be is told with its field', async () => {
  const empty = await call('POST', `/talks/${farmId}/messages`, { token: chef, body: { text: ' ' } })
  expect([empty.status, empty.body.code]).toEqual([409, 'NOTHING_WRITTEN'])
  const { restaurantId } = market.chef
  expect((await call('PUT', `/talks/${restaurantId}/closed`, { token: farmer, body: { closed: true } })).status).toBe(
    204,
  )
  const closed = await call('POST', `/talks/${farmId}/messages`, { token: chef, body: { text: 'もしもし' } })
  expect([closed.status, closed.body.code]).toEqual([409, 'CLOSED_BY_THEM'])
  await call('PUT', `/talks/${restaurantId}/closed`, { token: farmer, body: { closed: false } })
  const both = await call('GET', `/talks/${farmId}/messages`, { token: chef })
  expect(both.status).toBe(422)
  expect(
    (await call('POST', `/talks/${farmId}/messages`, { token: chef, key: null, body: { text: 'x' } })).status,
  ).toBe(400)
  expect((await call('GET', '/talks/none', { token: chef })).status).toBe(404)
})

test('a caller who is on neither side, or not signed in, has no conversations', async () => {
  expect((await call('GET', '/talks')).status).toBe(401)
  const stranger = await tokenOf((await aRestaurant(database.db)).actor)
  expect((await call('GET', `/talks/${farmId}`, { token: stranger })).body.messages).toEqual([])
  const other = await tokenOf((await aFarm(database.db)).actor)
  const cold = await call('POST', `/talks/${market.chef.restaurantId}/messages`, {
    token: other,
    body: { text: 'いかが' },
  })
  expect(cold.status).toBe(403)
})

test('a number that no message can have is no fault of ours', async () => {
  const { restaurantId } = market.chef
  const huge = 3_000_000_000
  const read = await call('PUT', `/talks/${restaurantId}/read`, { token: farmer, body: { no: huge } })
  expect(read.status).toBe(422)
  const edit = await call('PATCH', `/talks/${farmId}/messages/${huge}`, { token: chef, body: { text: 'x' } })
  expect(edit.status).toBe(404)
  expect((await call('GET', `/talks/${farmId}/messages?after=${huge}`, { token: chef })).status).toBe(422)
  expect(errors).toEqual([])
})

test('a message is not sent as another user who is signed in by then, nor for another organisation', async () => {
  const mark = there(markOf(market.chef) ?? undefined)
  const body = { text: 'だれが書いたか' }
  const send = (token: string, to: string, by: string) =>
    call('POST', `/talks/${to}/messages`, { token, body, headers: { 'x-pressed-by': by } })
  const colleague = await tokenOf((await aRestaurant(database.db)).actor)
  expect((await send(colleague, farmId, mark)).status).toBe(401)
  expect((await send(colleague, farmId, 'x'.repeat(22))).status).toBe(401)
  expect((await call('GET', `/talks/${farmId}`, { token: colleague })).body.messages).toEqual([])
  expect((await send(chef, farmId, mark)).status).toBe(201)
  const live = (token: string, by: string) => {
    const request = new Request(`http://localhost/api/live?by=${by}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    })
    return handleLive(request, { db: database.db, clock: { now: () => noon }, live: hub })
  }
  expect(await live(colleague, mark)).toMatchObject({ status: 401 })
  // a stream begins as soon as it has a connection
  expect(await live(chef, mark)).toBeTypeOf('function')
})
