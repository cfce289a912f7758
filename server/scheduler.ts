import type { PgBoss } from 'pg-boss'
import { type Log, withoutSecrets } from '#infra/log.server.ts'
import { type JobEnd, scheduleQueue } from '#kernel/queue-job.ts'
import { forgetJobFailure, recordJobFailure } from '#modules/audit-log/failed-jobs.server.ts'
import { type JobParts, jobs } from '../app/jobs.ts'

/** The name of a job in app/jobs.ts. */
export type Scheduled = { job: string }

type Waiting = { id: string; data: Scheduled }

/** How many run at the same time: a minute brings some twenty, and pages need connections as well. */
const lanes = 3

/**
 * Runs what a minute has brought, at most once at a time for each name in this process. pg-boss retries what failed; operators
 * read the log, and staff see it until it succeeds.
 */
export function runScheduled(partsNow: () => JobParts, log: Log): (waiting: readonly Waiting[]) => Promise<JobEnd[]> {
  const running = new Map<string, Promise<JobEnd>>()

  async function runOne({ id, data }: Waiting): Promise<JobEnd> {
    const job = jobs.find(({ name }) => name === data.job)
    // an older process has scheduled it
    if (!job) return { id, status: 'completed' }
    try {
      const done = await job.run(partsNow())
      if (done) log.info({ job: job.name, done }, 'job')
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
      const why = withoutSecrets(reasonOf(error))
      await recordJobFailure(partsNow(), job.name, why).catch((err: unknown) => log.error({ err }, 'job failed'))
      return { id, status: 'failed', output: { reason: String(error) } }
    }
    // it has run: what is not forgotten now is forgotten when it runs next
    await forgetJobFailure(partsNow(), job.name).catch((err: unknown) => log.error({ err, job: job.name }, 'job'))
    return { id, status: 'completed' }
  }

  function runInTurn(waiting: Waiting): Promise<JobEnd> {
    const { job } = waiting.data
    const mine = (running.get(job) ?? Promise.resolve()).then(() => runOne(waiting))
    running.set(job, mine)
    return mine.finally(() => running.get(job) === mine && running.delete(job))
  }

  return async (waiting) => {
    const ends: JobEnd[] = []
    const rest = waiting.values()
    const lane = async () => {
      for (const one of rest) ends.push(await runInTurn(one))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return ends
  }
}

/** Of a job that did the rest although parts of it failed: those parts, too. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? [error.message, ...error.errors.slice(0, 3).map(String)].join('; ') : String(error)

/** The schedules of app/jobs.ts and no others. */
export async function keepSchedules(boss: PgBoss): Promise<void> {
  for (const { name, cron } of jobs)
    await boss.schedule(scheduleQueue, cron, { job: name }, { tz: 'Asia/Tokyo', key: name })
  for (const { key } of await boss.getSchedules(scheduleQueue))
    if (!jobs.some(({ name }) => name === key)) await boss.unschedule(scheduleQueue, key)
}
