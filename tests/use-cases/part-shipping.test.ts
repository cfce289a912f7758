import { expect, test } from 'vitest'
import { Forbidden } from '../../app/kernel/errors.ts'
import { grams } from '../../app/kernel/grams.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { actFor } from '../../app/modules/admin/act-for/act-for.server.ts'
import { dropRest } from '../../app/modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { endWithoutRest, receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { shipPart, shipRest } from '../../app/modules/ordering/fulfilment/ship-part.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { beginRecall } from '../../app/modules/traceability/recalls/begin-recall.server.ts'
import { aKey, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import {
  byKind,
  farmerOf,
  type Packing,
  packing as packingIn,
  partOf,
  restOf,
  restOn,
  said,
  seen,
  type Terms,
} from './divided-order.ts'
import { arrivalTime, must, packingTime, shippingTime, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
/** Of further boxes, each its own. */
const numbers = ['405548424886', '512547514334', '987654321091']
const packing = (terms: Terms = {}) => packingIn(test_.db, terms)

async function divided(terms: Terms = {}) {
  const of = await packing(terms)
  must(await shipPart(farmerOf(of), partOf(of)))
  return of
}

test('a part goes first, the rest later: five quantities, one price, one freight, and both know the day', async () => {
  const of = await packing()
  const before = (await seen(of)).figures
  must(await shipPart(farmerOf(of), partOf(of)))
  const part = await seen(of)
  expect(part).toMatchObject({ state: 'partly_shipped', restOn, figures: before })
  expect([of.carrots, of.bird].map(({ id }) => part.left.get(id))).toEqual([
    { qty: 3, grams: null },
    { qty: 1, grams: 1_900 },
  ])
  expect(part.parcels.filter(({ sentFirst }) => sentFirst)).toHaveLength(of.order.parcels.length)
  expect(part.parcels.filter(({ forRest }) => forRest).every(({ waived }) => waived)).toBe(true)
  await tellOrderNews({ db: test_.db, now: shippingTime })
  const mails = await withWords(await rows(`select * from mails where data::text like '%' || $1 || '%'`, [part.number]))
  expect(mails.some(({ text }) => text.includes('残りは11月27日'))).toBe(true)

  must(await shipRest(farmerOf(of, at('2026-11-26 15:00')), await restOf(of)))
  const whole = await seen(of)
  expect(whole.state).toBe('shipped')
  expect(byKind(whole.lines).map(({ quantities }) => quantities.shipped)).toEqual([
    { qty: 5, grams: null },
    { qty: 2, grams: 3_650 },
  ])
  expect(whole.figures.freightYen).toBe(before.freightYen)
  expect(whole.lots.get(of.carrots.id)?.reduce((sum, { qty }) => sum + qty, 0)).toBe(5)
  must(
    await receiveOrder(as(test_.db, of.market.chef, at('2026-11-27 10:00')), {
      orderId: of.orderId,
      key: aKey(),
      lines: [],
    }),
  )
  expect((await seen(of)).state).toBe('finalized')
})

test('what was packed from a lot that is recalled meanwhile does not go with the first part', async () => {
  const of = await packing()
  const { carrots, bird, orderId } = of
  const packed = [said(carrots.id, 5), said(bird.id, 2, 3_700)]
  must(await packOrder(farmerOf(of, packingTime), { orderId, key: aKey(), lines: packed }))
  const lotIds = there((await seen(of)).lots.get(carrots.id)).map(({ lotId }) => lotId)
  const words = { reason: '金属の破片', handling: 'stop' as const, instructions: '', rehearsal: false }
  must(await beginRecall(farmerOf(of), { key: aKey(), lotIds, ...words }))
  const refused = { ok: false, refusal: 'lot_recalled', detail: { line: carrots.id } }
  const asPacked = (qty: number) => ({ ...said(carrots.id, qty), lot: null })
  const oneBird = said(bird.id, 1, 1_900)
  expect(await shipPart(farmerOf(of), partOf(of, { lines: [asPacked(3), oneBird] }))).toMatchObject(refused)
  must(await shipPart(farmerOf(of), partOf(of, { lines: [asPacked(0), oneBird] })))
  expect((await seen(of)).left.get(carrots.id)).toBeUndefined()
})

test.each([
  ['a day later than the restaurant waits', {}, { restOn: jstDate('2026-11-28') }, 'rest_too_late'],
  ['before the day of the order', {}, { restOn: jstDate('2026-11-25') }, 'rest_too_late'],
  ['to one who wants all at once', { partWaitDays: null }, {}, 'never_divided'],
  ['with no label', {}, { parcels: [] }, 'tracking_missing'],
  ['of nothing', {}, { lines: [] }, 'nothing_to_ship'],
] as const)('no part goes first %s', async (_, terms, more, refusal) => {
  const of = await packing(terms)
  expect(await shipPart(farmerOf(of), partOf(of, more))).toMatchObject({ ok: false, refusal })
  expect((await seen(of)).state).toBe('preparing')
  expect(await rows('select * from part_lines where order_id = $1', [of.orderId])).toEqual([])
})

test('a part with all of it is no part, without a weight it does not go, and it goes once', async () => {
  const of = await packing()
  const all = [said(of.carrots.id, 5), said(of.bird.id, 2, 3_700)]
  expect(await shipPart(farmerOf(of), partOf(of, { lines: all }))).toMatchObject({ refusal: 'no_rest' })
  const unweighed = [said(of.carrots.id, 3), said(of.bird.id, 1)]
  expect(await shipPart(farmerOf(of), partOf(of, { lines: unweighed }))).toMatchObject({ refusal: 'weight_missing' })
  const input = partOf(of)
  const twice = await Promise.all([shipPart(farmerOf(of), input), shipPart(farmerOf(of), input)])
  expect(twice.map(({ ok }) => ok)).toEqual([true, true])
  expect(await shipPart(farmerOf(of), partOf(of))).toMatchObject({ refusal: 'wrong_state' })
  await expect(rows('update part_lines set qty = 1 where order_id = $1', [of.orderId])).rejects.toThrow(/append-only/)
})

test('a second freight is asked only of a restaurant that has agreed to it', async () => {
  const [free, paid] = [await divided(), await divided({ partFreight: true })]
  const extra = async (of: Packing) => (await seen(of)).parcels.filter(({ forRest }) => forRest)
  const [boxes, paidBoxes] = [await extra(free), await extra(paid)]
  expect(boxes.length).toBeGreaterThan(0)
  expect((await seen(free)).figures.freightYen).toBe(free.order.figures.freightYen)
  expect(paidBoxes.every(({ waived }) => !waived)).toBe(true)
  expect((await seen(paid)).figures.freightYen).toBeGreaterThan(paid.order.figures.freightYen)
})

test('a rest that never leaves ends by the clock at the end of its day: what left is what is billed', async () => {
  const of = await divided()
  await runDueTimers({ db: test_.db, now: at('2026-11-27 23:59') })
  expect((await seen(of)).state).toBe('partly_shipped')
  await runDueTimers({ db: test_.db, now: at('2026-11-28 00:00') })
  const dropped = await seen(of)
  expect(dropped.state).toBe('shipped')
  expect(byKind(dropped.lines).map(({ quantities }) => quantities.shipped?.qty)).toEqual([3, 1])
  expect(dropped.parcels.filter(({ forRest }) => forRest).every(({ unused }) => unused)).toBe(true)
  expect(await rows(`select 1 from mails where subject like '%' || $1 || '%'`, [dropped.number])).toHaveLength(1)
  // delivered by the clock, and then inspected by it
  await runDueTimers({ db: test_.db, now: at('2026-11-29 00:00') })
  await runDueTimers({ db: test_.db, now: at('2026-12-10 00:00') })
  const final = await seen(of)
  expect(final).toMatchObject({ state: 'finalized' })
  expect(byKind(final.lines).map(({ quantities }) => quantities.billed?.qty)).toEqual([3, 1])
})

test('the farm says that the rest cannot come, or the kitchen does not wait for it', async () => {
  const [gone, impatient] = [await divided(), await divided()]
  expect(await dropRest(farmerOf(gone), { orderId: gone.orderId, key: aKey(), reason: ' ' })).toMatchObject({
    refusal: 'reason_missing',
  })
  must(await dropRest(farmerOf(gone), { orderId: gone.orderId, key: aKey(), reason: '霜でとれませんでした' }))
  expect((await seen(gone)).state).toBe('shipped')
  const chef = as(test_.db, impatient.market.chef, arrivalTime)
  must(await endWithoutRest(chef, { orderId: impatient.orderId, key: aKey() }))
  must(await receiveOrder(chef, { orderId: impatient.orderId, key: aKey(), lines: [] }))
  for (const of of [gone, impatient]) {
    const { lines } = await seen(of)
    expect(byKind(lines).map(({ quantities }) => quantities.shipped?.qty)).toEqual([3, 1])
  }
  expect((await seen(impatient)).state).toBe('finalized')
  await expect(shipRest(as(test_.db, gone.market.chef), await restOf(gone))).rejects.toThrow(Forbidden)
})

test('a farm that calls has its rest sent by staff', async () => {
  const of = await divided()
  const staff = as(test_.db, await anAdmin(test_.db), at('2026-11-26 12:00'))
  const { parcels, lines } = await seen(of)
  const readOut = {
    weights: new Map([[of.bird.id, grams(1_800)]]),
    lots: new Map(lines.map(({ id }) => [id, 'today' as const])),
    trackingNumbers: new Map(
      parcels.flatMap(({ id, trackingNumber, ordinal }) =>
        trackingNumber ? [] : [[id, numbers[ordinal % 3] ?? ''] as const],
      ),
    ),
  }
  must(await actFor(staff, { orderId: of.orderId, key: aKey(), step: 'ship', reason: '園主から電話', readOut }))
  expect(byKind((await seen(of)).lines).map(({ quantities }) => quantities.shipped?.qty)).toEqual([5, 2])
})
