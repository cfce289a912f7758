import { expect, test } from 'vitest'
import { grams } from '../../app/kernel/grams.ts'
import { addHours } from '../../app/kernel/jst.ts'
import { answerCorrectionFor } from '../../app/modules/admin/act-for/answer-correction-for.server.ts'
import type { RequestedChange } from '../../app/modules/ordering/adjustments/adjustment-request.ts'
import {
  answerAdjustmentRequest,
  requestAdjustment,
  withdrawAdjustmentRequest,
} from '../../app/modules/ordering/adjustments/request-adjustment.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { askedOrders } from '../../app/modules/ordering/open-orders.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { amountOf } from '../../app/modules/pricing/line-terms.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows

/** Two birds of 3.7 kg on their way. */
async function sentBirds() {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[2])
  await bringToShipped(test_.db, market, 2, orderId)
  const farm = as(test_.db, there(market.farms[2]).actor, arrivalTime)
  const chef = as(test_.db, market.chef, arrivalTime)
  const line = there((await orderDetail(farm, orderId)).lines[0])
  const weight = (kg: number): RequestedChange => ({
    lineId: line.id,
    kind: 'weight',
    qty: null,
    grams: grams(kg * 1_000),
  })
  const ask = async (change = weight(3.5)) =>
    requestAdjustment(farm, { orderId, key: aKey(), lines: [change], reason: '風袋を引かずに計量しました' })
  const answer = (
    requestId: Parameters<typeof answerAdjustmentRequest>[1]['requestId'],
    agree: boolean,
    key = aKey(),
  ) => answerAdjustmentRequest(chef, { orderId, requestId, agree, words: '', key })
  const receive = async () => must(await receiveOrder(chef, { orderId, key: aKey(), lines: [] }))
  const now = () => orderDetail(chef, orderId)
  const charges = () =>
    rows('select kind, total_yen::int as yen from charges where order_id = $1 order by at, kind desc', [orderId])
  return { market, orderId, farm, chef, line, weight, ask, answer, receive, now, charges }
}

test('a weight is corrected after the bill: nothing before the kitchen agrees, then an entry, its charge and both told', async () => {
  const it = await sentBirds()
  await it.receive()
  const before = await it.now()
  await test_.pool.query('delete from mails')
  const { requestId } = must(await it.ask())
  expect((await it.now()).adjustments).toEqual([])
  expect((await it.now()).adjustmentRequests).toMatchObject([{ id: requestId, state: 'asked', answeredAt: null }])
  const asked = await rows(`select data from mails where template = 'correction_request'`)
  expect(asked.map(({ data }) => data)).toMatchObject([{ said: 'asked', number: before.number }])

  must(await it.answer(requestId, true))
  const after = await it.now()
  const right = amountOf(it.line, { qty: 2, grams: grams(3_500) })
  expect(after.adjustments).toMatchObject([
    {
      number: `${before.number}-S1`,
      lines: [{ lineId: it.line.id, yen: right - (there(before.lines[0]).billedYen ?? 0) }],
    },
  ])
  expect(after.adjustmentRequests).toMatchObject([{ state: 'done' }])
  // the bill itself stays
  expect(after.figures).toEqual(before.figures)
  const taxed = there(after.adjustments[0]).tax.totalIncYen
  expect((await it.charges()).at(-1)).toEqual({ kind: 'adjustment', yen: taxed })
  const told = await rows(`select data->>'said' as said from mails where template = 'correction_request'`)
  expect(told.map(({ said }) => said).sort()).toEqual(['agreed', 'asked'])
})

test('agreed before the kitchen has received: the entry is made in the moment in which the bill becomes final', async () => {
  const it = await sentBirds()
  const { requestId } = must(await it.ask())
  must(await it.answer(requestId, true))
  expect((await it.now()).adjustmentRequests).toMatchObject([{ state: 'agreed' }])
  expect(await it.charges()).toEqual([])
  await it.receive()
  const after = await it.now()
  expect([after.state, after.adjustments.length]).toEqual(['finalized', 1])
  expect(after.adjustmentRequests).toMatchObject([{ state: 'done' }])
  const net = (await it.charges()).reduce((sum, { yen }) => sum + yen, 0)
  expect(net).toBe(after.figures.totalIncYen + there(after.adjustments[0]).tax.totalIncYen)
})

test('what came back is taken off; what the kitchen had found by itself is not taken off twice', async () => {
  const it = await sentBirds()
  await it.receive()
  const back = { lineId: it.line.id, kind: 'return', qty: 1, grams: grams(1_800) } as const
  const { requestId } = must(await it.ask(back))
  must(await it.answer(requestId, true))
  const [first] = (await it.now()).adjustments
  expect(there(there(first).lines[0]).yen).toBe(-amountOf(it.line, { qty: 1, grams: grams(1_800) }))
  // the weight that it comes to now is lower than the right one: nothing is left to correct
  expect(await it.ask(it.weight(3.5))).toMatchObject({ refusal: 'no_correction' })
})

test('two members of the kitchen who answer at once: one answer counts, and one entry is made', async () => {
  const it = await sentBirds()
  await it.receive()
  const { requestId } = must(await it.ask())
  const answers = await Promise.all([true, false, true].map((agree) => it.answer(requestId, agree)))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).sort()).toEqual([
    'correction_not_open',
    'correction_not_open',
    'ok',
  ])
  const { adjustments, adjustmentRequests } = await it.now()
  const [request] = adjustmentRequests
  expect(adjustments).toHaveLength(request?.state === 'done' ? 1 : 0)
})

test('the farm withdraws while the kitchen agrees: one of both counts', async () => {
  const it = await sentBirds()
  await it.receive()
  const { requestId } = must(await it.ask())
  const both = await Promise.all([
    withdrawAdjustmentRequest(it.farm, { orderId: it.orderId, requestId, key: aKey() }),
    it.answer(requestId, true),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const { adjustments, adjustmentRequests } = await it.now()
  expect([adjustments.length, adjustmentRequests[0]?.state]).toEqual(both[0].ok ? [0, 'withdrawn'] : [1, 'done'])
})

test('the same press twice asks once; a second question waits for the first, which ends after seven days', async () => {
  const it = await sentBirds()
  const input = { orderId: it.orderId, key: aKey(), lines: [it.weight(3.5)], reason: '風袋' }
  const twice = await Promise.all([requestAdjustment(it.farm, input), requestAdjustment(it.farm, input)])
  expect(twice.map(({ ok }) => ok)).toEqual([true, true])
  expect((await it.now()).adjustmentRequests).toHaveLength(1)
  expect(await it.ask()).toMatchObject({ refusal: 'correction_asked_already' })

  const later = addHours(arrivalTime, 7 * 24 + 1)
  const { requestId } = must(twice[0])
  const chef = { ...it.chef, now: later }
  const late = { orderId: it.orderId, requestId, agree: true, words: '', key: aKey() }
  expect(await answerAdjustmentRequest(chef, late)).toMatchObject({ refusal: 'correction_not_open' })
  expect((await orderDetail(chef, it.orderId)).adjustmentRequests).toMatchObject([{ state: 'lapsed' }])
  must(await requestAdjustment({ ...it.farm, now: later }, { ...input, key: aKey() }))
  expect((await orderDetail(chef, it.orderId)).adjustmentRequests.map(({ state }) => state)).toEqual([
    'asked',
    'lapsed',
  ])
})

test('refused: before it is sent, without a reason, long after the delivery, and a question of another order', async () => {
  const it = await sentBirds()
  const placed = there((await placeAll(test_.db, it.market))[2])
  const input = { orderId: it.orderId, key: aKey(), lines: [it.weight(3.5)], reason: '風袋' }
  expect(await requestAdjustment(it.farm, { ...input, orderId: placed })).toMatchObject({ refusal: 'wrong_state' })
  expect(await requestAdjustment(it.farm, { ...input, key: aKey(), reason: ' ' })).toMatchObject({
    refusal: 'reason_missing',
  })
  const late = { ...it.farm, now: addHours(arrivalTime, 31 * 24) }
  expect(await requestAdjustment(late, { ...input, key: aKey() })).toMatchObject({ refusal: 'too_late' })
  const { requestId } = must(await it.ask())
  const other = { orderId: placed, requestId, agree: true, words: '', key: aKey() }
  expect(await answerAdjustmentRequest(it.chef, other)).toMatchObject({ ok: false })
  expect((await it.now()).adjustmentRequests).toMatchObject([{ state: 'asked' }])
})

test('the home of the kitchen lists it with its deadline until it is answered or its time is over', async () => {
  const it = await sentBirds()
  await it.receive()
  const { requestId } = must(await it.ask())
  const dueAt = addHours(arrivalTime, 7 * 24)
  expect(await askedOrders(it.chef)).toMatchObject([
    { id: it.orderId, correction: '風袋を引かずに計量しました', dueAt, lines: [], accept: null },
  ])
  expect(await askedOrders({ ...it.chef, now: addHours(dueAt, 1) })).toEqual([])
  must(await it.answer(requestId, false))
  expect(await askedOrders(it.chef)).toEqual([])
})

test('a kitchen that answers by telephone is answered for by staff, under their name, with the reason', async () => {
  const it = await sentBirds()
  await it.receive()
  const { requestId } = must(await it.ask())
  const staff = as(test_.db, await anAdmin(test_.db), arrivalTime)
  const said = { orderId: it.orderId, requestId, agree: true, key: aKey() }
  expect(await answerCorrectionFor(staff, { ...said, reason: ' ' })).toMatchObject({ refusal: 'reason_missing' })
  must(await answerCorrectionFor(staff, { ...said, reason: '店長から電話' }))
  const { adjustments, adjustmentRequests, events } = await it.now()
  expect([adjustments.length, adjustmentRequests[0]?.state]).toEqual([1, 'done'])
  expect(events.find(({ kind }) => kind === 'correction_agreed')).toMatchObject({
    actorKind: 'staff',
    reason: '代理の理由：店長から電話',
  })
})
