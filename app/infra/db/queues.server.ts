import { type Kysely, sql } from 'kysely'
import { fromKysely, PgBoss, type Queue } from 'pg-boss'
import { scheduleQueue } from '#kernel/queue-job.ts'

/** Where pg-boss keeps its tables. */
export const queueSchema = 'jobs'

const minute = 60
const hour = 60 * minute

const undelivered = 'undelivered'

/**
 * `heartbeat`: how soon the jobs of a killed process are tried again. Kept for a year, so that nothing is lost while
 * no process runs or a channel is not set up. A job that is done is of no use: its row says what became of it.
 */
const options = {
  heartbeatSeconds: minute,
  retentionSeconds: 365 * 24 * hour,
  deleteAfterSeconds: hour,
  // a job that is written wakes a worker; without this each queue would be polled every other second
  notify: true,
}

/** Retried after 2 to 4 minutes, 4 to 8, …, at most 12 hours: about a day and a half, as long as a mail server may be away. */
const delivery = {
  ...options,
  deadLetter: undelivered,
  retryLimit: 10,
  retryBackoff: true,
  retryDelay: 2 * minute,
  retryDelayMax: 12 * hour,
}

/**
 * The queues of what is sent, each named as its channel. Triggers fill them (migration 0063): a row that is due has its
 * job, written in the same transaction. The handlers are in app/jobs.ts.
 */
export const queues = {
  [undelivered]: { ...options, retryLimit: 1_000, retryDelay: minute },
  mail: delivery,
  push: delivery,
  line: delivery,
  sms: delivery,
  fax: delivery,
  // after 1 to 2 minutes, 2 to 4, …: two days in all, which outlasts a weekend's repair
  webhook: { ...delivery, retryLimit: 12, retryDelay: minute },
} as const satisfies Record<string, Omit<Queue, 'name'>>

export type QueueName = keyof typeof queues

/** What was not begun within an hour is left to the next time. */
const schedule = {
  notify: true,
  retryLimit: 2,
  expireInSeconds: 5 * minute,
  retentionSeconds: hour,
  deleteAfterSeconds: hour,
} as const satisfies Omit<Queue, 'name'>

/** The tables of pg-boss and the queues, with the settings above. */
export async function installQueues<DB>(db: Kysely<DB>): Promise<void> {
  const boss = new PgBoss({
    db: fromKysely(db.withoutPlugins()),
    schema: queueSchema,
    supervise: false,
    schedule: false,
  })
  const failure = Promise.withResolvers<never>()
  boss.on('error', failure.reject)
  await Promise.race([install(boss), failure.promise]).finally(() => boss.stop({ graceful: false }))
}

async function install(boss: PgBoss): Promise<void> {
  await boss.start()
  for (const [name, settings] of Object.entries({ ...queues, [scheduleQueue]: schedule })) {
    await boss.createQueue(name, settings)
    await boss.updateQueue(name, settings)
  }
}

/**
 * The queue begins its jobs by the time of the database. Where tests move the clock, this begins those that are due by it.
 */
export const beginDueJobs = <DB>(db: Kysely<DB>, now: Date) =>
  sql`
    update ${sql.table(`${queueSchema}.job`)} set start_after = now()
     where name = any(${Object.keys(queues)}) and state < 'active' and start_after > now() and start_after <= ${now}
  `.execute(db)
