import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../app/infra/db/embedded-postgres.server.ts'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../../app/infra/db/migrate.server.ts'
import { insertDemoFreight } from '../../db/seed/freight.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { testFlags } from './test-flags.ts'

/** The database that each test file copies: the schema and the freight table of the demonstration. */
export const template = 'template_market'

const cache = '.cache/postgres'
const migrations = 'db/migrations'
const keptForMs = 7 * 24 * 3_600_000

/**
 * Puts a PostgreSQL cluster with a migrated template into a folder: a copy of the one that an earlier run has left for
 * these migrations and this version of PostgreSQL, or a new one, which is left for the next run.
 */
export async function migratedCluster(dataDir: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const kept = join(cache, await keyOfSchema())
  if (!existsSync(kept)) await makeCluster(kept)
  await utimes(kept, new Date(), new Date())
  await copyFolder(kept, dataDir)
  await forgetUnused()
}

async function keyOfSchema(): Promise<string> {
  const names = (await readdir(migrations)).sort()
  const files = [
    'package-lock.json',
    'app/infra/db/queues.server.ts',
    'db/seed/freight.ts',
    ...names.map((name) => join(migrations, name)),
  ]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files) hash.update(`\n${file}\n`).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

/** Complete once it has its name: of two runs at the same time the slower one throws its own away. */
async function makeCluster(kept: string): Promise<void> {
  const folder = await temporaryFolder('migrated')
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), flags: testFlags, onNotice: () => {} })
  const admin = new pg.Client({ ...server.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${template}`).finally(() => admin.end())
  const pool = new pg.Pool({ ...server.connection, database: template })
  pool.on('error', () => {}) // a connection may still be closing when the server stops
  await migrateToLatest(kyselyOn(pool), migrations)
  await insertDemoFreight(pool)
  await pool.end()
  await server.stop()

  const unfinished = `${kept}.${process.pid}`
  await copyFolder(server.dataDir, unfinished)
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }))
  await rm(server.dataDir, { recursive: true })
  await rm(folder, { recursive: true, force: true })
}

/** With its owner: where tests run as root, PostgreSQL does not. */
const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

async function forgetUnused(): Promise<void> {
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name))
    if (mtimeMs < Date.now() - keptForMs) await rm(join(cache, name), { recursive: true, force: true })
  }
}
