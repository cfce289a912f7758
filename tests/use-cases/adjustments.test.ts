import { expect, test } from 'vitest'
import { Forbidden } from '../../app/kernel/errors.ts'
import { yen } from '../../app/kernel/yen.ts'
import { makeAdjustment, previewAdjustment } from '../../app/modules/ordering/adjustments/make-adjustment.server.ts'
import { answerClaim, takeOffer } from '../../app/modules/ordering/claims/answer-claim.server.ts'
import { openClaim } from '../../app/modules/ordering/claims/open-claim.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows

/** Four boxes of carrots at ¥1,500: sent, received, final. */
async function finalOrder() {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 4]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 0, orderId)
  must(await receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  const staff = as(test_.db, await anAdmin(test_.db), arrivalTime)
  const order = await orderDetail(staff, orderId)
  return { market, farm, orderId, staff, order, lineId: there(order.lines[0]).id }
}

test('a final bill is put right by an entry against it: seen before, told to both, and nothing of it rewritten', async () => {
  const { market, farm, orderId, staff, order, lineId } = await finalOrder()
  const lines = [{ lineId, yen: yen(-500) }]
  const preview = must(await previewAdjustment(staff, { orderId, lines }))
  expect(preview).toMatchObject({
    corrects: order.number,
    number: `${order.number}-S1`,
    beforeYen: order.figures.totalIncYen,
    afterYen: order.figures.totalIncYen - 540,
  })
  expect(await rows('select 1 from adjustments where order_id = $1', [orderId])).toEqual([])

  must(await makeAdjustment(staff, { orderId, key: aKey(), lines, reason: '箱の大きさのまちがい' }))
  for (const actor of [market.chef, farm.actor]) {
    const now = await orderDetail(as(test_.db, actor), orderId)
    expect(now).toMatchObject({ state: 'finalized', finalizedAt: order.finalizedAt, figures: order.figures })
    expect(now.adjustments).toMatchObject([
      { number: `${order.number}-S1`, corrects: order.number, claim: null, reason: '箱の大きさのまちがい', lines },
    ])
    expect(there(now.adjustments[0]).tax.totalIncYen).toBe(-540)
  }
  expect(await rows(`select 1 from mails where subject like '%' || $1 || '%'`, [order.number])).toHaveLength(1)
  expect(await rows(`select party from order_news where order_id = $1 order by at desc`, [orderId])).toContainEqual({
    party: 'farm',
  })

  // the next one refers to this, and together they cannot take back more than was billed
  must(await makeAdjustment(staff, { orderId, key: aKey(), lines: [{ lineId: null, yen: yen(-100) }], reason: '送料' }))
  const after = await orderDetail(staff, orderId)
  expect(after.adjustments.map(({ number, corrects }) => [number, corrects])).toEqual([
    [`${order.number}-S1`, order.number],
    [`${order.number}-S2`, `${order.number}-S1`],
  ])
  const tooMuch = { orderId, key: aKey(), lines: [{ lineId, yen: yen(-5_501) }], reason: 'すべて' }
  expect(await makeAdjustment(staff, tooMuch)).toMatchObject({ refusal: 'more_than_billed', detail: { max: 5_500 } })
  for (const table of ['adjustments', 'adjustment_lines'])
    await expect(rows(`delete from ${table}`)).rejects.toThrow(/append-only/)
})

test('only staff correct, only final orders, only with a reason; two at once make one correction', async () => {
  const { market, farm, orderId, staff, lineId } = await finalOrder()
  const input = { orderId, key: aKey(), lines: [{ lineId, yen: yen(-10) }], reason: '重さ' }
  for (const actor of [market.chef, farm.actor])
    await expect(makeAdjustment(as(test_.db, actor), { ...input, key: aKey() })).rejects.toThrow(Forbidden)
  expect(await makeAdjustment(staff, { ...input, key: aKey(), reason: ' ' })).toMatchObject({
    refusal: 'reason_missing',
  })
  const both = await Promise.all([makeAdjustment(staff, input), makeAdjustment(staff, input)])
  expect(both.map(({ ok }) => ok)).toEqual([true, true])
  const different = await Promise.all(
    [1, 2].map(() => makeAdjustment(staff, { ...input, key: aKey(), lines: [{ lineId, yen: yen(-3_000) }] })),
  )
  // one after the other: the second finds only 2,990 left
  expect(different.map((it) => (it.ok ? 'ok' : it.refusal)).sort()).toEqual(['more_than_billed', 'ok'])

  const open = await aMarket(test_.db)
  await fillCart(as(test_.db, open.chef), open.kitchenId, [[there(open.farms[0]).productId, 1]])
  const placed = there(must(await place(as(test_.db, open.chef), open.kitchenId)).orderIds[0])
  expect(await previewAdjustment(staff, { orderId: placed, lines: [] })).toMatchObject({ refusal: 'wrong_state' })
})

test('a claim that is settled after the bill was final takes it off by a correction that names it', async () => {
  const { market, farm, orderId, order, lineId } = await finalOrder()
  const chef = as(test_.db, market.chef, arrivalTime)
  const { claimId } = must(
    await openClaim(chef, {
      orderId,
      key: aKey(),
      lineId,
      reason: 'short',
      usableQty: 3,
      usableGrams: null,
      wish: 'credit',
      words: '一箱足りなかった',
      hidden: false,
      photos: [],
    }),
  )
  const half = { kind: 'credit', percent: 50, words: '半分' } as const
  must(await answerClaim(as(test_.db, farm.actor, arrivalTime), { claimId, key: aKey(), ...half }))
  must(await takeOffer(chef, { claimId, key: aKey() }))
  const { adjustments, figures, lines } = await orderDetail(chef, orderId)
  expect(figures).toEqual(order.figures)
  expect(there(lines[0]).billedYen).toBe(6_000)
  expect(adjustments).toMatchObject([{ claim: `${order.number}-C1`, lines: [{ lineId, yen: -750 }] }])
})
