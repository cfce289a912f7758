import { expect, test } from 'vitest'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import type { FarmId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { payablesByState } from '../../app/modules/bookkeeping/ageing.server.ts'
import { agreement } from '../../app/modules/bookkeeping/agreement.server.ts'
import { replayLedger } from '../../app/modules/bookkeeping/replay.server.ts'
import { chooseRun } from '../../app/modules/cart/choose-run.server.ts'
import { recordMissingCharges } from '../../app/modules/ordering/charges/record-charges.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { closeFarms, farmsDue } from '../../app/modules/payouts/close-farms.server.ts'
import { ownNextPayout } from '../../app/modules/payouts/farm-sales.server.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { aRun } from '../factories/run.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const system = { kind: 'system' } as const

/** The three farms of a market sent two each by a run of the first; everything is received, and the bills are final. */
async function ridden() {
  const market = await aMarket(test_.db)
  const runId = await aRun(test_.db, market, { leadDays: 1, cutoffDays: 2 })
  const chef = as(test_.db, market.chef)
  for (const { farmId, productId } of market.farms) {
    await fillCart(chef, market.kitchenId, [[productId, 2]])
    must(await chooseRun(chef, { kitchenId: market.kitchenId, farmId, runId }))
  }
  const { orderIds } = must(await place(chef, market.kitchenId))
  const orders = await Promise.all(orderIds.map((id) => orderDetail(chef, id)))
  for (const [index, { farmId }] of market.farms.entries()) {
    const orderId = there(orders.find((order) => order.farmId === farmId)).id
    await bringToShipped(test_.db, market, index, orderId)
    must(await receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  }
  return { ...market, orderIds, orders }
}

const payableOf = async (farmId: FarmId) => {
  const { rows } = await test_.pool.query(
    `select coalesce(-sum(yen), 0)::int as yen from ledger_postings where account = 'payable' and farm_id = $1`,
    [farmId],
  )
  return rows[0].yen as number
}

/** Ledger and documents, and what farms are owed by how far it has come, of these farms. */
async function booksAgree(farms: readonly { farmId: FarmId }[]) {
  const staff = as(test_.db, await anAdmin(test_.db, { role: 'finance' }))
  const [{ farms: side }, { rows }] = [await agreement(staff), await payablesByState(staff)]
  for (const { farmId } of farms) {
    const owed = await payableOf(farmId)
    expect(side.rows.find(({ id }) => id === farmId)).toMatchObject({ ledgerYen: owed, differenceYen: 0 })
    expect(rows.find(({ id }) => id === farmId)?.totalYen).toBe(owed)
  }
}

test('the freight of a run goes from the farms of the goods to the runner, once, and slips still have it', async () => {
  const { farms, orders, orderIds } = await ridden()
  const [runner, ...riders] = farms
  const freight = (farmId: FarmId) => there(orders.find((order) => order.farmId === farmId)).figures.freightYen
  expect(orders.reduce((sum, { figures }) => sum + figures.freightYen, 0)).toBe(1_900)
  const withTax = (base: number) => base + Math.floor(base / 10)
  const sales = await test_.db
    .selectFrom('charges')
    .select(['farmId', 'totalYen', 'farmYen', 'feeYen', 'freightYen'])
    .where('orderId', 'in', orderIds)
    .execute()
  const earned = (farmId: FarmId) => {
    const sale = there(sales.find((one) => one.farmId === farmId))
    // what the restaurant owes for this slip, with its freight, is what the farm is credited before
    expect([sale.totalYen, sale.freightYen]).toEqual([sale.farmYen, freight(farmId)])
    return sale.farmYen - sale.feeYen
  }
  for (const { farmId } of riders) expect(await payableOf(farmId)).toBe(earned(farmId) - withTax(freight(farmId)))
  const rode = riders.reduce((sum, { farmId }) => sum + withTax(freight(farmId)), 0)
  expect(await payableOf(there(runner).farmId)).toBe(earned(there(runner).farmId) + rode)
  await test_.db.transaction().execute(async (db) => {
    expect(await recordMissingCharges({ db, now: arrivalTime })).toBe(0)
  })
  const replayed = await replayLedger(test_.db)
  expect([replayed.charges, replayed.balances]).toEqual([[], []])
  await expect(test_.pool.query('update run_freights set base_yen = base_yen + 1')).rejects.toThrow(/append-only/)
})

test('the statements of a month show it on both sides, once, and pay what the ledger owes', async () => {
  const { farms } = await ridden()
  const now = at('2026-12-20 04:00')
  const close = () => closeFarms({ db: test_.db, now, actor: system }, operator)
  expect(await farmsDue(test_.db, jstDate('2026-11-30'))).toEqual(
    expect.arrayContaining(farms.map(({ farmId }) => expect.objectContaining({ farmId }))),
  )
  const expected = await Promise.all(
    farms.map(({ actor }) => ownNextPayout(as(test_.db, actor, now), { payDay: 15 }).then((next) => next?.yen)),
  )
  await booksAgree(farms)
  const closed = await close()
  expect(closed.failed).toEqual([])
  await booksAgree(farms)
  expect((await close()).issued).toBe(0)
  let lines = 0
  const paid: number[] = []
  for (const { farmId } of farms) {
    const { content } = await test_.db
      .selectFrom('issuedDocuments')
      .select('content')
      .where('farmId', '=', farmId)
      .where('kind', '=', 'statement')
      .executeTakeFirstOrThrow()
    if (content.kind !== 'statement') throw new Error('a statement')
    expect(content.netYen).toBe(await payableOf(farmId))
    paid.push(content.netYen)
    lines += (content.runFreights ?? []).reduce((sum, { baseYen, taxYen }) => sum + baseYen + taxYen, 0)
  }
  expect(paid).toEqual(expected)
  // what some owe the other earns
  expect(lines).toBe(0)
  expect(await replayLedger(test_.db)).toMatchObject({ charges: [], balances: [] })
})
