import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { jobs } from '../../app/jobs.ts'
import { NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { waitingForMe } from '../../app/modules/admin/waiting.server.ts'
import { forgetJobFailure, recordJobFailure } from '../../app/modules/audit-log/failed-jobs.server.ts'
import { recordEvent } from '../../app/modules/audit-log/record-event.server.ts'
import { billingDesk } from '../../app/modules/billing/billing-desk.server.ts'
import { closePeriods } from '../../app/modules/billing/close-period.server.ts'
import { billingExceptionKinds } from '../../app/modules/bookkeeping/exception-labels.ts'
import { billingExceptions, moneyExceptions } from '../../app/modules/bookkeeping/exceptions.server.ts'
import { beginJobAgain, failedJobs } from '../../app/modules/bookkeeping/failed-jobs.server.ts'
import { moneyJobs } from '../../app/modules/bookkeeping/job-labels.ts'
import { creditList } from '../../app/modules/credit/credit-list.server.ts'
import { addOwnBankAccount } from '../../app/modules/payments/deposit-settings.server.ts'
import { importBankFile, uploadBankFile } from '../../app/modules/payments/import-bank-file.server.ts'
import { holdDeposit } from '../../app/modules/payments/match-by-hand.server.ts'
import { recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { closeMonths } from '../../app/modules/payouts/close-farms.server.ts'
import { answerObjection, objectToSlip } from '../../app/modules/payouts/objections.server.ts'
import {
  makePayRun,
  markPayRunSent,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '../../app/modules/payouts/pay-run.server.ts'
import { aBankFile, anOpenInvoice } from '../factories/deposits.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { aBankAccount, aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'test' }))
const systemAt = (moment: string): Ctx => ({ actor: { kind: 'system' }, db: test_.db, now: at(moment) })
const financeAt = async (moment: string) => as(test_.db, await anAdmin(test_.db, { role: 'finance' }), at(moment))

/** What is open at a moment, by its kind; the page of billing says the same of the kinds that belong to it. */
const openAt = async (moment: string) => {
  const staff = await financeAt(moment)
  const open = await moneyExceptions(staff)
  const ofBilling = open.filter(({ kind }) => billingExceptionKinds.some((it) => it === kind))
  expect(await billingExceptions(staff)).toEqual(ofBilling)
  return Object.fromEntries(open.map(({ kind, ...found }) => [kind, found]))
}

/** A restaurant that has bought from a farm on 2026-10-20: ¥10,000 at 8 %, our fee ¥1,200. */
async function aTrade() {
  const { restaurantId, kitchenId, actor } = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farm.farmId)
  const sold = await aFarmCharge(test_.db, {
    ...{ restaurantId, kitchenId, farmId: farm.farmId, productId },
    ...{ on: '2026-10-20', goods: 10_000 },
  })
  return { restaurantId, actor, farm, farmId: farm.farmId, ...sold }
}
type Trade = Awaited<ReturnType<typeof aTrade>>

async function closed({ restaurantId, farmId }: Trade) {
  await closePeriods(systemAt('2026-11-04 03:00'), operator, [restaurantId])
  must(await closeMonths(await financeAt('2026-11-04 04:00'), {}, operator))
  const documents = await test_.db
    .selectFrom('issuedDocuments')
    .select(['id', 'kind'])
    .where((is) => is.or([is('restaurantId', '=', restaurantId), is('farmId', '=', farmId)]))
    .execute()
  return {
    invoice: there(documents.find(({ kind }) => kind === 'invoice')).id,
    statement: there(documents.find(({ kind }) => kind === 'statement')).id,
  }
}

const pay = (
  { restaurantId }: Pick<Trade, 'restaurantId'>,
  amount: number,
  documentId: Awaited<ReturnType<typeof closed>>['invoice'],
) =>
  test_.db.transaction().execute((db) =>
    recordPayment(
      { ...systemAt('2026-11-20 12:00'), db },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2026-11-20'),
        yen: yen(amount),
        payer: 'ﾋﾞｽﾄﾛｱｶﾘ',
        allocations: [{ restaurantId, documentId, yen: yen(amount), reason: '入金' }],
      },
    ),
  )

test('nothing is open in a market without money', async () => {
  expect(await moneyExceptions(await financeAt('2026-11-24 10:00'))).toEqual([])
})

test('a period that the job did not close is open from the next day on, then an invoice past its due day, until it is paid', async () => {
  const trade = await aTrade()
  expect(await openAt('2026-11-03 02:00')).toEqual({})
  expect(await openAt('2026-11-05 10:00')).toEqual({
    missedInvoices: { count: 1, yen: 10_800, since: '2026-10-20' },
    missedStatements: { count: 1, yen: 9_600, since: '2026-10-20' },
  })
  const { invoice } = await closed(trade)
  expect(await openAt('2026-11-05 10:00')).toEqual({})
  expect(await openAt('2026-11-30 23:59')).toEqual({})
  await pay(trade, 4_000, invoice)
  expect(await openAt('2026-12-01 10:00')).toEqual({ overdue: { count: 1, yen: 6_800, since: '2026-11-30' } })
  await pay(trade, 6_800, invoice)
  expect(await openAt('2026-12-01 10:00')).toEqual({})
})

test('what an invoice gives back and what a claim disputes are not overdue: as many as the page of credit lists', async () => {
  const inDecember = '2026-12-01 10:00'
  const lists = async () => {
    const listed = (await creditList(await financeAt(inDecember), '')).flatMap(({ credit }) => credit.overdue ?? [])
    const { overdue } = await openAt(inDecember)
    expect(overdue?.count ?? 0).toBe(listed.length)
    expect(overdue?.yen ?? 0).toBe(listed.reduce((sum, it) => sum + it.yen, 0))
    return listed.length
  }
  const { restaurantId } = await aRestaurant(test_.db)
  const back = await anOpenInvoice(test_.db, restaurantId, -30_000)
  const small = await anOpenInvoice(test_.db, restaurantId, 29_000)
  expect(await lists()).toBe(0)
  const large = await anOpenInvoice(test_.db, restaurantId, 5_000)
  expect(await lists()).toBe(1)
  for (const [documentId, amount] of [
    [back, -30_000],
    [small, 29_000],
    [large, 5_000],
  ] as const)
    await pay({ restaurantId }, amount, documentId)
  expect(await lists()).toBe(0)

  // all that was bought is disputed until the claim ends
  const trade = await aTrade()
  const { invoice } = await closed(trade)
  expect(await lists()).toBe(1)
  const claim = newId()
  await test_.pool.query(
    `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
       automatic_yen, large_yen, rate_below_threshold, opened_at, timer_at)
     select $1, 'K-2', $2, id, $3, $4, 'opened', 'damaged', 1, billed_yen, 'credit', 0, 0, true,
       '2026-11-21 09:00+09', '2026-12-23 09:00+09' from order_lines where id = $5`,
    [claim, trade.orderId, trade.farmId, trade.restaurantId, there(trade.lineIds[0])],
  )
  expect(await lists()).toBe(0)
  await test_.pool.query(`update claims set state = 'withdrawn', timer_at = null where id = $1`, [claim])
  expect(await lists()).toBe(1)
  await pay(trade, 10_800, invoice)
  expect(await lists()).toBe(0)
})

test('a run waits for a second administrator, then for the result of the bank; what came back waits to be paid again', async () => {
  const trade = await aTrade()
  const { invoice } = await closed(trade)
  await pay(trade, 10_800, invoice)
  await aBankAccount(test_.db, { farmId: trade.farmId, actor: trade.farm.actor }, at('2026-11-01 09:00'))
  const payOn = jstDate('2026-11-16')
  const maker = await financeAt('2026-11-12 10:00')
  const { paid, totalYen } = await previewPayRun(maker, payOn)
  const { id } = must(await makePayRun(maker, { key: aKey(), payOn, count: paid.length, totalYen }))
  expect(await openAt('2026-11-12 11:00')).toEqual({ payRuns: { count: 1, yen: totalYen, since: '2026-11-12' } })
  must(await releasePayRun(await financeAt('2026-11-12 10:00'), { key: aKey(), id }))
  expect(await openAt('2026-11-16 23:00')).toEqual({})
  expect(await openAt('2026-11-17 09:00')).toEqual({ unsentRuns: { count: 1, yen: totalYen, since: '2026-11-16' } })
  must(await markPayRunSent(await financeAt('2026-11-16 15:00'), { key: aKey(), id }))
  expect(await openAt('2026-11-17 09:00')).toEqual({})
  const { id: itemId } = await test_.db
    .selectFrom('payRunItems')
    .select('id')
    .where('farmId', '=', trade.farmId)
    .executeTakeFirstOrThrow()
  const back = { key: aKey(), itemId, on: jstDate('2026-11-18'), outcome: 'returned' } as const
  must(await returnPayout(await financeAt('2026-11-18 15:00'), back))
  expect(await openAt('2026-11-19 09:00')).toEqual({ returned: { count: 1, yen: 9_480, since: '2026-11-18' } })
  // the farm names another account, and the next run pays it
  await aBankAccount(test_.db, { farmId: trade.farmId, actor: trade.farm.actor }, at('2026-11-19 10:00'))
  const again = await financeAt('2026-11-19 11:00')
  const next = await previewPayRun(again, jstDate('2026-11-20'))
  const second = must(
    await makePayRun(again, {
      ...{ key: aKey(), payOn: jstDate('2026-11-20'), count: next.paid.length, totalYen: next.totalYen },
    }),
  )
  expect(Object.keys(await openAt('2026-11-19 12:00'))).toEqual(['payRuns'])
  must(await releasePayRun(await financeAt('2026-11-19 12:00'), { key: aKey(), id: second.id }))
  must(await markPayRunSent(await financeAt('2026-11-20 15:00'), { key: aKey(), id: second.id }))
  expect(await openAt('2026-11-24 09:00')).toEqual({})
})

test('an objection until it is answered, and what it holds when it has been held for long', async () => {
  const trade = await aTrade()
  const { invoice, statement } = await closed(trade)
  await pay(trade, 10_800, invoice)
  const { number: slip } = await test_.db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', trade.orderId)
    .executeTakeFirstOrThrow()
  const said = { documentId: statement, slip, line: 0, words: '数量が違います', key: aKey() }
  must(await objectToSlip(as(test_.db, trade.farm.actor, at('2026-11-10 10:00')), said))
  const objections = { count: 1, yen: 9_600, since: '2026-11-10' }
  expect(await openAt('2026-11-12 10:00')).toEqual({ objections })
  // the 45th day of goods that came on 2026-10-20
  expect(Object.keys(await openAt('2026-12-02 10:00'))).toEqual(['objections'])
  expect(await openAt('2026-12-03 10:00')).toEqual({
    longHolds: { count: 1, yen: 9_600, since: '2026-10-20' },
    objections,
  })
  const { id: objectionId } = await test_.db.selectFrom('statementObjections').select('id').executeTakeFirstOrThrow()
  const answer = { objectionId, accepted: false, words: '検収の記録のとおりです', key: aKey() }
  must(await answerObjection(await financeAt('2026-12-03 11:00'), answer))
  expect(await openAt('2026-12-03 12:00')).toEqual({})
})

test('money from an unknown payer until it is matched or put on hold', async () => {
  const staff = await financeAt('2026-11-24 11:00')
  must(
    await addOwnBankAccount(staff, {
      key: aKey(),
      name: 'みずほ銀行',
      bank: '0001',
      branch: '900',
      number: '1234567',
      holderKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ',
      virtualAccounts: false,
    }),
  )
  const bytes = aBankFile('900', [{ yen: 12_345, name: 'ｼﾗﾅｲﾋﾄ' }])
  const { fileId } = must(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'meisai.txt' }))
  must(await importBankFile(staff, { key: aKey(), fileId }))
  expect(await openAt('2026-11-24 12:00')).toEqual({ deposits: { count: 1, yen: 12_345, since: '2026-11-02' } })
  const matchingEnded = (endedAt: Date | null) => test_.db.updateTable('bankMatchings').set({ endedAt }).execute()
  await matchingEnded(null)
  expect(Object.keys(await openAt('2026-11-24 11:10'))).toEqual(['deposits'])
  expect((await openAt('2026-11-24 11:11')).unfinishedFiles).toEqual({ count: 1, yen: null, since: '2026-11-24' })
  await matchingEnded(at('2026-11-24 11:12'))
  const { paymentId } = await test_.db.selectFrom('bankRows').select('paymentId').executeTakeFirstOrThrow()
  must(await holdDeposit(staff, { key: aKey(), paymentId: there(paymentId), held: true, note: '照会中' }))
  expect(await openAt('2026-11-24 12:00')).toEqual({})
})

test('a claim that staff decide, an open chargeback, a capture without an answer', async () => {
  const trade = await aTrade()
  const { invoice } = await closed(trade)
  await pay(trade, 10_800, invoice)
  const [claim, hold, movement, lineId] = [newId(), newId(), newId(), there(trade.lineIds[0])]
  const sides = [trade.orderId, trade.farmId, trade.restaurantId]
  await test_.pool.query(
    `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
       automatic_yen, large_yen, rate_below_threshold, opened_at, escalated_at, timer_at)
     values ($1, 'K-1', $2, $5, $3, $4, 'escalated', 'damaged', 1, 3000, 'credit', 0, 0, true,
       '2026-11-21 09:00+09', '2026-11-22 00:30+09', '2026-11-23 09:00+09')`,
    [claim, ...sides, lineId],
  )
  await test_.pool.query(
    `insert into card_holds (id, restaurant_id, farm_id, order_id, yen, state, intent, at, ended_at)
     values ($1, $4, $3, $2, 10800, 'captured', 'pi_1', '2026-11-01 09:00+09', '2026-11-02 09:00+09')`,
    [hold, ...sides],
  )
  await test_.pool.query(
    `insert into card_disputes (id, hold_id, yen, reason, state, at)
     values ('dp_1', $1, 10800, 'fraudulent', 'open', '2026-11-23 09:00+09'),
            ('dp_2', $1, 10800, 'fraudulent', 'open', '2026-11-22 09:00+09')`,
    [hold],
  )
  await test_.pool.query(
    `insert into card_movements (id, hold_id, charge_id, kind, yen, state, failure, at, ended_at)
     select $1, $2, id, 'capture', 10800, 'failed', 'no_answer', '2026-11-20 09:00+09', '2026-11-21 09:00+09'
       from charges where order_id = $3`,
    [movement, hold, trade.orderId],
  )
  expect(await openAt('2026-11-24 12:00')).toEqual({
    chargebacks: { count: 2, yen: 21_600, since: '2026-11-22' },
    cards: { count: 1, yen: 10_800, since: '2026-11-20' },
    claims: { count: 1, yen: 3_000, since: '2026-11-22' },
  })
  await test_.pool.query(`update claims set state = 'withdrawn', timer_at = null where id = $1`, [claim])
  await test_.pool.query(`update card_disputes set state = 'lost', ended_at = now()`)
  await test_.pool.query(`update card_movements set failure = 'declined' where id = $1`, [movement])
  expect(await openAt('2026-11-24 12:00')).toEqual({})
})

test('an order that is not final when its period has settled, until it is', async () => {
  const { restaurantId, kitchenId } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  const lines = [{ productId, yen: 5_000 }]
  const sides = { restaurantId, kitchenId, farmId }
  const { orderId } = await aReceivedOrder(test_.db, { ...sides, on: '2026-10-21', lines, state: 'delivered' })
  expect(await openAt('2026-10-31 12:00')).toEqual({})
  expect(await openAt('2026-11-05 12:00')).toEqual({ stuckOrders: { count: 1, yen: null, since: '2026-10-21' } })
  expect((await billingDesk(await financeAt('2026-11-05 12:00'), { list: 'unpaid', page: 1 })).stuck).toHaveLength(1)
  await test_.pool.query(
    `update orders set state = 'finalized', finalized_at = now(), total_inc_yen = 5400 where id = $1`,
    [orderId],
  )
  expect(await openAt('2026-11-05 12:00')).toEqual({})
})

test('a direct debit from the day after it until its result, and none that was cancelled', async () => {
  const { id: madeBy } = await test_.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  const [run, cancelled, result] = [newId(), newId(), newId()]
  for (const id of [run, cancelled])
    await test_.pool.query(
      `insert into debit_runs (id, debit_on, collector_code, item_count, total_yen, made_by, made_at)
       values ($1, '2026-11-26', '1234567890', 1, 7000, $2, '2026-11-12 09:00+09')`,
      [id, madeBy],
    )
  await test_.pool.query('update debit_runs set cancelled_by = $2, cancelled_at = now() where id = $1', [
    cancelled,
    madeBy,
  ])
  expect(await openAt('2026-11-26 23:00')).toEqual({})
  expect(await openAt('2026-11-27 09:00')).toEqual({ lateDebits: { count: 1, yen: 7_000, since: '2026-11-26' } })
  const eventId = await recordEvent(test_.db, systemAt('2026-11-27 10:00'), { kind: 'test' })
  await test_.pool.query(
    `insert into debit_results (id, run_id, sha256, name, bytes, event_id, at)
     values ($1, $2, repeat('0', 64), 'kekka.txt', '', $3, '2026-11-27 10:00+09')`,
    [result, run, eventId],
  )
  expect(await openAt('2026-11-27 11:00')).toEqual({})
  await test_.pool.query('update debit_results set undone_at = now() where id = $1', [result])
  expect(Object.keys(await openAt('2026-11-27 12:00'))).toEqual(['lateDebits'])
  await test_.pool.query('update debit_results set undone_at = null where id = $1', [result])
})

test('a job of money that failed is listed with its reason until it succeeds, however long that takes, and is begun again', async () => {
  const failedAt = (job: string, moment: string, reason = 'Error: 応答がありません') =>
    recordJobFailure(systemAt(moment), job, reason)
  await failedAt('close-farms', '2026-11-10 03:00')
  await failedAt('close-farms', '2026-11-10 03:01', 'Error: 口座がありません')
  await failedAt('rank-products', '2026-11-09 03:00')
  const staff = await financeAt('2026-11-24 10:00')
  expect(await openAt('2026-11-24 10:00')).toEqual({ jobs: { count: 1, yen: null, since: '2026-11-10' } })
  const listed = {
    job: 'close-farms',
    firstAt: at('2026-11-10 03:00'),
    lastAt: at('2026-11-10 03:01'),
    times: 2,
    reason: 'Error: 口座がありません',
  }
  expect(await failedJobs(staff)).toEqual([listed])
  expect(await waitingForMe(staff)).toMatchObject({ failedJobs: 1 })

  const waiting = async () =>
    (
      await test_.pool.query<{ job: string }>(
        `select data ->> 'job' as job from jobs.job where name = 'schedule' and state = 'created'`,
      )
    ).rows.map(({ job }) => job)
  // two who press at once, and one who presses twice
  const [one, other] = [aKey(), aKey()]
  const pressed = await Promise.all([one, one, other].map((key) => beginJobAgain(staff, { key, job: 'close-farms' })))
  expect(pressed.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await waiting()).toEqual(['close-farms', 'close-farms'])
  expect(await beginJobAgain(staff, { key: aKey(), job: 'close-periods' })).toEqual({
    ok: false,
    refusal: 'not_failed',
  })
  expect(await failedJobs(staff)).toEqual([listed])

  await forgetJobFailure(systemAt('2026-11-24 10:01'), 'close-farms')
  expect(await openAt('2026-11-24 10:01')).toEqual({})
  expect(await beginJobAgain(staff, { key: aKey(), job: 'close-farms' })).toEqual({ ok: false, refusal: 'not_failed' })
})

test('the jobs of money are among the scheduled jobs', () => {
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining([...moneyJobs]))
})

test('it takes as many statements with much open as with little', async () => {
  const staff = await financeAt('2026-11-24 10:00')
  const statements = async () => {
    test_.queriesSince()
    await moneyExceptions(staff)
    return test_.queriesSince().length
  }
  const few = await statements()
  expect(few).toBeLessThanOrEqual(12)
  for (let made = 0; made < 3; made++) await aTrade()
  expect(await statements()).toBeLessThanOrEqual(12)
})

test('a farm that owes us, and a balance that is not what the documents say', async () => {
  const before = await openAt('2026-11-24 12:00')
  const farm = await aFarm(test_.db)
  await aStatement(test_.db, farm.farmId, -5_000)
  const owing = await openAt('2026-11-24 12:00')
  expect(owing.negativeFarms).toEqual({ count: 1, yen: 5_000, since: '2026-11-24' })
  expect(owing.differing).toBeUndefined()
  const trade = await aTrade()
  const { invoice } = await closed(trade)
  const eventId = await recordEvent(test_.db, systemAt('2026-11-10 10:00'), { kind: 'test' })
  await test_.pool.query(
    "insert into document_voids (document_id, reason, event_id, at) values ($1, 'test', $2, now())",
    [invoice, eventId],
  )
  expect((await openAt('2026-11-24 12:00')).differing).toEqual({ count: 1, yen: 10_800, since: null })
  expect(before.differing).toBeUndefined()
})

test('members do not know that it exists, and a visitor is asked to sign in', async () => {
  const { actor, farm } = await aTrade()
  for (const read of [moneyExceptions, billingExceptions]) {
    for (const who of [actor, farm.actor]) await expect(read(as(test_.db, who))).rejects.toThrow(NotFound)
    await expect(read(as(test_.db, { kind: 'visitor' }))).rejects.toThrow(Unauthenticated)
  }
})
