import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Ctx } from '#authorization/ctx.ts'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { type ClosingId, newId, type RestaurantId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { closePeriods } from '#modules/billing/close-period.server.ts'
import { correctedInvoice } from '#modules/billing/corrected-invoice.server.ts'
import { ownUnpaid } from '#modules/billing/invoice-queries.server.ts'
import { partsOf } from '#modules/billing/invoice-sums.ts'
import { agreement } from '#modules/bookkeeping/agreement.server.ts'
import { purchasesOf } from '#modules/bookkeeping/exports/document-deals.ts'
import { balanceDifferences } from '#modules/bookkeeping/replay.server.ts'
import { creditTerms } from '#modules/credit/credit-list.server.ts'
import { creditOf } from '#modules/credit/credit-standing.server.ts'
import { setCreditTerms } from '#modules/credit/set-limit.server.ts'
import { documentCsv } from '#modules/issued-documents/document-csv.ts'
import { jpPint } from '#modules/issued-documents/jp-pint.ts'
import { recordPayment } from '#modules/payments/record-payment.server.ts'
import { spendCredits } from '#modules/payments/spend-credits.server.ts'
import { aCharge } from '../factories/charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aPaper } from '../factories/papers.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const systemAt = (moment: string): Ctx => ({ actor: { kind: 'system' }, db: test_.db, now: at(moment) })

/** A rate that holds from the day after this one. */
async function setRate(day: string, lateRatePercent: number): Promise<void> {
  const ctx = as(test_.db, await anAdmin(test_.db, { role: 'finance' }), at(`${day} 12:00`))
  const { defaultLimitYen, overdueDays, version } = await creditTerms(ctx)
  must(await setCreditTerms(ctx, { key: aKey(), defaultLimitYen, overdueDays, version, lateRatePercent }))
}

/** Goods of 108,000 yen with tax, supplied on this day. */
async function aBuyer(on: string) {
  const { db } = test_
  const { restaurantId, kitchenId, actor } = await aRestaurant(db)
  await db.updateTable('restaurants').set({ closingDay: 31 }).where('id', '=', restaurantId).execute()
  const { farmId } = await aFarm(db)
  const lines = [{ productId: await aProduct(db, farmId), yen: 50_000 }]
  const { orderId, lineIds } = await aReceivedOrder(db, { restaurantId, kitchenId, farmId, on, lines })
  await aCharge(db, { restaurantId, farmId, orderId, on, goods: 100_000 })
  return { restaurantId, farmId, orderId, lineId: there(lineIds[0]), actor }
}

/** The invoice of the month that ended before. */
async function close(restaurantId: RestaurantId, day: string) {
  await closePeriods(systemAt(`${day} 03:00`), operator, [restaurantId])
  const { content, ...invoice } = await test_.db
    .selectFrom('issuedDocuments')
    .select(['id', 'number', 'dueOn', 'totalYen', 'content'])
    .where('restaurantId', '=', restaurantId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (content.kind !== 'invoice') throw new Error('no invoice')
  return { ...invoice, content }
}
type Issued = Awaited<ReturnType<typeof close>>

const pay = (restaurantId: RestaurantId, documentId: Issued['id'] | null, day: string, amount: number) =>
  test_.db.transaction().execute((db) =>
    recordPayment(
      { ...systemAt(`${day} 10:00`), db },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate(day),
        yen: yen(amount),
        payer: 'ﾋﾞｽﾄﾛｱｶﾘ',
        allocations: [{ restaurantId, documentId, yen: yen(amount), reason: '入金' }],
      },
    ),
  )

const booked = async () => {
  const { rows } = await sql<{ yen: number }>`
    select coalesce(-sum(yen), 0)::bigint as yen from ledger_postings where account = 'late_charges'`.execute(test_.db)
  return Number(there(rows[0]).yen)
}

async function booksAgree(restaurantId: RestaurantId): Promise<void> {
  expect(await balanceDifferences(test_.db)).toEqual([])
  const staff = as(test_.db, await anAdmin(test_.db, { role: 'finance' }))
  const { restaurants, farms } = await agreement(staff)
  expect([restaurants.differing, farms.differing]).toEqual([0, 0])
  const { unbilledYen } = await creditOf(systemAt('2027-06-01 12:00'), restaurantId)
  expect(unbilledYen).toBe(0)
}

test('off until staff set a rate; then each day until it is paid, once, and nothing of it to the farm', async () => {
  const { restaurantId, farmId, actor } = await aBuyer('2026-08-10')
  const first = await close(restaurantId, '2026-09-04')
  expect(first).toMatchObject({ dueOn: '2026-09-30', totalYen: 108_000 })
  expect(first.content).not.toHaveProperty('lateCharges')
  await setRate('2026-09-05', 3)
  await close(restaurantId, '2026-10-04')
  await pay(restaurantId, first.id, '2026-10-10', 50_000)
  const late = await close(restaurantId, '2026-11-04')
  // 10 days of 108,000 and 21 of 58,000, at 3 % of 365 days: 188.9
  expect(late.content.lateCharges).toEqual([
    {
      invoice: first.number,
      dueOn: '2026-09-30',
      fromOn: '2026-10-01',
      toOn: '2026-10-31',
      days: 31,
      yen: 188,
    },
  ])
  expect(late.content).toMatchObject({ slips: [], untaxedYen: 0, periodYen: 188, carriedYen: 58_000, dueYen: 58_188 })
  expect([late.totalYen, partsOf(late.content), await booked()]).toEqual([188, 188, 188])
  expect(await closePeriods(systemAt('2026-11-04 04:00'), operator, [restaurantId])).toBe(0)

  const { rows: closings } = await sql<{ id: ClosingId }>`
    select closing_id as id from issued_documents where id = ${late.id}`.execute(test_.db)
  const old = { content: late.content, closingId: there(closings[0]).id, restaurantId }
  const corrected = await test_.db
    .transaction()
    .execute((db) => correctedInvoice({ ...systemAt('2026-11-05 09:00'), db }, operator, old))
  expect(corrected).toEqual(late.content)

  const csv = documentCsv(aPaper(late.content))
  expect(csv).toContain(`不課税,2026-10-31,2026-10-31,${first.number},,,`)
  expect(csv).toContain(',188,0,')
  expect(jpPint(aPaper(late.content))).toContain('<cbc:PayableAmount currencyID="JPY">188</cbc:PayableAmount>')
  expect(purchasesOf(late.content)).toMatchObject([
    {
      number: `${first.number}-L`,
      on: '2026-10-31',
      parts: [{ account: 'sundry_losses', tax: { of: 'none' }, yen: 188 }],
    },
  ])
  expect(await ownUnpaid({ ...systemAt('2026-11-05 12:00'), actor })).toMatchObject({ lateRateTenths: 30 })

  // the day of the payment counts; of the late charge itself there is none
  await pay(restaurantId, first.id, '2026-11-15', 58_000)
  const second = await close(restaurantId, '2026-12-04')
  expect(second.content.lateCharges).toMatchObject([{ fromOn: '2026-11-01', toOn: '2026-11-15', days: 15, yen: 71 }])
  const third = await close(restaurantId, '2027-01-04')
  expect(third.content).not.toHaveProperty('lateCharges')
  expect(third.totalYen).toBe(0)
  await booksAgree(restaurantId)
  const farm = await test_.db.selectFrom('charges').select('kind').where('farmId', '=', farmId).execute()
  expect(farm).toEqual([{ kind: 'sale' }])
})

test('only the days on which it was on, each at its own rate', async () => {
  const { restaurantId } = await aBuyer('2026-11-10')
  expect(await close(restaurantId, '2026-12-04')).toMatchObject({ dueOn: '2027-01-04' })
  await setRate('2027-01-15', 0)
  await setRate('2027-01-20', 1.5)
  const { content } = await close(restaurantId, '2027-02-04')
  // 11 days at 3 % and 11 at 1.5 %: 146.5
  expect(content.lateCharges).toMatchObject([{ fromOn: '2027-01-05', toOn: '2027-01-31', days: 22, yen: 146 }])
  await booksAgree(restaurantId)
})

test('what is disputed on a day is not charged, and what was given back is not owed any more', async () => {
  const { restaurantId, farmId, orderId, lineId } = await aBuyer('2027-02-10')
  expect(await close(restaurantId, '2027-03-04')).toMatchObject({ dueOn: '2027-03-31' })
  await setRate('2027-03-05', 3)
  await sql`
    insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
        automatic_yen, large_yen, rate_below_threshold, opened_at, settled_at)
    values (${newId()}, 'C-late', ${orderId}, ${lineId}, ${farmId}, ${restaurantId}, 'settled', 'damaged', 1, 50000, 'credit',
        0, 100000, true, ${at('2027-02-11 10:00')}, ${at('2027-04-10 10:00')})`.execute(test_.db)
  const { content } = await close(restaurantId, '2027-05-04')
  // 10 days of 54,000 and 20 of 108,000 at 3 %: 221.9
  expect(content.lateCharges).toMatchObject([{ fromOn: '2027-04-01', toOn: '2027-04-30', days: 30, yen: 221 }])
  await booksAgree(restaurantId)
})

test('credit that lies with us is set off from the day after it came in, the earliest due invoice first', async () => {
  const { restaurantId, farmId, orderId } = await aBuyer('2027-02-10')
  const first = await close(restaurantId, '2027-03-04')
  await aCharge(test_.db, { restaurantId, farmId, orderId, on: '2027-03-10', goods: 100_000 })
  const second = await close(restaurantId, '2027-04-04')
  expect([first.dueOn, second.dueOn]).toEqual(['2027-03-31', '2027-04-30'])
  // all of the first invoice is covered from 11 April on, and half of the second one
  await pay(restaurantId, null, '2027-04-10', 108_000 + 54_000)
  const { content } = await close(restaurantId, '2027-05-04')
  // 10 days of 108,000 at 3 %: 88.8
  expect(content.lateCharges).toMatchObject([
    { invoice: first.number, fromOn: '2027-04-01', toOn: '2027-04-10', yen: 88 },
  ])
  const next = await close(restaurantId, '2027-06-04')
  // 31 days of 54,000 at 3 %: 137.6
  expect(next.content.lateCharges).toMatchObject([{ invoice: second.number, fromOn: '2027-05-01', days: 31, yen: 137 }])
  // what it pays later was counted already
  await spendCredits({ db: test_.db, now: at('2027-06-05 03:00') })
  await booksAgree(restaurantId)
})

test('a day of an invoice cannot be charged twice', async () => {
  const again = sql`
    insert into late_charges (charge_id, document_id, from_on, to_on, day_count, yen)
    select c.id, l.document_id, l.to_on, l.to_on + 3, 4, 1
      from late_charges l join charges c on c.kind = 'sale' limit 1`
  await expect(again.execute(test_.db)).rejects.toThrow('late_charges_document_id_daterange_excl')
})
