import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../app/infra/db/embedded-postgres.server.ts'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { migrateToLatest } from '../../app/infra/db/migrate.server.ts'
import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

/** One PostgreSQL for the whole run, with a migrated template; each test file copies it (tests/support/database.ts). */
export default async function setup(project: TestProject) {
  const folder = await temporaryFolder('tests')
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    flags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    onNotice: () => {},
  })
  const { host, port, user } = server.connection
  await withClient(server.connection, (client) => client.query('create database template_market'))
  const pool = new pg.Pool({ ...server.connection, database: 'template_market' })
  await migrateToLatest(kyselyOn(pool), 'db/migrations')
  await pool.end()
  project.provide('postgres', { host, port, user })
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function withClient(config: pg.ClientConfig, run: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(config)
  await client.connect()
  await run(client).finally(() => client.end())
}
