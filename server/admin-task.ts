import { join } from 'node:path'
import { secureDataDir } from '#infra/data-dir.server.ts'
import { openDatabase } from '#infra/db/connect.server.ts'
import { kyselyOn } from '#infra/db/kysely.server.ts'
import { migrateToLatest } from '#infra/db/migrate.server.ts'
import { encryptionOf } from '#infra/encryption.server.ts'
import { firebaseOf } from '#infra/firebase/firebase-settings.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { replayCommand } from '#modules/bookkeeping/replay-command.server.ts'
import { adminCommand } from '#modules/identity/admins/admin-command.server.ts'
import { tokenCommand } from '#modules/identity/token-command.server.ts'
import { newBadgeKeyCommand } from '#modules/traceability/badges/new-key-command.server.ts'
import { orExit } from './parts.ts'

/** One administration task on the machine, on the database of the running app, which may keep running. */
export async function runAdminTask(root: string, [task, ...args]: string[]): Promise<void> {
  const settings = orExit(() => readSettings(process.env))
  await secureDataDir(settings.DATA_DIR, (line) => process.stderr.write(`${line}\n`))
  const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR, poolSize: 1 })
  try {
    const db = kyselyOn(database.pool)
    await migrateToLatest(db, join(root, 'db/migrations'))
    const site = settings.APP_ORIGIN ?? `http://localhost:${settings.PORT}`
    const encryption = await encryptionOf(settings)
    const system = { db, now: new Date() }
    const { ok, lines } =
      task === 'token'
        ? await tokenCommand({ ...system, firebase: orExit(() => firebaseOf(settings)), encryption, site }, args)
        : task === 'badge-key'
          ? await newBadgeKeyCommand({ ...system, encryption }, args)
          : task === 'replay'
            ? await replayCommand(db, args)
            : await adminCommand(system, task === undefined ? [] : [task, ...args], { encryption, site })
    for (const line of lines) (ok ? process.stdout : process.stderr).write(`${line}\n`)
    if (!ok) process.exitCode = 1
  } finally {
    await database.close()
  }
}
