import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { type NewCharge, recordCharge } from '../../app/modules/ledger/record-charge.server.ts'
import { makeAdjustment } from '../../app/modules/ordering/adjustments/make-adjustment.server.ts'
import { recordMissingCharges } from '../../app/modules/ordering/charges/record-charges.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, anAdmin, as, noon } from '../factories/market.ts'
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
  return { farm, orderId, staff, order, lineId: there(order.lines[0]).id }
}

const chargesOfOrder = (orderId: string) =>
  rows(
    `select event_key, kind, goods_yen::int, total_yen::int, farm_yen::int, fee_yen::int from charges
      where order_id = $1 order by at, kind desc`,
    [orderId],
  )
const balances = (orderId: string) =>
  rows(
    `select p.account, sum(p.yen)::int as yen from ledger_postings p join ledger_entries e on e.id = p.entry_id
      join charges c on e.event_key = 'charge:' || c.event_key where c.order_id = $1 group by 1 order by 1`,
    [orderId],
  )

test('a final order is charged once, with the commission of its products; corrections take their share of it back', async () => {
  const { orderId, staff, order, lineId } = await finalOrder()
  const { totalIncYen } = order.figures
  const sale = { event_key: `order:${orderId}`, kind: 'sale', goods_yen: 6_000, total_yen: totalIncYen }
  expect(await chargesOfOrder(orderId)).toEqual([{ ...sale, farm_yen: totalIncYen, fee_yen: 720 }])
  must(await makeAdjustment(staff, { orderId, key: aKey(), lines: [{ lineId, yen: yen(-333) }], reason: '箱の大きさ' }))
  // 12 % of 5,667 is 680.04: of all that the farm earned the fee is rounded down once
  expect((await chargesOfOrder(orderId))[1]).toMatchObject({ total_yen: -359, farm_yen: -359, fee_yen: -40 })
  expect(await balances(orderId)).toEqual([
    { account: 'fees', yen: -680 },
    { account: 'payable', yen: 680 - (totalIncYen - 359) },
    { account: 'receivable', yen: totalIncYen - 359 },
  ])
  await test_.db.transaction().execute(async (db) => {
    expect(await recordMissingCharges({ db, now: arrivalTime })).toBe(0)
  })
})

async function aCharge(): Promise<NewCharge> {
  const { orderId, order } = await finalOrder()
  return {
    eventKey: `order:${newId<'order'>()}`,
    kind: 'sale',
    orderId,
    adjustmentId: null,
    restaurantId: order.restaurantId,
    farmId: order.farmId,
    suppliedOn: jstDate('2026-11-26'),
    goodsYen: yen(1_000),
    freightYen: yen(0),
    untaxedYen: yen(0),
    perRate: [],
    taxYen: yen(80),
    totalYen: yen(1_080),
    farmYen: yen(1_080),
    feeYen: yen(120),
    sellerNumber: null,
  }
}

test('the same event counts once, also at the same moment', async () => {
  const charge = await aCharge()
  const once = () => test_.db.transaction().execute((db) => recordCharge({ db, now: noon }, charge))
  expect((await Promise.all([once(), once()])).toSorted()).toEqual([0, 1])
  expect(await once()).toBe(0)
  expect(await rows('select 1 from ledger_entries where event_key = $1', [`charge:${charge.eventKey}`])).toHaveLength(1)
})

test('the books refuse what does not balance, what is added later, what is changed, and a closed month: what comes late is booked today', async () => {
  const charge = await aCharge()
  await test_.db.transaction().execute((db) => recordCharge({ db, now: noon }, charge))
  const entry = `select id from ledger_entries where event_key = 'charge:${charge.eventKey}'`
  await expect(
    rows(`insert into ledger_entries (id, event_key, kind, on_day, memo, at)
          values (gen_random_uuid(), 'alone', 'x', '2026-11-24', '', now())`),
  ).rejects.toThrow(/not balanced/)
  await expect(
    rows(`insert into ledger_postings (entry_id, ordinal, account, yen) select id, 9, 'bank', 1 from (${entry}) e`),
  ).rejects.toThrow(/no more postings/)
  for (const table of ['charges', 'ledger_entries', 'ledger_postings'])
    await expect(rows(`delete from ${table}`)).rejects.toThrow(/append-only/)
  await rows(
    `insert into ledger_months (month, closed_at, event_id) select '2026-10-01', now(), id from events limit 1`,
  )
  const late = { ...charge, eventKey: `order:${newId<'order'>()}`, at: new Date('2026-10-31T03:00:00Z') }
  expect(await test_.db.transaction().execute((db) => recordCharge({ db, now: noon }, late))).toBe(1)
  const booked = `select c.booked_on::text as booked, e.on_day::text as day from charges c
    join ledger_entries e on e.event_key = 'charge:' || c.event_key where c.event_key = $1`
  expect(await rows(booked, [late.eventKey])).toEqual([{ booked: '2026-11-24', day: '2026-11-24' }])
  await expect(
    rows(`insert into ledger_entries (id, event_key, kind, on_day, memo, at)
          values (gen_random_uuid(), 'late', 'x', '2026-10-31', '', now())`),
  ).rejects.toThrow(/closed/)
})
