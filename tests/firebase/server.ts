import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { openDatabase } from '../../app/infra/db/connect.server.ts'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../../app/infra/db/migrate.server.ts'
import { encryptionOf } from '../../app/infra/encryption.server.ts'
import { firebaseWith } from '../../app/infra/firebase/firebase-settings.server.ts'
import { makeLog } from '../../app/infra/log.server.ts'
import { mailEngine } from '../../app/infra/mail/mail-engine.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { liveHub } from '../../app/infra/realtime/live-hub.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { systemClock } from '../../app/kernel/clock.ts'
import type { AppModule } from '../../server/app-module.ts'
import { prepareContent } from '../../server/content.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { customTokenFor, emulatorOrigin, owner, projectId } from './emulator.ts'
import { EmulatorVerifier } from './emulator-verifier.ts'

/**
 * The built app with the emulator as its provider: the only entry point that can do that. The clock is the real one,
 * because the emulator's is.
 */
const folder = await temporaryFolder('firebase')
const port = process.env.E2E_PORT ?? '3197'
writeFileSync(join(tmpdir(), `une-to-sara-firebase-folder-${port}`), folder)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const settings = readSettings({
  APP_ENV: 'test',
  PORT: port,
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  IDENTITY_SOCIAL: 'google,line',
})
const root = join(import.meta.dirname, '../..')
const database = await openDatabase({ dataDir: folder })
const db = kyselyOn(database.pool)
await migrateToLatest(db, join(root, 'db/migrations'))
const say = (line: string) => process.stdout.write(`${line}\n`)
await prepareContent(db, join(root, 'content'), systemClock.now(), say)

const serviceAccount = {
  authorization: async () => owner,
  customToken: async (subject: string) => customTokenFor(subject),
}
const set = {
  API_KEY: 'demo-key',
  AUTH_DOMAIN: 'localhost',
  PROJECT_ID: projectId,
  APP_ID: 'demo-app',
  MESSAGING_SENDER_ID: '1',
  SERVICE_ACCOUNT_FILE: '',
}
const at = `${emulatorOrigin}/identitytoolkit.googleapis.com/v1`
const verifier = { name: 'none yet', verify: async () => null }
const whole = firebaseWith(settings, set, { verifier, serviceAccount, at })
const firebase = {
  ...whole,
  client: { ...whole.client, standIn: emulatorOrigin },
  verifier: new EmulatorVerifier(emulatorOrigin, projectId, whole.accounts),
}

const { createApp, startWorker } = (await import(join(root, 'build/server/index.js'))) as AppModule
const shared = {
  db,
  clock: systemClock,
  log: makeLog(settings.LOG_LEVEL),
  mail: await mailEngine(settings),
  files: fileStore(settings),
  firebase,
  encryption: await encryptionOf(settings),
  safeFetch: safeFetch({ allowLocal: true }),
  cards: null,
  tracking: null,
}
const app = createApp({
  ...shared,
  origin: null,
  trustedProxies: 0,
  environment: 'test',
  operator: operatorOf(settings),
  searchEngines: false,
  clientFolder: join(root, 'build/client'),
  live: await liveHub({ connection: database.config, onNotice: say }),
  loginMethods: { sms: null, social: [] },
  ringing: { channels: {}, line: null, pushKey: null },
})
const worker = await startWorker({
  ...shared,
  site: `http://localhost:${port}`,
  connection: database.config,
  channels: {},
  origin: null,
  renderPdf: async () => new Uint8Array(),
  operator: operatorOf(settings),
})
const http = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST }, () => say(`Listening: ${port}`))

process.once('SIGTERM', async () => {
  http.close()
  await worker.stop()
  await database.close()
  process.exit(0)
})
