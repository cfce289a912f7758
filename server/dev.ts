import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'vite'
import { ringingOf } from '../app/infra/channels/channels.server.ts'
import { openDatabase } from '../app/infra/db/connect.server.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../app/infra/db/migrate.server.ts'
import { firebaseOf } from '../app/infra/firebase/firebase-settings.server.ts'
import { makeLog } from '../app/infra/log.server.ts'
import { mailEngine } from '../app/infra/mail/mail-engine.server.ts'
import { operatorOf } from '../app/infra/operator.server.ts'
import { outside } from '../app/infra/outside.server.ts'
import { liveHub } from '../app/infra/realtime/live-hub.server.ts'
import { scannerOf } from '../app/infra/scanner/clamd.server.ts'
import { readSettings, wantsSearchEngines } from '../app/infra/settings.server.ts'
import { fileStore } from '../app/infra/storage/file-store.server.ts'
import { clockMovedBy } from '../app/infra/test-clock.server.ts'
import { vaultOf } from '../app/infra/vault.server.ts'
import { waysInOf } from '../app/infra/ways-in/ways-in.server.ts'
import { systemClock } from '../app/kernel/clock.ts'
import type { AppModule } from './app-module.ts'
import { prepareContent } from './content.ts'
import { prepareDemo } from './demo.ts'
import type { WorkerParts } from './worker.ts'

/** The same app through Vite: an edit is in the browser at once, pages and API on one port. */
const settings = readSettings(process.env)
const clock = settings.TEST_CLOCK_FILE ? clockMovedBy(settings.TEST_CLOCK_FILE) : systemClock
const firebase = firebaseOf(settings)
const mail = mailEngine(settings)
const log = makeLog(settings.LOG_LEVEL)
const scanner = scannerOf(settings, (facts, line) => log.warn(facts, line))
const files = { ...fileStore(settings), ...(scanner && { scanner }) }
const vault = await vaultOf(settings)
const waysIn = waysInOf(settings)
const out = outside({ allowLocal: settings.APP_ENV !== 'production' })
const ringing = ringingOf(settings, waysIn.sms, out)
/** Its library and fonts are loaded when the first paper is made. */
const renderPdf: WorkerParts['renderPdf'] = async (paper) => (await import('../app/infra/pdf.server.ts')).pdfOf(paper)
const root = join(import.meta.dirname, '..')
const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR })
const db = kyselyOn(database.pool)
await migrateToLatest(db, join(root, 'db/migrations'))
const say = (line: string) => process.stdout.write(`${line}\n`)
await prepareContent(db, join(root, 'content'), clock.now(), say)
const operator = operatorOf(settings)
const demo = await prepareDemo(database.pool, settings, vault, clock.now(), say)
const live = await liveHub({ connection: database.config, onNotice: say })

const http = createHttpServer()
const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: http } } })
const environment = vite.environments.ssr
if (!('runner' in environment)) throw new Error('Vite gave no module runner for the server')
const { runner } = environment as { runner: { import(path: string): Promise<AppModule> } }

const answer = getRequestListener(async (request, env) => {
  const { createApp } = await runner.import('/server/app.ts')
  const app = createApp({
    db,
    clock,
    log,
    origin: null,
    trustedProxies: 0,
    environment: settings.APP_ENV,
    operator,
    searchEngines: wantsSearchEngines(settings),
    clientFolder: join(root, 'public'),
    files,
    vault,
    waysIn,
    live,
    mail,
    firebase,
    outside: out,
    ringing,
  })
  return app.fetch(request, env)
})
http.on('request', (request, response) => {
  if (request.url?.startsWith('/api/') || request.url?.startsWith('/admin/live')) return void answer(request, response)
  vite.middlewares(request, response, () => void answer(request, response))
})
const worker = await (await runner.import('/server/app.ts')).startWorker({
  db,
  clock,
  log,
  mail,
  files,
  firebase,
  site: settings.APP_ORIGIN ?? `http://localhost:${settings.PORT}`,
  connection: database.config,
  channels: ringing.channels,
  vault,
  outside: out,
  renderPdf,
  phone: operator.phone,
})
http.listen(settings.PORT, settings.HOST, () => {
  say(`Address: http://localhost:${settings.PORT}`)
  for (const line of demo) say(line)
})

async function stop() {
  await live.close()
  await vite.close()
  await worker.stop()
  mail.close()
  await database.close()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
