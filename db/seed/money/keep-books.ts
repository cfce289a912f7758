import type { StaffActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Db } from '#infra/db/kysely.server.ts'
import type { PayRunId } from '#kernel/ids.ts'
import { addDays, daysBetween, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { bankDay } from '#modules/banking/bank-days.ts'
import { closingBefore } from '#modules/banking/due-date.ts'
import { closeDuePeriods } from '#modules/billing/close-period.server.ts'
import { writeOrderStops } from '#modules/credit/order-stops.server.ts'
import { remindInvoices } from '#modules/credit/remind-invoices.server.ts'
import { addOwnBankAccount } from '#modules/payments/deposit-settings.server.ts'
import { closeFarms } from '#modules/payouts/close-farms.server.ts'
import { makePayRun, markPayRunSent, previewPayRun, releasePayRun } from '#modules/payouts/pay-run.server.ts'
import { endOfMonthBefore, payOn } from '#modules/payouts/statement.ts'
import type { Row } from '../bulk.ts'
import type { SeedRestaurant } from '../restaurants.ts'
import { importDeposits, type Transfer } from './deposits.ts'

type Given = {
  restaurants: readonly SeedRestaurant[]
  /** Does not pay what fell due in the last five weeks. */
  overdue: SeedRestaurant
  maker: Row<'admins'>
  releaser: Row<'admins'>
  operator: Operator
  /** The first day of supply, and the moment of the demo. */
  from: JstDate
  now: Date
}

/**
 * What happened with the money of the past year, day by day as the jobs and the staff would have done it: periods closed,
 * bank files imported, farms paid.
 */
export async function keepBooks(db: Db, given: Given): Promise<void> {
  const { restaurants, overdue, operator, from, now } = given
  const today = jstDateOf(now)
  const system = (at: Date): Ctx => ({ db, actor: { kind: 'system' }, now: at })
  const staff = ({ id, name, role }: Row<'admins'>, at: Date): Ctx => {
    const session = { key: 'demo', authTime: at, aal: 2 as const }
    const actor: StaffActor = { kind: 'staff', adminId: id, name, role, session }
    return { db, actor, now: at }
  }
  const account = await openAccount(staff(given.maker, momentOf(from, 9 * 60)))
  const days = new Set(restaurants.map(({ row }) => row.closingDay))
  const coming = new Map<JstDate, Transfer[]>()
  const kanaOf = new Map(restaurants.map(({ row }, index) => [row.id, { kana: row.kana, early: index % 3 }]))
  const stray = bankDay(addDays(today, -2), 'previous')
  let run: { on: JstDate; id: PayRunId } | null = null
  coming.set(stray, [{ payer: 'ヤマシタ シヨウテン', yen: 48_600 }])

  for (const day of daysFrom(from, today)) {
    const at = (hour: number) => momentOf(day, hour * 60)
    const isPast = (hour: number) => at(hour) <= now
    if (isPast(3) && [...days].some((it) => closingBefore(addDays(day, -3), it) === addDays(day, -4))) {
      const closed = await closeDuePeriods(system(at(3)), operator)
      if (closed.failed.length > 0) throw new Error(`not closed: ${closed.failed[0]?.why}`)
      for (const { restaurantId, dueOn, totalYen } of await issuedOn(db, day)) {
        const payer = restaurantId && kanaOf.get(restaurantId)
        if (!payer || !dueOn || totalYen <= 0) continue
        if (restaurantId === overdue.row.id && daysBetween(dueOn, today) < 35) continue
        const paidOn = bankDay(addDays(dueOn, -payer.early), 'previous')
        coming.set(paidOn, [...(coming.get(paidOn) ?? []), { payer: payer.kana, yen: totalYen }])
      }
    }
    if (isPast(4) && day.endsWith('-04')) await closeFarms(system(at(4)), operator)
    if (isPast(9) && daysBetween(day, today) < 40) await remindInvoices(system(at(9)))
    const transfers = coming.get(day)
    if (isPast(15) && transfers) await importDeposits(staff(given.maker, at(15)), account, day, transfers)
    const as: AsStaff = (admin, hour) => staff(admin, at(hour))
    if (isPast(16) && day === bankDay(addDays(payOn(endOfMonthBefore(day)), -3), 'previous'))
      run = await preparePayRun(day, given, as)
    if (isPast(17) && run?.on === day) {
      const sent = await markPayRunSent(as(given.maker, 17), { key: `demo-sent-${day}`, id: run.id })
      if (!sent.ok) throw new Error(`pay run of ${day}: ${sent.refusal}`)
    }
  }
  await writeOrderStops(system(now))
}

type AsStaff = (admin: Row<'admins'>, hour: number) => Ctx

function* daysFrom(from: JstDate, to: JstDate): Generator<JstDate> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day
}

const issuedOn = (db: Db, day: JstDate) =>
  db
    .selectFrom('issuedDocuments')
    .select(['restaurantId', 'dueOn', 'totalYen'])
    .where('kind', '=', 'invoice')
    .where('issuedOn', '=', day)
    .execute()

async function openAccount(ctx: Ctx) {
  const added = await addOwnBankAccount(ctx, {
    key: 'demo-own-account',
    name: '回収口座',
    bank: '0310',
    branch: '101',
    number: '7654321',
    holderKana: 'カ）ミホンイチバ',
    virtualAccounts: false,
  })
  if (!added.ok) throw new Error(`own account: ${added.refusal}`)
  return added.value.id
}

/**
 * One administrator makes the run three days before, and another releases it. Returns what marks it sent on its day.
 */
async function preparePayRun(day: JstDate, given: Pick<Given, 'maker' | 'releaser'>, as: AsStaff) {
  const on = payOn(endOfMonthBefore(day))
  const key = `demo-run-${on}`
  const { paid, totalYen } = await previewPayRun(as(given.maker, 14), on)
  if (paid.length === 0) return null
  const made = await makePayRun(as(given.maker, 14), { key, payOn: on, count: paid.length, totalYen })
  if (!made.ok) throw new Error(`pay run of ${on}: ${made.refusal}`)
  const { id } = made.value
  const released = await releasePayRun(as(given.releaser, 16), { key: `${key}-release`, id })
  if (!released.ok) throw new Error(`pay run of ${on}: ${released.refusal}`)
  return { on, id }
}
