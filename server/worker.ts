import type pg from 'pg'
import { type Clock as BossClock, systemClock as bossClock, PgBoss } from 'pg-boss'
import type { Db } from '#infra/db/kysely.server.ts'
import { beginDueJobs, queueSchema } from '#infra/db/queues.server.ts'
import type { Log } from '#infra/log.server.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { type DeadJob, type JobEnd, type QueueJob, scheduleQueue } from '#kernel/queue-job.ts'
import { forgetRemovedJobs } from '#modules/audit-log/failed-jobs.server.ts'
import type { ForSheet } from '#modules/notifications/send-deliveries.server.ts'
import { faxSheet } from '#modules/ordering/magic-links/fax-sheet.server.ts'
import { type JobParts, jobs, type QueueHandler, queueHandlers } from '../app/jobs.ts'
import { keepSchedules, runScheduled } from './scheduler.ts'

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

/** A written job wakes us; what became due by the time alone is found by asking. In seconds. */
const often = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60 }

/**
 * In seconds. How soon what a minute brings is begun; and how often pg-boss looks for what we do not have: jobs that wait for others,
 * and queues that are made or changed while a process runs.
 */
const scheduling = { cronWorkerIntervalSeconds: 15, flowIntervalSeconds: 600, queueCacheIntervalSeconds: 600 }
/** Of a job that failed together with others that did not; with the attempts that pg-boss makes itself, three in all. */
const again = { retryLimit: 1, startAfter: 20 }
/**
 * Longer than between two questions: each would otherwise make its connections anew. The one that listens is asked whether it
 * still does; what it misses is found by asking, see above.
 */
const connections = { max: 3, idleTimeoutMillis: 60_000, notifyHeartbeatIntervalMs: 60_000 }

/** Every other second pg-boss tells how many jobs are running, which nobody hears here; its other intervals are no shorter than this. */
const timers: BossClock = { ...bossClock, setInterval: (act, ms) => bossClock.setInterval(act, Math.max(ms, 30_000)) }

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
  // where tests move the clock, jobs become due without being written: they are polled for
  const isWoken = clock === systemClock
  const boss = new PgBoss({
    ...connectionOf(connection),
    schema: queueSchema,
    application_name: 'une-to-sara-worker',
    ...connections,
    ...scheduling,
    clock: timers,
    useListenNotify: isWoken,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  // a job that takes minutes holds up one worker of the three
  await boss.work(
    scheduleQueue,
    { ...often, batchSize: 25, burstWhenBatchFull: true, perJobResults: true, localConcurrency: 3 },
    runScheduled(
      () => ({ db, now: clock.now(), ...engines }),
      log,
      (job) => boss.send(scheduleQueue, { job }, again),
    ),
  )
  await keepSchedules(boss)
  await forgetRemovedJobs(
    { db },
    jobs.map(({ name }) => name),
  )
  for (const handler of queueHandlers(engines))
    await boss.work(
      handler.queue,
      { ...often, batchSize: handler.batch, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true },
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
