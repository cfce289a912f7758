import { beforeAll, beforeEach, expect, test } from 'vitest'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { Forbidden } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { closePeriods } from '../../app/modules/billing/close-period.server.ts'
import { closeDesk, closeLedgerMonth } from '../../app/modules/bookkeeping/close-month.server.ts'
import { replayLedger } from '../../app/modules/bookkeeping/replay.server.ts'
import { replayCommand } from '../../app/modules/bookkeeping/replay-command.server.ts'
import { postEntry } from '../../app/modules/ledger/post-entry.server.ts'
import { makeAdjustment } from '../../app/modules/ordering/adjustments/make-adjustment.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { tryLockImports } from '../../app/modules/payments/clear-returned.server.ts'
import { recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { closeMonths } from '../../app/modules/payouts/close-farms.server.ts'
import { makePayRun, markPayRunSent, previewPayRun, releasePayRun } from '../../app/modules/payouts/pay-run.server.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { aBankAccount } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'test' }))
const noReasons = { orders: '', claims: '', deposits: '', invoices: '', statements: '', cards: '', replay: '' }

type Staff = Awaited<ReturnType<typeof anAdmin>>
let finance: Staff
let other: Staff
beforeAll(async () => {
  finance = await anAdmin(test_.db, { role: 'finance' })
  other = await anAdmin(test_.db, { role: 'finance' })
})
/** Every test closes the same month. */
beforeEach(async () => {
  await test_.pool.query('alter table ledger_months disable trigger user')
  await test_.pool.query('delete from ledger_months')
  await test_.pool.query('alter table ledger_months enable trigger user')
})
const systemAt = (moment: string) => ({ actor: { kind: 'system' as const }, db: test_.db, now: at(moment) })
/** An administrator who has just signed in. */
const staffAt = (moment: string, who = finance) => as(test_.db, who, at(moment))

const close = (month: string, moment: string, reasons = {}, who = finance) =>
  closeLedgerMonth(staffAt(moment, who), { ...noReasons, ...reasons, month, key: aKey() })

/** Three orders of a market, final in November: one corrected; billed, paid in part, stated and paid out. */
async function realLives() {
  const { db } = test_
  const market = await aMarket(db)
  const orders = await placeAll(db, market)
  for (const [index, orderId] of orders.entries()) {
    await bringToShipped(db, market, index, orderId)
    must(await receiveOrder(as(db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  }
  const staff = as(db, finance, at('2026-11-27 10:00'))
  const orderId = there(orders[0])
  const order = await orderDetail(staff, orderId)
  const line = { lineId: there(order.lines[0]).id, yen: yen(-333) }
  must(await makeAdjustment(staff, { orderId, key: aKey(), lines: [line], reason: '箱の大きさ' }))
  const { restaurantId } = market.chef
  await closePeriods(systemAt('2026-12-04 03:00'), operator, [restaurantId])
  must(await closeMonths(staffAt('2026-12-04 04:00'), {}, operator))
  const invoice = await db
    .selectFrom('issuedDocuments')
    .select('id')
    .where('restaurantId', '=', restaurantId)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow()
  await db.transaction().execute((db) =>
    recordPayment(
      { ...systemAt('2026-12-10 12:00'), db },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2026-12-10'),
        yen: yen(3_000),
        payer: 'ﾋﾞｽﾄﾛｱｶﾘ',
        allocations: [{ restaurantId, documentId: invoice.id, yen: yen(2_500), reason: '入金' }],
      },
    ),
  )
  for (const { farmId, actor } of market.farms) await aBankAccount(db, { farmId, actor }, at('2026-11-01 09:00'))
  await test_.pool.query('update payout_settings set transfer_fee_yen = 150')
  const payOn = jstDate('2026-12-15')
  const preview = await previewPayRun(staffAt('2026-12-11 10:00'), payOn)
  const run = { payOn, count: preview.paid.length, totalYen: preview.totalYen }
  const { id } = must(await makePayRun(staffAt('2026-12-11 10:00'), { ...run, key: aKey() }))
  must(await releasePayRun(staffAt('2026-12-11 10:00', other), { key: aKey(), id }))
  must(await markPayRunSent(staffAt('2026-12-15 15:00'), { key: aKey(), id }))
  // what a transfer costs changes later, and the run keeps what it cost
  await test_.pool.query('update payout_settings set transfer_fee_yen = 0')
  return { ...market, orders, restaurantId, runs: preview.paid.length }
}

test('the ledger is what follows from all that was recorded, and one entry too many is found', async () => {
  const { orders, restaurantId, runs } = await realLives()
  expect(runs).toBe(3)
  const replay = await replayLedger(test_.db)
  expect(replay).toMatchObject({ charges: [], balances: [] })
  expect(replay.orders).toBeGreaterThanOrEqual(orders.length)
  expect(await replayCommand(test_.db, [])).toEqual({
    ok: true,
    lines: [`${replay.orders} orders replayed: 0 differences.`],
  })
  const { rows } = await test_.pool.query('select count(*)::int as count from ledger_entries')
  await test_.db.transaction().execute((db) =>
    postEntry(
      { db, now: at('2026-12-16 10:00') },
      {
        eventKey: `test:${newId()}`,
        kind: 'payment_match',
        memo: '',
        postings: [
          { account: 'receivable', restaurantId, yen: yen(-1) },
          { account: 'bad_debt', yen: yen(1) },
        ],
      },
    ),
  )
  const tampered = await replayCommand(test_.db, [])
  expect(tampered.ok).toBe(false)
  expect(tampered.lines).toHaveLength(3)
  expect(tampered.lines).toContainEqual('balance bad_debt: expected 0, the ledger holds 1, difference 1')
  expect(tampered.lines).toContainEqual(expect.stringMatching(/^balance receivable of ビストロ 灯 .* difference -1$/))
  const after = await test_.pool.query('select count(*)::int as count from ledger_entries')
  expect(after.rows[0].count).toBe(rows[0].count + 1)
  await test_.db.transaction().execute((db) =>
    postEntry(
      { db, now: at('2026-12-16 10:00') },
      {
        eventKey: `test:${newId()}`,
        kind: 'payment_match',
        memo: '',
        postings: [
          { account: 'receivable', restaurantId, yen: yen(1) },
          { account: 'bad_debt', yen: yen(-1) },
        ],
      },
    ),
  )
})

test('a month is closed when nothing is open, or with a reason for each; once, and the oldest first', async () => {
  const { orders } = await realLives()
  expect(orders).toHaveLength(3)
  const now = '2027-01-05 10:00'
  const desk = await closeDesk(staffAt(now))
  expect(desk).toMatchObject({ month: '2026-11-01', closed: [] })
  expect(desk.checklist).toMatchObject({ claims: 0, deposits: 0, invoices: 0, statements: 0, cards: 0, replay: 0 })
  expect(await close('2027-01', now)).toMatchObject({ refusal: 'month_running' })
  expect(await close('2026-12', now)).toMatchObject({ refusal: 'earlier_open' })
  await test_.db.transaction().execute(async (db) => {
    expect(await tryLockImports({ db })).toBe(true)
    expect(await close('2026-11', now)).toMatchObject({ refusal: 'import_running' })
  })
  const both = await Promise.all([close('2026-11', now), close('2026-11', now, {}, other)])
  expect(both.map((it) => (it.ok ? 'closed' : it.refusal)).toSorted()).toEqual(['already_closed', 'closed'])
  expect(await close('2026-11', now)).toMatchObject({ refusal: 'already_closed' })
  expect((await closeDesk(staffAt(now))).month).toBe('2026-12-01')
  const events = await test_.db.selectFrom('events').select('data').where('kind', '=', 'ledger_month_closed').execute()
  expect(events).toHaveLength(1)
})

test('what is open asks for its reason, which is kept with the month', async () => {
  const { db } = test_
  const market = await aMarket(db)
  await placeAll(db, market)
  const now = '2027-01-05 10:00'
  const { checklist } = await closeDesk(staffAt(now))
  expect(checklist).toMatchObject({ orders: 3 })
  expect(await close('2026-11', now)).toMatchObject({ refusal: 'reason_missing' })
  expect(await close('2026-11', now, { orders: '農園と確認中です' })).toMatchObject({ ok: true })
  expect((await closeDesk(staffAt(now))).closed).toMatchObject([
    { month: '2026-11-01', reason: '金額が確定していない注文（3件）：農園と確認中です' },
  ])
})

test('only the finance role can close a month', async () => {
  const support = await anAdmin(test_.db, { role: 'support' })
  await expect(close('2026-11', '2027-01-05 10:00', {}, support)).rejects.toThrow(Forbidden)
})
