import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../app/infra/db/embedded-postgres.server.ts'
import { keptIn } from './demo-folder.ts'
import { migratedCluster } from './migrated-cluster.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { testFlags } from './test-flags.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

/** One PostgreSQL for the whole run, with a migrated template; each test file copies it (tests/support/database.ts). */
export default async function setup(project: TestProject) {
  const folder = await temporaryFolder('tests')
  const dataDir = join(folder, 'postgres')
  process.env[keptIn] = join(folder, 'demo')
  await mkdir(join(folder, 'demo'))
  await migratedCluster(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, flags: testFlags, onNotice: () => {} })
  const { host, port, user } = server.connection
  project.provide('postgres', { host, port, user })
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
