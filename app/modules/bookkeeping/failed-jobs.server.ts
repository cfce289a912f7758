import { sql } from 'kysely'
import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { nothingOpen, type OpenItem, type OpenItemRow, openItemOf } from '#modules/ledger/open-item.ts'
import { jobRefusals, type MoneyJob, moneyJobs } from './job-labels.ts'
import { requireLedger } from './require-ledger.ts'

/** `times`: attempts that failed since it succeeded last. `reason`: as the program said it. */
type FailedJob = { job: MoneyJob; firstAt: Date; lastAt: Date; times: number; reason: string }

/** Those that failed when they ran last, by the first failure since they succeeded. */
export async function failedMoneyJobs({ db }: Pick<Ctx, 'db'>): Promise<OpenItem> {
  const { rows } = await sql<OpenItemRow>`
    select count(*) as count, null as yen, min((first_at at time zone 'Asia/Tokyo')::date) as since
      from failed_jobs where job = any(${[...moneyJobs]}::text[])`.execute(db)
  return rows[0] ? openItemOf(rows[0]) : nothingOpen
}

/** The same, each with what went wrong; the longest failing first. */
export const failedJobs = query('ledger.see', async (ctx: Ctx): Promise<FailedJob[]> => {
  requireLedger(ctx)
  const rows = await ctx.db
    .selectFrom('failedJobs')
    .selectAll()
    .where('job', 'in', [...moneyJobs])
    .orderBy('firstAt')
    .execute()
  return rows.flatMap((row) => {
    const job = moneyJobs.find((it) => it === row.job)
    return job ? [{ ...row, job }] : []
  })
})

/** Begins a job that failed before its next time; it stays listed until it has succeeded. */
export const beginJobAgain = mutation({
  name: 'jobs.begin_again',
  permission: 'jobs.begin',
  input: { job: z.enum(moneyJobs, '処理を選択してください。') },
  refusals: jobRefusals('not_failed', 'key_reused'),
  guard: requireLedger,
  run: async (ctx, { job }) => {
    authorize(ctx.actor, 'jobs.begin', null)
    const failed = await ctx.db
      .selectFrom('failedJobs')
      .select('job')
      .where('job', '=', job)
      .forUpdate()
      .executeTakeFirst()
    if (!failed) return refuse('not_failed')
    await recordEvent(ctx.db, ctx, { kind: 'job_begun_again', data: { job } })
    await sql`select begin_job(${job})`.execute(ctx.db)
    return ok({ job })
  },
})
