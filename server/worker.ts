import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db } from '#infra/db/kysely.server.ts'
import { beginDueJobs, queueSchema } from '#infra/db/queues.server.ts'
import type { Log } from '#infra/log.server.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import type { DeadJob, JobEnd, QueueJob } from '#kernel/queue-job.ts'
import type { ForSheet } from '#modules/notifications/send-deliveries.server.ts'
import { faxSheet } from '#modules/ordering/magic-links/fax-sheet.server.ts'
import { type JobParts, jobs, type QueueHandler, queueHandlers } from '../app/jobs.ts'

export type WorkerParts = Pick<
  JobParts,
  | 'mail'
  | 'files'
  | 'firebase'
  | 'cards'
  | 'tracking'
  | 'site'
  | 'channels'
  | 'encryption'
  | 'safeFetch'
  | 'operator'
  | 'origin'
  | 'renderPdf'
> & {
  db: Db
  clock: Clock
  log: Log
  connection: pg.ClientConfig
}

/** Runs the jobs of app/jobs.ts. Any number of processes may do so; pg-boss gives each job to one. */
export async function startWorker({
  db,
  clock,
  log,
  mail,
  files,
  firebase,
  cards,
  tracking,
  site,
  connection,
  channels,
  encryption,
  safeFetch,
  renderPdf,
  operator,
  origin,
}: WorkerParts): Promise<{ stop(): Promise<void> }> {
  const sheetOf = async (system: Pick<JobParts, 'db' | 'now'>, notice: ForSheet) =>
    renderPdf(await faxSheet({ ...system, actor: { kind: 'system' } }, notice, operator.phone))
  const outside = { mail, files, firebase, cards, tracking, site, channels, encryption, safeFetch, operator }
  const engines = { ...outside, sheetOf, renderPdf, origin }
  const boss = new PgBoss({
    ...connectionOf(connection),
    schema: queueSchema,
    application_name: 'une-to-sara-worker',
    max: 3,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: 2, expireInSeconds: 300 })
    await boss.work(job.name, { pollingIntervalSeconds: 2 }, async () => {
      try {
        const done = await job.run({ db, now: clock.now(), ...engines })
        if (done) log.info({ job: job.name, done }, 'job')
      } catch (error) {
        // pg-boss stores a failure in its table and retries; operators read the log.
        log.error({ err: error, job: job.name }, 'job failed')
        throw error
      }
    })
    await boss.schedule(job.name, job.cron, {}, { tz: 'Asia/Tokyo' })
  }
  for (const { name } of await boss.getSchedules())
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
  for (const handler of queueHandlers(engines))
    await boss.work(
      handler.queue,
      { batchSize: handler.batch, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true },
      (waiting) => handle(handler, { db, now: clock.now(), ...engines }, waiting, log),
    )
  const ahead = clock === systemClock ? null : setInterval(() => void begin({ db, clock, log }), 1_000)
  return {
    stop: async () => {
      clearInterval(ahead ?? undefined)
      await boss.stop({ graceful: true, timeout: 3_000 })
    },
  }
}

/** A failure of one is noted by its handler; a failure of all is for the log, and the queue tries them again. */
async function handle(
  { queue, run }: QueueHandler,
  parts: JobParts,
  waiting: readonly (QueueJob & DeadJob)[],
  log: Log,
): Promise<JobEnd[]> {
  try {
    const ends = await run(parts, waiting)
    const sent = ends.filter(({ status, output }) => status === 'completed' && !output).length
    const failed = ends.filter(({ status }) => status !== 'completed').length
    if (sent + failed > 0) log.info({ queue, done: { sent, failed } }, 'queue')
    return ends
  } catch (error) {
    log.error({ err: error, queue }, 'queue failed')
    throw error
  }
}

/** The clock of tests runs ahead of the database. */
const begin = ({ db, clock, log }: Pick<WorkerParts, 'db' | 'clock' | 'log'>) =>
  beginDueJobs(db, clock.now()).catch((error: unknown) => log.error({ err: error }, 'the moved clock'))

const connectionOf = (config: pg.ClientConfig) =>
  config.connectionString
    ? { connectionString: config.connectionString }
    : { host: config.host, port: config.port, user: config.user, database: config.database }
