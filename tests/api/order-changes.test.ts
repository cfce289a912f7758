import { expect, test } from 'vitest'
import { aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf } = anApi(database)

test('an order by API: held, joined, changed with its figures before, answered, and asked about', async () => {
  const market = await aMarket(database.db)
  const farm = there(market.farms[0])
  const [chef, farmer] = [await tokenOf(market.chef), await tokenOf(farm.actor)]
  const order = async () => {
    await call('PUT', `/cart/lines/${farm.productId}`, { token: chef, body: { qty: 2 } })
    const { body: cart } = await call('GET', '/cart', { token: chef })
    return { cart, placed: (await call('POST', '/purchases', { token: chef, body: { seen: cart.seen } })).body }
  }

  const none = await call('GET', '/shortage-instruction', { token: chef })
  expect(none.body).toEqual({
    onShortage: 'ship_what_there_is',
    shortageTerms: {},
    tolerancePercent: null,
    partWaitDays: 1,
    partFreight: false,
    version: 0,
  })
  const wish = { version: 0, onShortage: 'ask', askUntil: 1_200, otherwise: 'drop_line', tolerancePercent: 5 }
  const said = await call('PUT', '/shortage-instruction', { token: chef, body: wish })
  expect(said.body).toMatchObject({ onShortage: 'ask', shortageTerms: { askUntil: 1_200 }, version: 1 })
  const stale = await call('PUT', '/shortage-instruction', { token: chef, body: wish })
  expect([stale.status, stale.body.code]).toEqual([409, 'CHANGED_MEANWHILE'])
  expect((await call('GET', '/shortage-instruction', { token: farmer })).status).toBe(403)

  const first = (await order()).placed
  await call('PUT', `/cart/lines/${farm.productId}`, { token: chef, body: { qty: 2 } })
  expect((await call('PUT', '/cart/hold', { token: chef, body: {} })).body).toEqual({
    until: '2026-11-24T02:10:00.000Z',
  })
  const second = await order()
  expect(second.cart.farms[0].joins).toMatchObject({ orderId: first.orders[0].id })
  expect(second.placed.orders[0].id).toBe(first.orders[0].id)
  const again = await call('GET', `/purchases/${second.placed.purchaseId}`, { token: chef })
  expect(again.body).toMatchObject({ number: second.placed.number, orders: [{ id: first.orders[0].id }] })
  expect(second.placed.number).not.toBe(first.number)

  const path = `/orders/${first.orders[0].id}`
  const before = (await call('GET', path, { token: chef })).body
  expect(before).toMatchObject({ version: 2, lines: [{ quantities: { ordered: { qty: 4 } }, onShortage: 'ask' }] })
  const change = { version: 2, lines: [{ lineId: before.lines[0].id, qty: 3 }] }
  const preview = (await call('POST', `${path}/change-preview`, { token: chef, body: change })).body
  expect([preview.before.goodsYen, preview.after.goodsYen]).toEqual([6_000, 4_500])
  expect((await call('POST', `${path}/change`, { token: farmer, body: change })).status).toBe(403)
  const changed = await call('POST', `${path}/change`, { token: chef, body: change })
  expect(changed.body).toMatchObject({ version: 3, figures: preview.after })

  const accept = { version: 3, lines: [{ lineId: before.lines[0].id, qty: 1, reason: 'harvest' }] }
  const late = await call('POST', `${path}/acceptance`, { token: farmer, body: { ...accept, version: 2 } })
  expect([late.status, late.body.code]).toEqual([409, 'CHANGED_MEANWHILE'])
  const asked = await call('POST', `${path}/acceptance`, { token: farmer, body: accept })
  expect(asked.body).toMatchObject({ state: 'proposed', proposal: { lines: [{ stated: 1 }] } })
  const answers = { answers: [{ lineId: before.lines[0].id, answer: 'take' }] }
  const answered = await call('POST', `${path}/proposal-answer`, { token: chef, body: answers })
  expect(answered.body).toMatchObject({ state: 'accepted', lines: [{ quantities: { confirmed: { qty: 1 } } }] })
  const early = await call('POST', `${path}/cancellation-request`, { token: chef, body: {} })
  expect([early.status, early.body.code]).toEqual([409, 'TOO_EARLY'])

  // what has increased since the farm confirmed it is calculated as ordered, line by line and in total
  const more = { version: 3, lines: [{ lineId: before.lines[0].id, qty: 2 }] }
  const grown = await call('POST', `${path}/change`, { token: chef, body: more })
  expect(grown.body).toMatchObject({ state: 'placed', figures: { goodsYen: 3_000 }, lines: [{ amountYen: 3_000 }] })
})

test('the delivery of an order by API: its possible days, changed, asked for, withdrawn and answered', async () => {
  const market = await aMarket(database.db)
  const farm = there(market.farms[0])
  const [chef, farmer] = [await tokenOf(market.chef), await tokenOf(farm.actor)]
  await call('PUT', `/cart/lines/${farm.productId}`, { token: chef, body: { qty: 2 } })
  const { body: cart } = await call('GET', '/cart', { token: chef })
  const { body: placed } = await call('POST', '/purchases', { token: chef, body: { seen: cart.seen } })
  const path = `/orders/${placed.orders[0].id}`
  const { body: choices } = await call('GET', `${path}/delivery-days`, { token: chef })
  expect(choices).toMatchObject({ otherDay: 'change', sameDay: 'change' })
  expect(choices.days.find((day: { deliveryOn: string }) => day.deliveryOn === '2026-11-29')).toMatchObject({
    reason: 'kitchen_closed',
    message: expect.stringContaining('受取日'),
  })
  expect((await call('GET', `${path}/delivery-days`, { token: farmer })).status).toBe(403)
  const change = (version: number, wish: object) =>
    call('POST', `${path}/delivery`, { token: chef, body: { version, ...wish } })
  const closed = await change(1, { deliveryOn: '2026-11-29' })
  expect([closed.status, closed.body.code]).toEqual([409, 'DAY_IMPOSSIBLE'])
  const moved = await change(1, { deliveryOn: '2026-11-27', slot: 'none' })
  expect(moved.body).toMatchObject({ version: 2, deliveryOn: '2026-11-27', slot: 'none', reschedule: null })
  await call('POST', `${path}/acceptance`, { token: farmer, body: { version: 2, lines: [] } })
  const asked = await change(2, { deliveryOn: '2026-11-28' })
  expect(asked.body).toMatchObject({ deliveryOn: '2026-11-27', reschedule: { deliveryOn: '2026-11-28' } })
  const withdrawn = await call('POST', `${path}/delivery-request-withdrawal`, { token: chef })
  expect(withdrawn.body).toMatchObject({ reschedule: null })
  await change(2, { deliveryOn: '2026-11-28' })
  const answer = { token: farmer, body: { agree: true } }
  expect((await call('POST', `${path}/delivery-request-answer`, { ...answer, token: chef })).status).toBe(403)
  const agreed = await call('POST', `${path}/delivery-request-answer`, answer)
  expect(agreed.body).toMatchObject({ version: 3, deliveryOn: '2026-11-28', reschedule: null })
  const day = { version: 3, deliveryOn: '2026-11-30' }
  expect((await call('POST', `${path}/day-proposal`, { token: chef, body: day })).status).toBe(403)
  const proposed = await call('POST', `${path}/day-proposal`, { token: farmer, body: day })
  expect(proposed.body).toMatchObject({ deliveryOn: '2026-11-28', proposedDay: { deliveryOn: '2026-11-30' } })
  const taken = await call('POST', `${path}/day-proposal-answer`, { token: chef, body: { agree: true } })
  expect(taken.body).toMatchObject({ version: 4, deliveryOn: '2026-11-30', proposedDay: null })
})
