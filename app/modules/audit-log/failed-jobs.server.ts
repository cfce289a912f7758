import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'

type Parts = Pick<Ctx, 'db' | 'now'>

const longestReason = 500

/**
 * A scheduled job has failed: kept until it succeeds, so that staff see it however long that takes. `why`: what the program said,
 * without secrets.
 */
export async function recordJobFailure({ db, now }: Parts, job: string, why: string): Promise<void> {
  const reason = why.slice(0, longestReason)
  await db
    .insertInto('failedJobs')
    .values({ job, firstAt: now, lastAt: now, times: 1, reason })
    .onConflict((conflict) =>
      conflict.column('job').doUpdateSet({ lastAt: now, times: sql`failed_jobs.times + 1`, reason }),
    )
    .execute()
}

/** It has succeeded: what failed before is made up for. */
export async function forgetJobFailure({ db }: Pick<Parts, 'db'>, job: string): Promise<void> {
  await db.deleteFrom('failedJobs').where('job', '=', job).execute()
}

/** The jobs whose last run failed. */
export async function jobsThatFailed({ db }: Pick<Parts, 'db'>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('failedJobs').select('job').execute()
  return new Set(rows.map(({ job }) => job))
}

/** A job that there is no more never succeeds. */
export async function forgetRemovedJobs({ db }: Pick<Parts, 'db'>, jobs: readonly string[]): Promise<void> {
  await db.deleteFrom('failedJobs').where('job', 'not in', jobs).execute()
}
