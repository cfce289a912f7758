import { join } from 'node:path'
import { openDatabase } from '../app/infra/db/connect.server.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../app/infra/db/migrate.server.ts'
import { firebaseOf } from '../app/infra/firebase/firebase-settings.server.ts'
import { readSettings } from '../app/infra/settings.server.ts'
import { vaultOf } from '../app/infra/vault.server.ts'
import type { AppModule } from './app-module.ts'

/** `admin:invite`, `admin:reset-factor`, `token:mint` and `badges:new-key`: on the database of the running app, which may go on running. */
const settings = readSettings(process.env)
const root = join(import.meta.dirname, '..')
const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR, poolSize: 1 })
try {
  const db = kyselyOn(database.pool)
  await migrateToLatest(db, join(root, 'db/migrations'))
  const { adminCommand, newBadgeKeyCommand, tokenCommand } = (await import(
    join(root, 'build/server/index.js')
  )) as AppModule
  const site = settings.APP_ORIGIN ?? `http://localhost:${settings.PORT}`
  const vault = await vaultOf(settings)
  const system = { db, now: new Date() }
  const [task, ...args] = process.argv.slice(2)
  const { ok, lines } =
    task === 'token'
      ? await tokenCommand({ ...system, firebase: firebaseOf(settings), vault, site }, args)
      : task === 'badge-key'
        ? await newBadgeKeyCommand({ ...system, vault }, args)
        : await adminCommand(system, process.argv.slice(2), { vault, site })
  for (const line of lines) (ok ? process.stdout : process.stderr).write(`${line}\n`)
  if (!ok) process.exitCode = 1
} finally {
  await database.close()
}
