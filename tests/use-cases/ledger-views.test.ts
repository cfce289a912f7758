import { beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { recordEvent } from '../../app/modules/audit-log/record-event.server.ts'
import { closePeriods } from '../../app/modules/billing/close-period.server.ts'
import { invoiceById } from '../../app/modules/billing/invoice-queries.server.ts'
import { payablesByState, receivablesByAge } from '../../app/modules/bookkeeping/ageing.server.ts'
import { agreement } from '../../app/modules/bookkeeping/agreement.server.ts'
import { salesByMonth } from '../../app/modules/bookkeeping/gross-sales.server.ts'
import { accountLines, entryDetail, trialBalance } from '../../app/modules/bookkeeping/trial-balance.server.ts'
import { creditOf } from '../../app/modules/credit/credit-standing.server.ts'
import { recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { closeMonths } from '../../app/modules/payouts/close-farms.server.ts'
import {
  makePayRun,
  markPayRunSent,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '../../app/modules/payouts/pay-run.server.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aBankAccount } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'test' }))
const systemAt = (moment: string): Ctx => ({ actor: { kind: 'system' }, db: test_.db, now: at(moment) })
let finance: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  finance = await anAdmin(test_.db, { role: 'finance' })
})
const staffAt = (moment: string) => as(test_.db, finance, at(moment))

/** A restaurant that has bought from a farm in October: ¥10,000 at 8 %, our fee ¥1,200. */
async function aTrade() {
  const { restaurantId, kitchenId, actor } = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farm.farmId)
  const sell = (on: string, goods: number) =>
    aFarmCharge(test_.db, { restaurantId, kitchenId, farmId: farm.farmId, productId, on, goods })
  await sell('2026-10-20', 10_000)
  return { restaurantId, actor, farm, farmId: farm.farmId, sell }
}
type Trade = Awaited<ReturnType<typeof aTrade>>

/** Closed on both sides; the invoice of ¥10,800 is due on 2026-11-30. */
async function closed(trade: Trade) {
  await closePeriods(systemAt('2026-11-04 03:00'), operator, [trade.restaurantId])
  must(await closeMonths(staffAt('2026-11-04 04:00'), {}, operator))
  const documents = await test_.db
    .selectFrom('issuedDocuments')
    .select(['id', 'kind', 'dueOn'])
    .where((is) => is.or([is('restaurantId', '=', trade.restaurantId), is('farmId', '=', trade.farmId)]))
    .execute()
  return {
    invoice: there(documents.find(({ kind }) => kind === 'invoice')),
    statement: there(documents.find(({ kind }) => kind === 'statement')),
  }
}

const pay = (trade: Trade, amount: number, documentId: Awaited<ReturnType<typeof closed>>['invoice']['id'] | null) =>
  test_.db.transaction().execute((inside) =>
    recordPayment(
      { ...systemAt('2026-11-20 12:00'), db: inside },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2026-11-20'),
        yen: yen(amount),
        payer: 'ﾋﾞｽﾄﾛｱｶﾘ',
        allocations: [{ restaurantId: trade.restaurantId, documentId, yen: yen(amount), reason: '入金' }],
      },
    ),
  )

const sidesOf = async (trade: Trade) => {
  const { restaurants, farms, sumYen } = await agreement(staffAt('2026-12-01 10:00'))
  return {
    restaurant: restaurants.rows.find(({ id }) => id === trade.restaurantId),
    farm: farms.rows.find(({ id }) => id === trade.farmId),
    sumYen,
  }
}

test('the trial balance of a day: what was before, what moved, and both sides equal', async () => {
  const staff = staffAt('2026-11-24 10:00')
  const before = await trialBalance(staff, jstDate('2026-11-24'))
  const trade = await aTrade()
  await trade.sell('2026-11-05', 1_000)
  await trade.sell('2026-11-30', 7_000)
  const rows = await trialBalance(staff, jstDate('2026-11-24'))
  const moved = (account: string) => {
    const [then, now] = [before, rows].map((some) => there(some.find((row) => row.account === account)))
    if (!then || !now) throw new Error(account)
    return [
      now.openingYen - then.openingYen,
      now.debitYen - then.debitYen,
      now.creditYen - then.creditYen,
      now.closingYen - then.closingYen,
    ]
  }
  expect(moved('receivable')).toEqual([10_800, 1_080, 0, 11_880])
  expect(moved('payable')).toEqual([9_600, 0, 960, 10_560])
  expect(moved('fees')).toEqual([1_200, 0, 120, 1_320])
  const sum = (side: string) => rows.reduce((all, row) => all + (row.side === side ? row.closingYen : 0), 0)
  expect(sum('debit')).toBe(sum('credit'))
  const lines = await accountLines(staff, { account: 'receivable', restaurantId: trade.restaurantId, page: 1 })
  expect(lines).toMatchObject({ count: 3, balanceYen: 19_440, party: 'ビストロ 灯' })
  expect(lines.lines.map(({ yen }) => yen)).toEqual([7_560, 1_080, 10_800])
  const entry = await entryDetail(staff, there(lines.lines[0]).entryId)
  expect(entry.postings.map(({ account, yen }) => [account, yen])).toEqual([
    ['receivable', 7_560],
    ['payable', -6_720],
    ['fees', -840],
  ])
  expect(entry.sources.orderId).not.toBeNull()
})

test('ledger and documents agree at every step: open, closed, paid in part, paid ahead, sent and come back', async () => {
  const trade = await aTrade()
  const agreed = async (restaurantYen: number, farmYen: number) => {
    const { restaurant, farm, sumYen } = await sidesOf(trade)
    expect([restaurant?.ledgerYen, restaurant?.differenceYen]).toEqual([restaurantYen, 0])
    expect([farm?.ledgerYen, farm?.differenceYen, sumYen]).toEqual([farmYen, 0, 0])
    const age = (await receivablesByAge(staffAt('2026-12-01 10:00'), jstDate('2026-12-31'))).rows.find(
      ({ id }) => id === trade.restaurantId,
    )
    const state = (await payablesByState(staffAt('2026-12-01 10:00'))).rows.find(({ id }) => id === trade.farmId)
    return { age, state }
  }
  expect((await agreed(10_800, 9_600)).state).toMatchObject({ unclosedYen: 9_600, totalYen: 9_600 })
  const { invoice } = await closed(trade)
  expect(invoice.dueOn).toBe('2026-11-30')
  const afterClosing = await agreed(10_800, 9_480)
  expect(afterClosing.state).toMatchObject({ unclosedYen: 0, statementYen: 9_480 })
  expect(afterClosing.age).toMatchObject({ notDueYen: 0, upTo60: 10_800, totalYen: 10_800 })
  await pay(trade, 4_000, invoice.id)
  expect((await agreed(6_800, 9_480)).age).toMatchObject({ upTo60: 6_800, creditYen: 0 })
  await pay(trade, 1_000, null)
  expect((await agreed(5_800, 9_480)).age).toMatchObject({ upTo60: 6_800, creditYen: 1_000, totalYen: 5_800 })
  await aBankAccount(test_.db, { farmId: trade.farmId, actor: trade.farm.actor }, at('2026-11-01 09:00'))
  const payOn = jstDate('2026-11-16')
  const preview = await previewPayRun(staffAt('2026-11-12 10:00'), payOn)
  const { id } = must(
    await makePayRun(staffAt('2026-11-12 10:00'), {
      key: aKey(),
      payOn,
      count: preview.paid.length,
      totalYen: preview.totalYen,
    }),
  )
  expect((await agreed(5_800, 9_480)).state).toMatchObject({ statementYen: 0, scheduledYen: 9_480 })
  must(
    await releasePayRun(as(test_.db, await anAdmin(test_.db, { role: 'finance' }), at('2026-11-12 10:00')), {
      key: aKey(),
      id,
    }),
  )
  must(await markPayRunSent(staffAt('2026-11-16 15:00'), { key: aKey(), id }))
  expect((await agreed(5_800, 0)).state).toBeUndefined()
  const item = await test_.db
    .selectFrom('payRunItems')
    .select('id')
    .where('farmId', '=', trade.farmId)
    .executeTakeFirstOrThrow()
  must(
    await returnPayout(staffAt('2026-11-18 15:00'), {
      key: aKey(),
      itemId: item.id,
      on: jstDate('2026-11-18'),
      outcome: 'returned',
    }),
  )
  expect((await agreed(5_800, 9_480)).state).toMatchObject({ statementYen: 0, returnedYen: 9_480 })
})

test.each([
  ['2026-11-30', 'notDueYen'],
  ['2026-12-01', 'upTo30'],
  ['2026-12-30', 'upTo30'],
  ['2026-12-31', 'upTo60'],
  ['2027-01-29', 'upTo60'],
  ['2027-01-30', 'upTo90'],
  ['2027-02-28', 'upTo90'],
  ['2027-03-01', 'over90'],
] as const)('an invoice due on 2026-11-30 is, on %s, in %s', async (day, bucket) => {
  const trade = await aTrade()
  await closed(trade)
  const { rows } = await receivablesByAge(staffAt('2026-12-01 10:00'), jstDate(day))
  expect(rows.find(({ id }) => id === trade.restaurantId)).toMatchObject({ [bucket]: 10_800, totalYen: 10_800 })
})

test('an invoice of which a card is being asked for all that is unpaid is past due nowhere', async () => {
  const trade = await aTrade()
  const { invoice } = await closed(trade)
  const [hold, movement] = [newId(), newId()]
  const charge = 'from charges where restaurant_id = $2'
  await test_.pool.query(
    `insert into card_holds (id, restaurant_id, farm_id, order_id, yen, state, intent, at, until)
     select $1, restaurant_id, farm_id, order_id, 12420, 'held', 'pi_collecting', '2026-11-20 09:00+09',
            '2026-11-27 09:00+09' ${charge}`,
    [hold, trade.restaurantId],
  )
  await test_.pool.query(
    `insert into card_movements (id, hold_id, charge_id, kind, yen, state, at)
     select $1, $3, id, 'capture', 10799, 'asked', '2026-12-01 09:00+09' ${charge}`,
    [movement, trade.restaurantId, hold],
  )
  const staff = staffAt('2026-12-01 10:00')
  const known = async () => {
    const age = (await receivablesByAge(staff, jstDate('2026-12-01'))).rows.find(({ id }) => id === trade.restaurantId)
    const { state } = await invoiceById(staff, invoice.id)
    const { overdue } = await creditOf(staff, trade.restaurantId)
    return { state, late: age?.upTo30, collecting: age?.collectingYen, overdue: overdue?.yen ?? 0 }
  }
  expect(await known()).toEqual({ state: 'overdue', late: 10_800, collecting: 0, overdue: 10_800 })
  await test_.pool.query('update card_movements set yen = 10800 where id = $1', [movement])
  expect(await known()).toEqual({ state: 'collecting', late: 0, collecting: 10_800, overdue: 0 })
  const failed = `update card_movements set state = 'failed', failure = 'declined', ended_at = now() where id = $1`
  await test_.pool.query(failed, [movement])
  expect(await known()).toEqual({ state: 'overdue', late: 10_800, collecting: 0, overdue: 10_800 })
})

test('a void invoice without a replacement is the difference that is shown first, with what is behind it', async () => {
  const trade = await aTrade()
  const { invoice } = await closed(trade)
  const eventId = await recordEvent(test_.db, systemAt('2026-11-10 10:00'), { kind: 'test' })
  await test_.pool.query(
    "insert into document_voids (document_id, reason, event_id, at) values ($1, 'test', $2, now())",
    [invoice.id, eventId],
  )
  const { restaurants } = await agreement(staffAt('2026-12-01 10:00'))
  expect(restaurants.rows[0]).toMatchObject({ id: trade.restaurantId, differenceYen: 10_800, voidYen: 10_800 })
  expect(restaurants.differing).toBe(1)
})

test('what was sold, by month, and our share of it', async () => {
  const trade = await aTrade()
  await trade.sell('2025-12-31', 3_000)
  const months = await salesByMonth(staffAt('2026-12-01 10:00'))
  expect(months.at(-1)).toEqual({ month: '2025-12', goodsYen: 3_000, freightYen: 0, feeYen: 360, takeRateBp: 1_200 })
})

test('only staff see the ledger', async () => {
  const { actor, farm } = await aTrade()
  for (const who of [actor, farm.actor]) await expect(agreement(as(test_.db, who))).rejects.toThrow(NotFound)
  await expect(entryDetail(staffAt('2026-12-01 10:00'), newId())).rejects.toThrow(NotFound)
})
