import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { ringingOf } from '../app/infra/channels/channels.server.ts'
import { openDatabase } from '../app/infra/db/connect.server.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../app/infra/db/migrate.server.ts'
import { firebaseOf, WrongServiceAccount } from '../app/infra/firebase/firebase-settings.server.ts'
import { makeLog } from '../app/infra/log.server.ts'
import { mailEngine } from '../app/infra/mail/mail-engine.server.ts'
import { operatorOf } from '../app/infra/operator.server.ts'
import { outside } from '../app/infra/outside.server.ts'
import { type LiveHub, liveHub } from '../app/infra/realtime/live-hub.server.ts'
import { scannerOf } from '../app/infra/scanner/clamd.server.ts'
import { readSettings, type Settings, WrongSettings, wantsSearchEngines } from '../app/infra/settings.server.ts'
import { fileStore } from '../app/infra/storage/file-store.server.ts'
import { clockMovedBy } from '../app/infra/test-clock.server.ts'
import { vaultOf } from '../app/infra/vault.server.ts'
import { waysInOf } from '../app/infra/ways-in/ways-in.server.ts'
import { systemClock } from '../app/kernel/clock.ts'
import type { AppModule } from './app-module.ts'
import { prepareContent } from './content.ts'
import { prepareDemo, wantsDemo } from './demo.ts'
import type { WorkerParts } from './worker.ts'

/**
 * Starts everything in the order in which it is needed, says one line per fact, and on
 * SIGTERM or SIGINT takes no new requests, finishes those that run, and stops.
 */
const settings = orExit(() => readSettings(process.env))
/** Without a service account that can be read nothing starts. */
const firebase = orExit(() => firebaseOf(settings))
const log = makeLog(settings.LOG_LEVEL)
const say = (line: string) => process.stdout.write(`${line}\n`)
const clock = settings.TEST_CLOCK_FILE ? clockMovedBy(settings.TEST_CLOCK_FILE) : systemClock
const mail = mailEngine(settings)
const scanner = scannerOf(settings, (facts, line) => log.warn(facts, line))
const files = { ...fileStore(settings), ...(scanner && { scanner }) }
const vault = await vaultOf(settings)
const waysIn = waysInOf(settings)
const out = outside({ allowLocal: settings.APP_ENV !== 'production' })
const ringing = ringingOf(settings, waysIn.sms, out)
/** Its library and fonts are loaded when the first paper is made. */
const renderPdf: WorkerParts['renderPdf'] = async (paper) => (await import('../app/infra/pdf.server.ts')).pdfOf(paper)
const root = join(import.meta.dirname, '..')

const database = await openDatabase({
  databaseUrl: settings.DATABASE_URL,
  dataDir: settings.DATA_DIR,
  poolSize: settings.DATABASE_POOL,
})
say(`Database: ${database.description}`)
const db = kyselyOn(database.pool)
const applied = await migrateToLatest(db, join(root, 'db/migrations'))
say(applied.length > 0 ? `Schema: ${applied.length} migrations applied` : 'Schema: up to date')
say(`Virus scanner: ${await scannerFact(scanner)}`)
await prepareContent(db, join(root, 'content'), clock.now(), say)
const demo = !wantsDemo(settings) ? null : await prepareDemo(database.pool, settings, vault, clock.now(), say)

const { createApp, startWorker } = (await import(join(root, 'build/server/index.js'))) as AppModule
const worker =
  settings.WORKER === 'off'
    ? null
    : await startWorker({
        ...{ db, clock, log, mail, files, firebase, vault, renderPdf },
        site: siteOf(settings),
        connection: database.config,
        channels: ringing.channels,
        outside: out,
        phone: operatorOf(settings).phone,
      })
let live: LiveHub | null = null
const server = settings.WORKER === 'only' ? null : await listen()

async function listen() {
  live = await liveHub({ connection: database.config, onNotice: (line) => log.warn(line) })
  const app = createApp({
    live,
    db,
    clock,
    log,
    origin: settings.APP_ORIGIN ?? null,
    trustedProxies: settings.TRUSTED_PROXIES,
    environment: settings.APP_ENV,
    operator: operatorOf(settings),
    searchEngines: wantsSearchEngines(settings),
    clientFolder: join(root, 'build/client'),
    files,
    vault,
    waysIn,
    mail,
    firebase,
    outside: out,
    ringing,
  })
  const started = Promise.withResolvers<number>()
  const http = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST }, ({ port }) =>
    started.resolve(port),
  )
  http.once('error', started.reject)
  const port = await started.promise
  say(`Listening: http://${settings.HOST}:${port}`)
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '127.0.0.1' ? 'localhost' : settings.HOST
  say(`Address: ${settings.APP_ORIGIN ?? `http://${host}:${port}`}`)
  if (demo) for (const line of demo) say(line)
  return http
}

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // open streams would keep us; whoever listens comes back to the next process
  await live?.close()
  const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()))
  if (server && 'closeIdleConnections' in server) server.closeIdleConnections()
  await Promise.race([closed, new Promise((done) => setTimeout(done, 5_000).unref())])
  if (server && 'closeAllConnections' in server) server.closeAllConnections()
  await worker?.stop()
  mail.close()
  await database.close()
  say('Stopped.')
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

async function scannerFact(of: typeof scanner): Promise<string> {
  if (!of) return 'none (CLAMD_URL is not set): uploads are not scanned'
  return (await of.version()) ?? 'does not answer: uploads are refused until it does'
}

/** For links in mails that a job writes; a request knows its own. */
function siteOf({ APP_ORIGIN, PORT }: Settings): string {
  return APP_ORIGIN ?? `http://localhost:${PORT}`
}

function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WrongSettings || error instanceof WrongServiceAccount)) throw error
    process.stderr.write(`A setting is wrong:\n${error.message}\n`)
    process.exit(78)
  }
}
