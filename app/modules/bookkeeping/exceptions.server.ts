import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { addMinutes, jstDateOf } from '#kernel/jst.ts'
import { scheduleQueue } from '#kernel/queue-job.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { missedClosings, stuckOrders } from '#modules/billing/billing-exceptions.server.ts'
import { overdueRestaurants } from '#modules/credit/credit-standing.server.ts'
import { outdatedDocuments } from '#modules/issued-documents/outdated-documents.server.ts'
import { type OpenItem, type OpenItemRow, openItemsOf, openOnly } from '#modules/ledger/open-item.ts'
import { noAnswer } from '#modules/payments/card/hold-store.server.ts'
import { unmatchedDeposits } from '#modules/payments/deposit-queries.server.ts'
import { missedStatements, payoutExceptions } from '#modules/payouts/payout-exceptions.server.ts'
import { ledgerFaults } from './agreement.server.ts'
import { type MoneyExceptionKind, moneyExceptionKinds } from './exception-labels.ts'
import { requireLedger } from './require-ledger.ts'

export type MoneyException = OpenItem & { kind: MoneyExceptionKind }

/** What of the money needs a person now, the most pressing first; what does not is not in it. */
export const moneyExceptions = query('ledger.see', async (ctx: Ctx): Promise<MoneyException[]> => {
  requireLedger(ctx)
  const outdated = await outdatedDocuments(ctx)
  const items: Record<MoneyExceptionKind, OpenItem> = {
    ...(await ledgerFaults(ctx)),
    ...(await waitingElsewhere(ctx)),
    ...(await payoutExceptions(ctx)),
    deposits: await unmatchedDeposits(ctx),
    overdue: await overdueRestaurants(ctx),
    stuckOrders: await stuckOrders(ctx),
    missedInvoices: await missedClosings(ctx),
    missedStatements: await missedStatements(ctx),
    outdated: { count: outdated.count, yen: null, since: outdated.rows[0]?.issuedOn ?? null },
  }
  return openOnly(moneyExceptionKinds, items)
})

/** The scheduled jobs (app/jobs.ts) without which money stands still. */
export const moneyJobs = [
  'card-captures',
  'card-holds',
  'order-timers',
  'claim-timers',
  'settle-delivery-slips',
  'record-missing-charges',
  'close-periods',
  'close-farms',
  'confirm-statements',
  'draw-documents',
  'match-imports',
  'spend-credits',
  'remind-invoices',
  'write-order-stops',
] as const

const elsewhere = ['claims', 'chargebacks', 'cards', 'lateDebits', 'unfinishedFiles', 'jobs'] as const

/** A job goes on with a file that was interrupted within a few minutes (payments/match-imported). */
const unfinishedAfterMinutes = 10

/**
 * Claims that staff decide, chargebacks that are open, captures and refunds that the provider never answered, direct debits past
 * their day without a result, files of banks whose matching began more than ten minutes ago and is not over, and jobs that failed after all attempts and have not succeeded since (the queue keeps that for an hour).
 */
async function waitingElsewhere({ db, now }: Ctx): Promise<Record<(typeof elsewhere)[number], OpenItem>> {
  const { rows } = await sql<OpenItemRow & { kind: (typeof elsewhere)[number] }>`
    select 'claims' as kind, count(*) as count, coalesce(sum(amount_yen), 0) as yen,
           min((escalated_at at time zone 'Asia/Tokyo')::date) as since
      from claims where state = 'escalated'
    union all
    select 'chargebacks', count(*), coalesce(sum(yen), 0), min((at at time zone 'Asia/Tokyo')::date)
      from card_disputes where state = 'open'
    union all
    select 'cards', count(*), coalesce(sum(yen), 0), min((at at time zone 'Asia/Tokyo')::date)
      from card_movements where state = 'failed' and failure = ${noAnswer}
    union all
    select 'lateDebits', count(*), coalesce(sum(total_yen), 0), min(debit_on)
      from debit_runs r
     where debit_on < ${jstDateOf(now)} and cancelled_at is null
       and not exists (select from debit_results d where d.run_id = r.id and d.undone_at is null)
    union all
    select 'unfinishedFiles', count(*), null, min((begun_at at time zone 'Asia/Tokyo')::date)
      from bank_matchings where ended_at is null and begun_at < ${addMinutes(now, -unfinishedAfterMinutes)}
    union all
    select 'jobs', count(*), null, min((failed_on at time zone 'Asia/Tokyo')::date) from (
      select max(completed_on) filter (where state = 'failed') as failed_on,
             max(completed_on) filter (where state = 'completed') as done_on
        from jobs.job where name = ${scheduleQueue} and data ->> 'job' = any(${[...moneyJobs]}::text[])
       group by data ->> 'job') ends
     where failed_on > coalesce(done_on, '-infinity')`.execute(db)
  return openItemsOf(elsewhere, rows)
}
