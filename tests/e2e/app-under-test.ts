import { cp, rm } from 'node:fs/promises'
import pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { type Db, kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { queueSchema } from '../../app/infra/db/queues.server.ts'
import { scheduleQueue } from '../../app/kernel/queue-job.ts'
import '../../app/infra/db/connect.server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { AppClock } from './app-clock.ts'
import { administer, endApp, type Seeded, startApp, templateName } from './app-process.ts'
import { freePort } from './free-port.ts'

/** The built app on a copy of the demo market that nothing else uses. */
type Market = { pool: pg.Pool; db: Db; clock: AppClock; end(): Promise<void> }

type Settings = Record<string, string>

let serial = 0

/** The app of one worker. It gets a fresh copy of the market for each file that changes data; its address stays. */
export class AppUnderTest {
  readonly origin: string
  /** Where the app looks for the external sign-in service (ways-in.spec.ts starts it). */
  readonly socialPort: number
  readonly #seeded: Seeded
  readonly #port: number
  #market: Market | null = null
  /** Whose changes are in the copy; null while it is untouched. */
  #changedBy: string | null = null

  private constructor(seeded: Seeded, port: number, socialPort: number) {
    this.#seeded = seeded
    this.#port = port
    this.origin = `http://localhost:${port}`
    this.socialPort = socialPort
  }

  static async ofThisWorker(): Promise<AppUnderTest> {
    const seeded: Seeded = JSON.parse(process.env.E2E_SEEDED ?? '')
    return new AppUnderTest(seeded, await freePort(), await freePort())
  }

  /** Gives the file data that no other file has changed. */
  async giveTo(file: string, { readsOnly, settings }: { readsOnly: boolean; settings: Settings }): Promise<void> {
    const isOwn = Object.keys(settings).length > 0
    if (!this.#market || isOwn || (this.#changedBy !== null && this.#changedBy !== file)) {
      await this.end()
      this.#market = await openMarket(this.#seeded, this.#port, this.socialPort, settings)
      this.#changedBy = null
    }
    if (isOwn || !readsOnly) this.#changedBy = file
  }

  async end(): Promise<void> {
    const market = this.#market
    this.#market = null
    await market?.end()
  }

  /** Asks the database of the app, for what no page shows. */
  async query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#given().pool.query(sql, values)).rows
  }

  get db(): Db {
    return this.#given().db
  }

  /** Runs a job of app/jobs.ts now, instead of at the next minute. */
  async runSoon(job: string): Promise<void> {
    const boss = new PgBoss({
      db: fromKysely(this.db.withoutPlugins()),
      schema: queueSchema,
      migrate: false,
      supervise: false,
      schedule: false,
    })
    boss.on('error', () => undefined)
    await boss.start()
    await boss.send(scheduleQueue, { job })
    await boss.stop({ graceful: false })
  }

  get clock(): AppClock {
    return this.#given().clock
  }

  #given(): Market {
    if (!this.#market) throw new Error('the app is there once a test or hook has begun')
    return this.#market
  }
}

async function openMarket(seeded: Seeded, port: number, socialPort: number, settings: Settings): Promise<Market> {
  const database = `e2e_${process.pid}_${serial++}`
  await administer(seeded, `create database ${database} template ${templateName} strategy file_copy`)
  const dataFolder = await temporaryFolder('e2e-market')
  await cp(seeded.dataFolder, dataFolder, { recursive: true })
  const clock = new AppClock(dataFolder)
  const app = await startApp(
    seeded,
    { database, dataFolder, clockFile: clock.file, port },
    {
      DEMO_DATA: 'off',
      IDENTITY_SOCIAL: 'oidc',
      IDENTITY_OIDC_ISSUER: `http://localhost:${socialPort}`,
      IDENTITY_OIDC_CLIENT_ID: 'une-to-sara',
      IDENTITY_OIDC_CLIENT_SECRET: 'secret-of-the-tests',
      IDENTITY_OIDC_NAME: '料理組合',
      ...settings,
    },
  )
  const pool = new pg.Pool({ ...seeded.connection, database, max: 2 })
  // the database is dropped while a connection may still be closing
  pool.on('error', () => undefined)
  return {
    pool,
    db: kyselyOn(pool),
    clock,
    end: async () => {
      await pool.end()
      await endApp(app, 'SIGKILL')
      await administer(seeded, `drop database ${database} with (force)`)
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
