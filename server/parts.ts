import { join } from 'node:path'
import type pg from 'pg'
import { ringingOf } from '#infra/channels/channels.server.ts'
import { secureDataDir } from '#infra/data-dir.server.ts'
import { type ChangeFeed, changeFeed } from '#infra/db/change-feed.server.ts'
import { openDatabase } from '#infra/db/connect.server.ts'
import { type Db, kyselyOn } from '#infra/db/kysely.server.ts'
import { migrateToLatest } from '#infra/db/migrate.server.ts'
import { hearOwnChanges } from '#infra/db/own-changes.server.ts'
import { drawPdf } from '#infra/draw-pdf.server.ts'
import { encryptionOf } from '#infra/encryption.server.ts'
import { firebaseOf, WrongServiceAccount } from '#infra/firebase/firebase-settings.server.ts'
import { makeLog } from '#infra/log.server.ts'
import { loginMethodsOf } from '#infra/login-methods/login-methods.server.ts'
import { mailEngine } from '#infra/mail/mail-engine.server.ts'
import { operatorOf } from '#infra/operator.server.ts'
import { type ProxyWatch, proxyWatch } from '#infra/proxy-watch.server.ts'
import { type LiveHub, liveHub } from '#infra/realtime/live-hub.server.ts'
import { type PublicChanges, publicChanges } from '#infra/realtime/public-changes.server.ts'
import { safeFetch } from '#infra/safe-fetch.server.ts'
import { scannerOf } from '#infra/scanner/clamd.server.ts'
import {
  apiUrlOf,
  readSettings,
  type Settings,
  WrongSettings,
  wantsDemo,
  wantsSearchEngines,
} from '#infra/settings.server.ts'
import { fileStore } from '#infra/storage/file-store.server.ts'
import { clockMovedBy } from '#infra/test-clock.server.ts'
import { carrierTrackingOf } from '#infra/tracking/carrier-tracking.server.ts'
import { attachChanges } from '#kernel/changes.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { leaveOutYearOf } from '#kernel/format.ts'
import { keepPlansOn } from '#modules/audit-log/plan-once.server.ts'
import { replaceTrackingLinks } from '#modules/delivery/tracking-url.server.ts'
import { loadColumns } from '#modules/products/catalog/columns/kept-columns.server.ts'
import type { AppParts } from './app.ts'
import { prepareContent } from './content.ts'
import { startWorker } from './worker.ts'

export type Parts = Awaited<ReturnType<typeof prepareParts>>

type Say = (line: string) => void

/**
 * What `npm start` and `npm run dev` have in common: the adapters that the settings ask for, and the database with its
 * schema, its pages and its demo data; `isPrepared`: another process has seen to these. A wrong setting ends the process with
 * 78 and the setting's name.
 */
export async function prepareParts(root: string, say: Say, { isPrepared = false } = {}) {
  const settings = orExit(() => readSettings(process.env))
  /** Nothing starts without a readable service account. */
  const firebase = orExit(() => firebaseOf(settings))
  await secureDataDir(settings.DATA_DIR, say)
  const clock = settings.TEST_CLOCK_FILE ? clockMovedBy(settings.TEST_CLOCK_FILE) : systemClock
  leaveOutYearOf(clock)
  replaceTrackingLinks({
    yamato: settings.TRACKING_LINK_YAMATO,
    sagawa: settings.TRACKING_LINK_SAGAWA,
    japanpost: settings.TRACKING_LINK_JAPANPOST,
  })
  const encryption = await encryptionOf(settings)
  const loginMethods = loginMethodsOf(settings)
  const out = safeFetch({ allowLocal: settings.APP_ENV !== 'production' })
  const log = makeLog(settings.LOG_LEVEL)
  const scanner = scannerOf(settings, (facts, line) => log.warn(facts, line))
  const database = await openDatabase({
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    poolSize: settings.DATABASE_POOL,
  })
  say(`Database: ${database.description}`)
  const db = kyselyOn(database.pool)
  keepPlansOn(db, kyselyOn(database.keptPlans))
  const demo = isPrepared
    ? []
    : await prepareDatabase(root, { pool: database.pool, db, settings, encryption, clock, say })
  say(`Virus scanner: ${await scannerFact(scanner)}`)
  return {
    settings,
    database,
    /** The lines that say how to sign in. */
    demo,
    db,
    clock,
    log,
    mail: await mailEngine(settings),
    files: { ...fileStore(settings), ...(scanner && { scanner }) },
    firebase,
    cards: settings.STRIPE_SECRET_KEY ? (await import('#infra/cards/stripe.server.ts')).cardsOf(settings) : null,
    tracking: carrierTrackingOf(settings),
    encryption,
    loginMethods,
    safeFetch: out,
    ringing: ringingOf(settings, loginMethods.sms, out),
    operator: operatorOf(settings),
  }
}

type Preparation = { pool: pg.Pool; db: Db; settings: Settings; encryption: Encryption; clock: Clock; say: Say }

/** Returns the lines that say how to sign in. */
async function prepareDatabase(root: string, { pool, db, settings, encryption, clock, say }: Preparation) {
  const applied = await migrateToLatest(db, join(root, 'db/migrations'))
  say(applied.length > 0 ? `Schema: ${applied.length} migrations applied` : 'Schema: up to date')
  const now = clock.now()
  await prepareContent(db, join(root, 'content'), now, say)
  return wantsDemo(settings)
    ? await (await import('./demo.ts')).prepareDemo(pool, { settings, encryption, now, say })
    : []
}

/** The dependencies of the HTTP server, and of the process. */
export const webParts = (
  { settings, database: _, demo: __, ...parts }: Parts,
  own: Pick<AppParts, 'live' | 'publicChanges' | 'proxyWatch' | 'isOneOfSeveral' | 'clientFolder'>,
): AppParts => ({
  ...parts,
  ...own,
  origin: settings.APP_ORIGIN ?? null,
  trustedProxies: settings.TRUSTED_PROXIES ?? 0,
  environment: settings.APP_ENV,
  searchEngines: wantsSearchEngines(settings),
  apiUrl: apiUrlOf(settings),
})

/** Sends committed events to open pages. */
export const startLive = ({ database, log }: Parts): Promise<LiveHub> =>
  liveHub({ connection: database.config, onNotice: (line) => log.warn(line) })

/**
 * Hears what other processes change, and what this one does, so that what requests need again and again is kept in memory
 * (kernel/kept-rows.ts).
 */
export async function startChanges({ database, db, log }: Parts): Promise<ChangeFeed> {
  const changes = await changeFeed({
    connection: database.config,
    channels: ['live_doors', 'catalogue', 'search_rows', 'orders'],
    onNotice: (line) => log.warn(line),
  })
  hearOwnChanges(database.pool, changes)
  attachChanges(db, changes)
  // the first lists need not wait for it
  void loadColumns(db)
  return changes
}
/** Hears when pages for visitors change. */
export const hearChanges = ({ database, log }: Parts): Promise<PublicChanges> =>
  publicChanges({ connection: database.config, onNotice: (line) => log.warn(line) })

/** Detects a wrong number of proxies (TRUSTED_PROXIES). */
export const watchProxies = ({ settings, db, clock, log }: Parts): ProxyWatch =>
  proxyWatch({
    db,
    clock,
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? 0,
    isPublic: settings.APP_ENV === 'production',
  })

export const startJobs = ({ settings, database, ringing, ...parts }: Parts) =>
  startWorker({
    ...parts,
    renderPdf: drawPdf,
    origin: settings.APP_ORIGIN ?? null,
    // for links in mails that a job writes; a request knows its own
    site: settings.APP_ORIGIN ?? `http://localhost:${settings.PORT}`,
    connection: database.config,
    channels: ringing.channels,
  })

async function scannerFact(scanner: ReturnType<typeof scannerOf>): Promise<string> {
  if (!scanner) return 'none (CLAMD_URL is not set): uploads are not scanned'
  return (await scanner.version()) ?? 'does not answer: uploads are refused until it does'
}

/** Ends the process with 78 and the name of the wrong setting. */
export function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WrongSettings || error instanceof WrongServiceAccount)) throw error
    process.stderr.write(`A setting is wrong:\n${error.message}\n`)
    process.exit(78)
  }
}
