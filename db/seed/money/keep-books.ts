import type { StaffActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Db } from '#infra/db/kysely.server.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { PayRunId } from '#kernel/ids.ts'
import { addDays, daysBetween, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { bankDay } from '#modules/banking/bank-days.ts'
import { closingBefore, closingOf } from '#modules/banking/closing-day.ts'
import { dueDate } from '#modules/banking/due-date.ts'
import { closePeriods } from '#modules/billing/close-period.server.ts'
import { remindInvoices } from '#modules/credit/remind-invoices.server.ts'
import { monthStart } from '#modules/ledger/booking-day.server.ts'
import { writeClosedMonth } from '#modules/ledger/close-month.server.ts'
import { addOwnBankAccount } from '#modules/payments/deposit-settings.server.ts'
import {
  makePayRun,
  markPayRunSent,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '#modules/payouts/pay-run.server.ts'
import { savePayoutSettings } from '#modules/payouts/payout-settings.server.ts'
import { endOfMonthBefore, payOn } from '#modules/payouts/statement.ts'
import type { Row } from '../bulk.ts'
import type { SeedFarm } from '../farms.ts'
import type { SeedRestaurant } from '../restaurants.ts'
import { closeMonth, type LastStatements } from './close-month.ts'
import {
  agreeToDebit,
  type DebitOfDemo,
  debitAnswerDay,
  debitFileDay,
  requestDebit,
  takeDebitAnswer,
} from './debits.ts'
import { importDeposits, type Transfer } from './deposits.ts'
import { expectDone } from './expect-done.ts'
import { objectToLast } from './objection.ts'

export type BookYear = {
  restaurants: readonly SeedRestaurant[]
  farms: readonly SeedFarm[]
  /** Has not paid the last invoice that fell due. */
  overdue: SeedRestaurant
  /** Pays by direct debit; all others transfer. */
  debited: SeedRestaurant
  /** To this farm the last transfer came back. */
  returned: SeedFarm
  /** Says that a slip of its last statement is wrong. */
  objecting: SeedFarm
  maker: Row<'admins'>
  releaser: Row<'admins'>
  operator: Operator
  encryption: Encryption
  /** The first day of supply, and the moment of the demo. */
  from: JstDate
  now: Date
}

type AsStaff = (admin: Row<'admins'>, hour: number) => Ctx

/**
 * What happened with the money of the past year, day by day, as the jobs and the staff would have done it: periods closed,
 * files of the bank imported, farms paid.
 */
export async function keepBooks(db: Db, year: BookYear): Promise<void> {
  const { restaurants, farms, overdue, debited, maker, releaser, operator, from, now } = year
  const today = jstDateOf(now)
  const account = await openAccounts(asStaffOn(db, from)(maker, 9))
  await agreeToDebit(asStaffOn(db, from)(maker, 10), debited, year)
  const perClosingDay = Map.groupBy(restaurants, ({ row }) => row.closingDay)
  const payers = new Map(restaurants.map(({ row }, index) => [row.id, { kana: row.kana, daysEarly: index % 3 }]))
  const last: LastStatements = new Map()
  const stray = bankDay(addDays(today, -2), 'previous')
  const coming = new Map<JstDate, Transfer[]>([[stray, [{ payer: 'ヤマシタ シヨウテン', yen: 48_600 }]]])
  const debitsDueOn = new Set<JstDate>()
  let debit: DebitOfDemo | null = null
  let run: { on: JstDate; id: PayRunId } | null = null

  for (let day = from; day <= today; day = addDays(day, 1)) {
    const isPast = (hour: number) => momentOf(day, hour * 60) <= now
    const system = (hour: number): Ctx => ({ db, actor: { kind: 'system' }, now: momentOf(day, hour * 60) })
    const staff = asStaffOn(db, day)

    if (isPast(3)) {
      const due = [...perClosingDay].filter(([it]) => closingBefore(addDays(day, -3), it) === addDays(day, -4))
      for (const [, some] of due) {
        await closePeriods(
          system(3),
          operator,
          some.map(({ row }) => row.id),
        )
        for (const { restaurantId, toOn, dueOn, totalYen } of await invoicesOf(db, day)) {
          const payer = restaurantId && payers.get(restaurantId)
          if (!payer || !dueOn || totalYen <= 0) continue
          if (restaurantId === debited.row.id) {
            debitsDueOn.add(dueOn)
            continue
          }
          if (restaurantId === overdue.row.id && dueOn < today && nextDueOn(toOn, overdue, operator) >= today) continue
          const paidOn = bankDay(addDays(dueOn, -payer.daysEarly), 'previous')
          coming.set(paidOn, [...(coming.get(paidOn) ?? []), { payer: payer.kana, yen: totalYen }])
        }
      }
    }
    if (isPast(4) && day.endsWith('-04')) await closeMonth(system(4), { farms, operator, last })
    if (isPast(9) && daysBetween(day, today) < reminderWeeks * 7) await remindInvoices(system(9))
    const transfers = coming.get(day)
    if (isPast(15) && transfers) await importDeposits(staff(maker, 15), account, day, transfers)
    if (isPast(15) && debit && day === debitAnswerDay(debit.debitOn)) {
      await takeDebitAnswer(staff(maker, 15), debit, account, year)
      debit = null
    }
    for (const dueOn of debitsDueOn)
      if (isPast(16) && day === (await debitFileDay(staff(maker, 16), dueOn))) {
        debit = await requestDebit(staff(maker, 16), dueOn, year)
        debitsDueOn.delete(dueOn)
      }
    if (isPast(16) && day === bankDay(addDays(payOn(endOfMonthBefore(day), operator.farmTerms), -3), 'previous'))
      run = await preparePayRun(day, year, staff)
    if (isPast(17) && run?.on === day)
      expectDone(await markPayRunSent(staff(maker, 17), { key: `demo-sent-${day}`, id: run.id }))
    if (isPast(18) && run && day === returnDay(run.on) && returnDay(nextPayDay(run.on, operator)) >= today)
      await bookReturn(staff(maker, 18), run.id, year.returned)
    if (isPast(20) && day === objectionDay(now)) await objectToLast(db, year.objecting, momentOf(day, 20 * 60))
    // the newest month is left to be closed
    if (day.endsWith('-20') && daysBetween(day, today) > 14) await closeBooks(staff(releaser, 17), day)
  }
  // the last statement is younger than two days
  await objectToLast(db, year.objecting, now)
}

/** Two days after the last statements, before what they come to is paid. */
const objectionDay = (now: Date): JstDate =>
  addDays(monthStart(jstDateOf(new Date(now.getTime() - statementsAfterMs))), 5)
/** From the beginning of a month, in milliseconds: its third day is over, and four hours. */
const statementsAfterMs = (3 * 24 + 4) * 3_600_000

/** So far back an invoice that is overdue today was reminded of for the first time. */
const reminderWeeks = 7

const asStaffOn =
  (db: Db, day: JstDate): AsStaff =>
  ({ id, name, role }, hour) => {
    const now = momentOf(day, hour * 60)
    const actor: StaffActor = {
      kind: 'staff',
      adminId: id,
      name,
      role,
      session: { key: 'demo', authTime: now, aal: 2 },
    }
    return { db, actor, now }
  }

const invoicesOf = (db: Db, issuedOn: JstDate) =>
  db
    .selectFrom('issuedDocuments')
    .select(['restaurantId', 'toOn', 'dueOn', 'totalYen'])
    .where('kind', '=', 'invoice')
    .where('issuedOn', '=', issuedOn)
    .execute()

const nextDueOn = (toOn: JstDate, { row }: SeedRestaurant, { buyerTerms }: Operator) =>
  dueDate(closingOf(addDays(toOn, 1), row.closingDay), buyerTerms, 'next')

/** Ours: into which restaurants pay, and from which farms are paid. */
async function openAccounts(ctx: Ctx) {
  const own = { bank: '0310', branch: '101', holder: 'カ）ミホンイチバ' }
  const { id } = expectDone(
    await addOwnBankAccount(ctx, {
      key: 'demo-own-account',
      name: '回収口座',
      bank: own.bank,
      branch: own.branch,
      number: '7654321',
      holderKana: own.holder,
      virtualAccounts: false,
    }),
  )
  expectDone(
    await savePayoutSettings(ctx, {
      key: 'demo-payout-settings',
      version: 1,
      senderCode: '1234567890',
      senderName: own.holder,
      bankCode: own.bank,
      branchCode: own.branch,
      type: '1',
      number: '7654322',
      leastYen: 1,
      transferFeeYen: 145,
      lineEnds: 'crlf',
    }),
  )
  return id
}

/** One administrator makes the run some days before, and another one releases it. */
async function preparePayRun(day: JstDate, { maker, releaser, operator }: BookYear, staff: AsStaff) {
  const on = payOn(endOfMonthBefore(day), operator.farmTerms)
  const { paid, totalYen } = await previewPayRun(staff(maker, 14), on)
  if (paid.length === 0) return null
  const run = { key: `demo-run-${on}`, payOn: on, count: paid.length, totalYen }
  const { id } = expectDone(await makePayRun(staff(maker, 14), run))
  expectDone(await releasePayRun(staff(releaser, 16), { key: `demo-release-${on}`, id }))
  return { on, id }
}

/** The month before a day takes no more entries. */
async function closeBooks(ctx: Ctx, day: JstDate): Promise<void> {
  const month = monthStart(endOfMonthBefore(day))
  const eventId = await recordEvent(ctx.db, ctx, { kind: 'ledger_month_closed', data: { month: month.slice(0, 7) } })
  await writeClosedMonth(ctx.db, month, ctx.now, eventId)
}

/** When the bank gives a transfer back. */
const returnDay = (on: JstDate) => bankDay(addDays(on, 2), 'next')
const nextPayDay = (on: JstDate, { farmTerms }: Operator) => payOn(endOfMonthBefore(addDays(on, 32)), farmTerms)

async function bookReturn(ctx: Ctx, runId: PayRunId, { row }: SeedFarm): Promise<void> {
  const item = await ctx.db
    .selectFrom('payRunItems')
    .select('id')
    .where('runId', '=', runId)
    .where('farmId', '=', row.id)
    .executeTakeFirst()
  if (!item) return
  const on = jstDateOf(ctx.now)
  expectDone(await returnPayout(ctx, { key: `demo-return-${on}`, itemId: item.id, on, outcome: 'returned' }))
}
