import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { printedSlips } from '#modules/issued-documents/printed-slips.server.ts'
import { answerClaim, takeOffer } from '#modules/ordering/claims/answer-claim.server.ts'
import { claimsOfOrder } from '#modules/ordering/claims/claim-queries.server.ts'
import { openClaim } from '#modules/ordering/claims/open-claim.server.ts'
import { receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { priceOfMissing } from '#modules/pricing/line-terms.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aDraftPhoto, arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

/** Four boxes of carrots at ¥1,500 have come; `auto` is the limit up to which claims settle automatically. */
async function fourBoxes(auto: number) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await test_.pool.query('update farms set claim_auto_yen = $2 where id = $1', [farm.farmId, auto])
  await fillCart(as(test_.db, market.chef), market.kitchenId, [[farm.productId, 4]])
  const orderId = there(must(await place(as(test_.db, market.chef), market.kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 0, orderId)
  const chef = as(test_.db, market.chef, arrivalTime)
  const lineId = there((await orderDetail(chef, orderId)).lines[0]).id
  const receive = async (qty: number, missing: { count: number; of: number } | null) => {
    const key = aKey()
    const photos = [await aDraftPhoto(test_.db, key, market.chef.personId)]
    return receiveOrder(chef, {
      orderId,
      key,
      lines: [{ lineId, verdict: 'damaged', qty, missing, grams: null, photos }],
    })
  }
  const line = async () => there((await orderDetail(chef, orderId)).lines[0])
  return { chef, farmer: as(test_.db, farm.actor, arrivalTime), orderId, lineId, receive, line }
}

test('0.3 of a box is of no use: claimed, credited at once, and the rest is billed to the yen', async () => {
  const { chef, orderId, receive, line } = await fourBoxes(3_000)
  must(await receive(4, { count: 3, of: 10 }))
  const received = { qty: 4, grams: null, missing: { count: 3, of: 10 } }
  expect(await line()).toMatchObject({ quantities: { received, billed: received }, billedYen: 5_550 })
  const [claim] = await claimsOfOrder(chef, orderId)
  expect(claim).toMatchObject({ state: 'settled', amountYen: 450, claimed: { qty: 0, part: { count: 3, of: 10 } } })
  const charges = await test_.db.selectFrom('charges').select('id').where('orderId', '=', orderId).execute()
  const [printed] = await printedSlips(
    test_.db,
    charges.map(({ id }) => id),
  )
  expect(printed?.slip.lines).toMatchObject([{ qty: 3.7, priceYen: 1_500, yen: 5_550 }])
})

test('6 of 24 pieces of a box and one whole box: half is granted, and bill and credit are what was agreed', async () => {
  const { chef, farmer, orderId, receive, line } = await fourBoxes(0)
  must(await receive(3, { count: 6, of: 24 }))
  const claim = there((await claimsOfOrder(chef, orderId))[0])
  expect(claim).toMatchObject({ state: 'opened', amountYen: 1_875, claimed: { qty: 1, part: { count: 6, of: 24 } } })
  must(
    await answerClaim(farmer, {
      claimId: claim.id,
      kind: 'price_reduction',
      percent: 50,
      words: '半分は',
      key: aKey(),
    }),
  )
  must(await takeOffer(chef, { claimId: claim.id, key: aKey() }))
  // half of ¥1,875, rounded down, is credited
  expect(await line()).toMatchObject({ quantities: { received: { qty: 4 } }, billedYen: 6_000 - 937 })
  expect((await line()).quantities.received).not.toHaveProperty('missing')
})

test('a part that is found after the bill is credited by a correction', async () => {
  const { chef, orderId, lineId, line } = await fourBoxes(3_000)
  must(await receiveOrder(chef, { orderId, key: aKey(), lines: [] }))
  const key = aKey()
  const photos = [await aDraftPhoto(test_.db, key, null)]
  const said = { orderId, lineId, reason: 'damaged' as const, usableGrams: null, wish: 'credit' as const, words: '' }
  const of = { ...said, hidden: false, photos }
  const all = await openClaim(chef, { ...of, key, usableQty: 5, usableMissing: { count: 6, of: 24 } })
  expect(all).toMatchObject({ ok: false, refusal: 'more_than_shipped' })
  must(await openClaim(chef, { ...of, key, usableQty: 4, usableMissing: { count: 6, of: 24 } }))
  expect(await line()).toMatchObject({ billedYen: 6_000 })
  const { adjustments } = await orderDetail(chef, orderId)
  expect(adjustments.flatMap(({ lines }) => lines.map((one) => one.yen))).toEqual([-375])
})

test('the database keeps parts where they belong, and knows the same prices', async () => {
  const { lineId, receive } = await fourBoxes(3_000)
  must(await receive(4, { count: 3, of: 10 }))
  const state = (stage: string, qty: number, missing: number | null, of: number | null) =>
    test_.pool.query(
      `insert into quantity_entries (order_line_id, stage, qty, missing, missing_of, reason, event_id, at)
       select order_line_id, $2, $3, $4, $5, 'x', event_id, now() from quantity_entries
        where order_line_id = $1 and stage = 'received' limit 1`,
      [lineId, stage, qty, missing, of],
    )
  await expect(state('shipped', 4, 3, 10)).rejects.toThrow(/quantity_entries_missing/)
  await expect(state('received', 4, 10, 10)).rejects.toThrow(/quantity_entries_missing/)
  await expect(state('received', 4, 3, null)).rejects.toThrow(/quantity_entries_missing/)
  await expect(state('received', 0, 3, 10)).rejects.toThrow(/quantity_entries_missing/)
  await expect(test_.pool.query('update order_lines set received_missing = 4 where id = $1', [lineId])).rejects.toThrow(
    /quantity_entries only/,
  )
  for (const [price, count, of] of [
    [3_001, 3, 10],
    [1, 1, 10],
    [10_000_000, 999, 1_000],
    [1_000, 2, 3],
  ] as const) {
    const { rows } = await test_.pool.query('select yen_of_missing($1, $2, $3)::int as yen', [price, count, of])
    expect(rows).toEqual([{ yen: priceOfMissing(yen(price), { missing: { count, of } }) }])
  }
})
