import type { PgBoss } from 'pg-boss'
import { type Log, withoutSecrets } from '#infra/log.server.ts'
import { type JobEnd, scheduleQueue } from '#kernel/queue-job.ts'
import { forgetJobFailure, jobsThatFailed, recordJobFailure } from '#modules/audit-log/failed-jobs.server.ts'
import { type Job, type JobParts, jobs } from '../app/jobs.ts'

/** One job of app/jobs.ts by its name, or all that are due by the same cron expression: a minute brings one row, not twenty. */
export type Scheduled = { job: string } | { cron: string }

type Waiting = { id: string; data: Scheduled }

/** How many run at the same time: a minute brings some twenty, and pages need connections as well. */
const lanes = 3

/**
 * Runs what a minute has brought, at most once at a time for each name in this process. Of several that are due together, those
 * that fail are begun `again`, each by itself; pg-boss retries a single one, and all of them where that was not possible. Operators
 * read the log, and staff see a failure until the job succeeds.
 */
export function runScheduled(
  partsNow: () => JobParts,
  log: Log,
  again: (job: string) => Promise<unknown>,
): (waiting: readonly Waiting[]) => Promise<JobEnd[]> {
  const running = new Map<string, Promise<string | null>>()

  /** Why it failed; null if it did not. `failedBefore`: the jobs whose last run failed. */
  async function runOne(job: Job, failedBefore: ReadonlySet<string>): Promise<string | null> {
    try {
      const done = await job.run(partsNow())
      if (done) log.info({ job: job.name, done }, 'job')
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
      const why = withoutSecrets(reasonOf(error))
      await recordJobFailure(partsNow(), job.name, why).catch((err: unknown) => log.error({ err }, 'job failed'))
      return String(error)
    }
    // what is not forgotten now is forgotten when it runs next
    if (failedBefore.has(job.name))
      await forgetJobFailure(partsNow(), job.name).catch((err: unknown) => log.error({ err, job: job.name }, 'job'))
    return null
  }

  function runInTurn(job: Job, failedBefore: ReadonlySet<string>): Promise<string | null> {
    const { name } = job
    const mine = (running.get(name) ?? Promise.resolve()).then(() => runOne(job, failedBefore))
    running.set(name, mine)
    return mine.finally(() => running.get(name) === mine && running.delete(name))
  }

  /** Unknown: each may have. */
  const failedBefore = () =>
    jobsThatFailed(partsNow()).catch((err: unknown) => {
      log.error({ err }, 'job failures')
      return new Set(jobs.map(({ name }) => name))
    })

  return async (waiting) => {
    const failed = await failedBefore()
    const ends = new Map(waiting.map(({ id }): [string, JobEnd] => [id, { id, status: 'completed' }]))
    const fail = (id: string, reason: string) => ends.set(id, { id, status: 'failed', output: { reason } })
    const due = waiting.flatMap(({ id, data }) => dueBy(data).map((job) => ({ id, data, job }))).values()
    const lane = async () => {
      for (const { id, data, job } of due) {
        const isAlone = 'job' in data
        // one that takes longer than until it is due again does not hold up the others
        if (!isAlone && running.has(job.name)) continue
        const reason = await runInTurn(job, failed)
        if (reason === null) continue
        if (isAlone) fail(id, reason)
        else
          await again(job.name).catch((err: unknown) => {
            log.error({ err, job: job.name }, 'job not begun again')
            fail(id, reason)
          })
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return [...ends.values()]
  }
}

/** None of a name or time that is not in the table any more: an older process has scheduled it. */
const dueBy = (data: Scheduled): readonly Job[] =>
  jobs.filter(({ name, cron }) => ('job' in data ? name === data.job : cron === data.cron))

/** Of a job that did the rest although parts of it failed: those parts, too. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? [error.message, ...error.errors.slice(0, 3).map(String)].join('; ') : String(error)

/** The schedules of app/jobs.ts and no others. */
export async function keepSchedules(boss: PgBoss): Promise<void> {
  const schedules = new Map(jobs.map(({ cron }) => [keyOf(cron), cron]))
  for (const [key, cron] of schedules) await boss.schedule(scheduleQueue, cron, { cron }, { tz: 'Asia/Tokyo', key })
  for (const { key } of await boss.getSchedules(scheduleQueue))
    if (!schedules.has(key)) await boss.unschedule(scheduleQueue, key)
}

/** A cron expression in the letters that pg-boss allows in a key: `x/5_6-22_x_x_x`. */
const keyOf = (cron: string) => cron.replaceAll('*', 'x').replaceAll(' ', '_').replaceAll(',', '.')
