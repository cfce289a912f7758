import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { scheduleQueue } from '#kernel/queue-job.ts'
import { nothingOpen, type OpenItem, type OpenItemRow, openItemOf } from '#modules/ledger/open-item.ts'

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

/** Those that failed after all attempts and have not succeeded since; the queue, whose table it is, keeps that for an hour. */
export async function failedMoneyJobs({ db }: Pick<Ctx, 'db'>): Promise<OpenItem> {
  const { rows } = await sql<OpenItemRow>`
    select count(*) as count, null as yen, min((failed_on at time zone 'Asia/Tokyo')::date) as since from (
      select max(completed_on) filter (where state = 'failed') as failed_on,
             max(completed_on) filter (where state = 'completed') as done_on
        from jobs.job where name = ${scheduleQueue} and data ->> 'job' = any(${[...moneyJobs]}::text[])
       group by data ->> 'job') ends
     where failed_on > coalesce(done_on, '-infinity')`.execute(db)
  return rows[0] ? openItemOf(rows[0]) : nothingOpen
}
