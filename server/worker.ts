import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db } from '#infra/db/kysely.server.ts'
import type { Log } from '#infra/log.server.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ForSheet } from '#modules/notifications/send-deliveries.server.ts'
import { faxSheet } from '#modules/ordering/magic-links/fax-sheet.server.ts'
import { type JobParts, jobs } from '../app/jobs.ts'

export type WorkerParts = Pick<
  JobParts,
  'mail' | 'files' | 'firebase' | 'site' | 'channels' | 'encryption' | 'safeFetch'
> & {
  db: Db
  clock: Clock
  log: Log
  connection: pg.ClientConfig
  /** Makes a PDF from its contents; loaded only when a fax is written. */
  renderPdf(paper: TDocumentDefinitions): Promise<Uint8Array>
  /** The operator's phone, for farms that would rather call. */
  phone: string
}

/** Runs the jobs of app/jobs.ts. Any number of processes may do so; pg-boss gives each job to one. */
export async function startWorker({
  db,
  clock,
  log,
  mail,
  files,
  firebase,
  site,
  connection,
  channels,
  encryption,
  safeFetch,
  renderPdf,
  phone,
}: WorkerParts): Promise<{ stop(): Promise<void> }> {
  const sheetOf = async (system: Pick<JobParts, 'db' | 'now'>, notice: ForSheet) =>
    renderPdf(await faxSheet({ ...system, actor: { kind: 'system' } }, notice, phone))
  const engines = { mail, files, firebase, site, channels, encryption, safeFetch, sheetOf }
  const boss = new PgBoss({
    ...connectionOf(connection),
    schema: 'jobs',
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
  return { stop: () => boss.stop({ graceful: true, timeout: 3_000 }) }
}

const connectionOf = (config: pg.ClientConfig) =>
  config.connectionString
    ? { connectionString: config.connectionString }
    : { host: config.host, port: config.port, user: config.user, database: config.database }
