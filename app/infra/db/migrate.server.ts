import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { installQueues } from './queues.server.ts'

/**
 * Migrates the schema. Kysely takes an advisory lock, so of two processes that start concurrently one applies and the
 * other waits. There is no way back: widen, fill, narrow. The queues come first: triggers of ours write into them.
 */
export async function migrateToLatest<DB>(db: Kysely<DB>, folder: string): Promise<string[]> {
  await installQueues(db)
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** A migration may take as long as it needs; pages may not. */
const unhurried = 'set local statement_timeout = 0; set local lock_timeout = 0;'

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    const text = await readFile(join(folder, file), 'utf8')
    migrations[file.replace(/\.sql$/, '')] = {
      up: async (db) => void (await sql.raw(`${unhurried}\n${text}`).execute(db)),
    }
  }
  return migrations
}
