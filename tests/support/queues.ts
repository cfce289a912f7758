import { PgBoss, TestClock } from 'pg-boss'
import { afterAll } from 'vitest'
import { type QueueName, queueSchema, queues as settings } from '../../app/infra/db/queues.server.ts'
import type { DeadJob, JobEnd, QueueJob } from '../../app/kernel/queue-job.ts'
import { giveUp } from '../../app/modules/notifications/undelivered.server.ts'
import type { TestDatabase } from './database.ts'

type Handler = (jobs: readonly (QueueJob & DeadJob)[]) => Promise<JobEnd[]>

export type Done = { sent: number; failed: number; skipped: number }

const batchSize = 50

/**
 * The queues of a test's database, by the clock of the test: `run` takes what is due at a moment, until nothing is, and the
 * rows of what the queue gives up say so. Time stands still in between.
 */
export function testQueues(test_: Pick<TestDatabase, 'config' | 'db' | 'pool'>) {
  const clock = new TestClock()
  let started: Promise<PgBoss> | null = null
  const boss = () => {
    started ??= new PgBoss({
      ...{ host: test_.config.host, port: test_.config.port, user: test_.config.user },
      ...{ database: test_.config.database, schema: queueSchema, clock, max: 5 },
      ...{ supervise: false, schedule: false, migrate: false },
    }).start()
    return started
  }
  afterAll(async () => (await started)?.stop({ graceful: false }))

  async function drain(queue: QueueName, handler: Handler): Promise<Done> {
    const done = { sent: 0, failed: 0, skipped: 0 }
    const queues = await boss()
    for (;;) {
      const jobs = await queues.fetch(queue, { batchSize, includeMetadata: true })
      if (jobs.length === 0) return done
      const byId = new Map(jobs.map((job) => [job.id, job]))
      for (const { id, status, output } of await handler(jobs)) {
        const job = byId.get(id)
        if (!job) throw new Error(`${queue} was given no job ${id}`)
        done[status !== 'completed' ? 'failed' : output ? 'skipped' : 'sent'] += 1
        if (status === 'deadletter')
          await test_.pool.query('update jobs.job set retry_limit = retry_count where name = $1 and id = $2', [
            queue,
            id,
          ])
        await (status === 'completed' ? queues.complete(queue, job, output) : queues.fail(queue, job, output))
      }
    }
  }

  async function at(now: Date): Promise<PgBoss> {
    const queues = await boss()
    if (clock.now() !== now.getTime()) await clock.setTime(now)
    return queues
  }

  const column = async (name: string, queue: QueueName, id: string) => {
    const { rows } = await test_.pool.query(`select ${name} as value from jobs.job where name = $1 and id = $2`, [
      queue,
      id,
    ])
    return rows[0]?.value
  }

  return {
    settings,
    async run(queue: QueueName, now: Date, handler: Handler): Promise<Done> {
      await at(now)
      const done = await drain(queue, handler)
      await drain('undelivered', (jobs) => giveUp({ db: test_.db, now }, jobs))
      return done
    },
    /** Jobs that a crashed process had begun are tried again. */
    async rescue(queue: QueueName, now: Date): Promise<void> {
      await test_.pool.query('update jobs.queue set monitor_claim_on = null, monitor_on = null where name = $1', [
        queue,
      ])
      await (await at(now)).supervise(queue)
    },
    stateOf: (queue: QueueName, id: string): Promise<string> => column('state', queue, id),
    nextTry: (queue: QueueName, id: string): Promise<Date> =>
      column(`date_trunc('milliseconds', start_after) + interval '1 ms'`, queue, id),
  }
}
