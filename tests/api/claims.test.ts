import { beforeAll, expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aMarket, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, placeAll, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock, errors } = anApi(database)
const it = { order: '', line: '', chef: '', farmer: '', stranger: '' }

beforeAll(async () => {
  const market = await aMarket(database.db)
  const order = there((await placeAll(database.db, market))[0])
  await bringToShipped(database.db, market, 0, order)
  clock.at = at('2026-11-26 10:00')
  const { lines } = await orderDetail(as(database.db, market.chef), order)
  Object.assign(it, {
    order,
    line: there(lines[0]).id,
    chef: await tokenOf(market.chef),
    farmer: await tokenOf(there(market.farms[0]).actor),
    stranger: await tokenOf((await aRestaurant(database.db)).actor),
  })
})

const claimsOf = async (token: string) => (await call('GET', `/orders/${it.order}/claims`, { token })).body.claims

test('a claim goes its way by the API: told with the receipt, answered, taken', async () => {
  const early = await call('POST', `/orders/${it.order}/claims`, {
    token: it.chef,
    body: { lineId: it.line, reason: 'short', usableQty: 1 },
  })
  expect(early).toMatchObject({ status: 409, body: { code: 'INSPECT_FIRST' } })
  const line = { lineId: it.line, verdict: 'damaged', qty: 1 }
  const bare = await call('POST', `/orders/${it.order}/receipt`, { token: it.chef, body: { lines: [line] } })
  expect(bare).toMatchObject({ status: 409, body: { code: 'PHOTO_MISSING', detail: { line: it.line } } })
  const received = await call('POST', `/orders/${it.order}/receipt`, {
    token: it.chef,
    body: { receivedBy: '灯', lines: [{ ...line, verdict: 'short', wish: 'price_reduction' }] },
  })
  expect(received).toMatchObject({ status: 200, body: { state: 'inspected' } })

  const [claim] = await claimsOf(it.farmer)
  expect(claim).toMatchObject({
    state: 'opened',
    amountYen: 1_500,
    wish: 'price_reduction',
    dueAt: '2026-11-28T01:00:00.000Z',
  })
  expect((await call('GET', '/farm/claims', { token: it.farmer })).body.claims).toMatchObject([{ id: claim.id }])
  const none = await call('POST', `/claims/${claim.id}/answer`, {
    token: it.farmer,
    body: { kind: 'none', percent: 0 },
  })
  expect(none).toMatchObject({ status: 409, body: { code: 'WORDS_MISSING' } })
  const half = { kind: 'price_reduction', percent: 50, words: '半分は' }
  expect(
    (await call('POST', `/claims/${claim.id}/answer`, { token: it.farmer, body: half })).body.claims[0].offer,
  ).toEqual(half)
  const taken = await call('POST', `/claims/${claim.id}/acceptance`, { token: it.chef })
  expect(taken.body.claims[0]).toMatchObject({ state: 'settled', entry: { yen: 750, nextStatement: false } })
  expect((await call('GET', `/orders/${it.order}`, { token: it.chef })).body).toMatchObject({
    state: 'finalized',
    lines: [{ amountYen: 2_250 }],
  })
  const late = await call('POST', `/claims/${claim.id}/withdrawal`, { token: it.chef })
  expect(late).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
  expect(errors).toEqual([])
})

test('another restaurant’s claim does not exist', async () => {
  const [claim] = await claimsOf(it.chef)
  expect(await call('GET', `/orders/${it.order}/claims`, { token: it.stranger })).toMatchObject({ status: 404 })
  expect(await call('POST', `/claims/${claim.id}/withdrawal`, { token: it.stranger })).toMatchObject({ status: 404 })
  expect(await call('POST', `/claims/${claim.id}/withdrawal`, { token: it.farmer })).toMatchObject({ status: 403 })
  expect(await call('GET', '/receipts?month=2026-11', { token: it.farmer })).toMatchObject({ status: 403 })
  expect(await call('GET', '/receipts?month=2026-13', { token: it.chef })).toMatchObject({ status: 422 })
})
