import { expect, test } from 'vitest'
import type { OrderId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { actFor, standInActions } from '../../app/modules/admin/act-for/act-for.server.ts'
import type { ActStep } from '../../app/modules/admin/act-for/act-labels.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { claimsOfOrder } from '../../app/modules/ordering/claims/claim-queries.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { previewStep } from '../../app/modules/ordering/preview-step.ts'
import { orderExceptions } from '../../app/modules/ordering/staff-exceptions.server.ts'
import { aKey, aMarket, anAdmin, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows

async function scene() {
  const market = await aMarket(test_.db)
  const orderIds = await placeAll(test_.db, market)
  const staff = await anAdmin(test_.db)
  const does = (step: ActStep, orderId: OrderId, now = noon, more: object = {}) =>
    actFor(as(test_.db, staff, now), { orderId, key: aKey(), step, reason: '店長から電話', ...more })
  return { market, staff, does, roots: there(orderIds[0]), birds: there(orderIds[2]) }
}
const stateOf = async (id: OrderId) => (await rows('select state from orders where id = $1', [id]))[0].state

test('a farm that calls has its order accepted, packed and sent by staff: under their name, with the reason', async () => {
  const { market, staff, does, birds } = await scene()
  must(await does('accept', birds))
  must(await does('prepare', birds, packingTime))
  const { lines, parcels } = await orderDetail(as(test_.db, staff), birds)
  const readOut = {
    weights: new Map([[there(lines[0]).id, 3_700]]),
    lots: new Map([[there(lines[0]).id, 'today' as const]]),
    trackingNumbers: new Map([[there(parcels[0]).id, '4444-1375-8703']]),
  }
  // no harvest is guessed
  expect(await does('ship', birds, shippingTime, { readOut: { ...readOut, lots: undefined } })).toMatchObject({
    refusal: 'lot_missing',
    detail: { line: there(lines[0]).id },
  })
  const unweighed = { ...readOut, weights: new Map() }
  expect(await does('ship', birds, shippingTime, { readOut: unweighed })).toMatchObject({ refusal: 'weight_missing' })
  must(await does('ship', birds, shippingTime, { readOut }))
  must(await does('inspect', birds, arrivalTime))
  expect(await stateOf(birds)).toBe('finalized')
  const events = await rows(
    `select kind, actor_kind, admin_id, person_id, reason, data from events where order_id = $1 and kind like 'order_%' order by at, id`,
    [birds],
  )
  expect(events.map(({ kind, actor_kind }) => [kind, actor_kind])).toEqual([
    ['order_placed', 'buyer'],
    ['order_accepted', 'staff'],
    ['order_preparing', 'staff'],
    ['order_shipped', 'staff'],
    ['order_delivered', 'staff'],
    ['order_inspected', 'staff'],
    ['order_finalized', 'system'],
  ])
  expect(events[1]).toMatchObject({
    admin_id: staff.adminId,
    person_id: null,
    reason: '代理の理由：店長から電話',
    data: { onBehalfOf: 'farm' },
  })
  expect(events[4].data).toMatchObject({ onBehalfOf: 'buyer' })
  // the restaurant sees who did it
  const seen = await orderDetail(as(test_.db, market.chef), birds)
  expect(seen.events.find(({ kind }) => kind === 'order_accepted')).toMatchObject({
    actorKind: 'staff',
    actorName: '運営 係',
  })
})

test('a farm that calls names the carrier of its boxes; without a name the one that it used last is meant', async () => {
  const { staff, does, birds } = await scene()
  must(await does('accept', birds))
  must(await does('prepare', birds, packingTime))
  const { lines, parcels } = await orderDetail(as(test_.db, staff), birds)
  const readOut = (carrier: string) => ({
    carrier,
    weights: new Map([[there(lines[0]).id, 3_700]]),
    lots: new Map([[there(lines[0]).id, 'today' as const]]),
    trackingNumbers: new Map([[there(parcels[0]).id, 'AB-1234']]),
  })
  expect(await does('ship', birds, shippingTime, { readOut: readOut('other') })).toMatchObject({
    refusal: 'carrier_unnamed',
  })
  must(await does('ship', birds, shippingTime, { readOut: readOut('赤帽 北九州') }))
  expect((await orderDetail(as(test_.db, staff), birds)).parcels[0]).toMatchObject({ carrier: '赤帽 北九州' })
})

test('staff state which day a farm proposes by telephone, and what the restaurant answers to it', async () => {
  const { staff, does, roots } = await scene()
  const order = () => orderDetail(as(test_.db, staff), roots)
  must(await does('accept', roots))
  expect(await does('agreeDay', roots)).toMatchObject({ refusal: 'day_not_proposed' })
  expect(await does('proposeDay', roots)).toMatchObject({ refusal: 'day_impossible' })
  const propose = (deliveryOn: string) => does('proposeDay', roots, noon, { deliveryOn })
  expect(await propose('2026-11-29')).toMatchObject({ refusal: 'day_impossible' })
  must(await propose('2026-11-27'))
  const steps = (await standInActions(as(test_.db, staff), roots)).filter(({ step }) => /Day$/.test(step))
  expect(steps.map(({ step, side, refusal }) => [step, side, refusal])).toEqual([
    ['proposeDay', 'farm', null],
    ['agreeDay', 'restaurant', null],
    ['refuseDay', 'restaurant', null],
  ])
  must(await does('refuseDay', roots))
  expect(await order()).toMatchObject({ deliveryOn: '2026-11-26', proposedDay: null })
  must(await propose('2026-11-27'))
  must(await does('agreeDay', roots))
  const moved = await order()
  expect(moved).toMatchObject({ deliveryOn: '2026-11-27', proposedDay: null })
  expect(moved.events.at(-1)).toMatchObject({
    kind: 'order_day_agreed',
    actorKind: 'staff',
    reason: '代理の理由：店長から電話',
  })
})

test('staff accept an order and propose another day in one step, both or neither', async () => {
  const { staff, does, roots } = await scene()
  const order = () => orderDetail(as(test_.db, staff), roots)
  const accept = (deliveryOn: string) => does('accept', roots, noon, { deliveryOn })
  expect(await accept('2026-11-29')).toMatchObject({ refusal: 'day_impossible' })
  expect(await order()).toMatchObject({ state: 'placed', proposedDay: null })
  must(await accept('2026-11-27'))
  const accepted = await order()
  expect(accepted).toMatchObject({ state: 'accepted', deliveryOn: '2026-11-26' })
  expect(accepted.proposedDay).toMatchObject({ deliveryOn: '2026-11-27' })
  expect(accepted.events.slice(-2).map(({ kind, actorKind }) => [kind, actorKind])).toEqual([
    ['order_accepted', 'staff'],
    ['order_day_proposed', 'staff'],
  ])
})

test('staff can do nothing that the side could not do itself, and nothing without a reason', async () => {
  const { does, roots } = await scene()
  expect(await does('cancel', roots, at('2026-11-24 12:00:01'))).toMatchObject({ refusal: 'too_late' })
  expect(await does('prepare', roots)).toMatchObject({ refusal: 'wrong_state' })
  expect(await does('cancel', roots, noon, { reason: ' ' })).toMatchObject({ refusal: 'reason_missing' })
  expect(await stateOf(roots)).toBe('placed')
  must(await does('cancel', roots))
  expect(await stateOf(roots)).toBe('cancelled')
})

test('two administrators act at once: one counts', async () => {
  const { does, roots } = await scene()
  const both = await Promise.all([does('accept', roots), does('decline', roots)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ refusal: 'wrong_state' })
})

test('what staff end is not billed: before it left, the goods go back; after it came, claims about it are void', async () => {
  const { market, does, roots } = await scene()
  const farm = there(market.farms[0])
  const stock = async () =>
    (await rows('select available_qty n from product_stock where product_id = $1', [farm.productId]))[0].n
  expect(await stock()).toBe(98)
  must(await does('overrule', roots))
  expect([await stateOf(roots), await stock()]).toEqual(['cancelled', 100])
  expect(await rows(`select recipient from mails where subject like '%運営がキャンセルしました%'`)).toHaveLength(1)

  const again = there((await placeAll(test_.db, market))[0])
  await bringToShipped(test_.db, market, 0, again)
  const chef = as(test_.db, market.chef, arrivalTime)
  const { lines } = await orderDetail(chef, again)
  const wrong = { lineId: there(lines[0]).id, verdict: 'short', qty: 1, grams: null } as const
  must(await receiveOrder(chef, { orderId: again, key: aKey(), lines: [wrong] }))
  must(await does('overrule', again, arrivalTime))
  expect(await stateOf(again)).toBe('cancelled')
  expect((await claimsOfOrder(chef, again)).map(({ state }) => state)).toEqual(['withdrawn'])
  expect((await orderDetail(chef, again)).figures.totalIncYen).toBe(0)
  expect(await stock()).toBe(98)
})

test('each step says beforehand what it would do, and writes nothing', async () => {
  const { staff, roots } = await scene()
  const ctx = as(test_.db, staff)
  const actions = await standInActions(ctx, roots)
  expect(actions.filter(({ refusal }) => refusal === null).map(({ step }) => step)).toEqual([
    'accept',
    'decline',
    'cancel',
    'overrule',
  ])
  const order = await orderDetail(ctx, roots)
  expect(previewStep(order, 'cancel')).toMatchObject({
    from: '受注確認待ち',
    to: 'キャンセル',
    afterYen: 0,
    feeYen: 0,
    tells: ['農園'],
  })
  expect(previewStep(order, 'accept')).toMatchObject({
    beforeYen: order.figures.totalIncYen,
    afterYen: order.figures.totalIncYen,
  })
  expect(await stateOf(roots)).toBe('placed')
})

test('orders with problems come first: late ones, disputed ones, and unanswered ones', async () => {
  const { market, staff, roots, birds } = await scene()
  await bringToShipped(test_.db, market, 0, roots)
  const chef = as(test_.db, market.chef, arrivalTime)
  const { lines } = await orderDetail(chef, roots)
  const wrong = { lineId: there(lines[0]).id, verdict: 'short', qty: 1, grams: null } as const
  must(await receiveOrder(chef, { orderId: roots, key: aKey(), lines: [wrong] }))
  must(await acceptOrder(as(test_.db, there(market.farms[2]).actor), { orderId: birds, key: aKey(), lines: [] }))
  const found = await orderExceptions(as(test_.db, staff, arrivalTime))
  const of = (id: OrderId) => found.find((it) => it.id === id)?.kind
  expect(of(roots)).toBe('disputed')
  expect(of(birds)).toBe('late')
  expect(found.map(({ kind }) => kind).indexOf('late')).toBeLessThan(found.map(({ kind }) => kind).indexOf('disputed'))
})
