import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '../../app/infra/db/embedded-postgres.server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { testFlags } from '../support/test-flags.ts'
import { AppClock } from './app-clock.ts'
import { administer, endApp, type Seeded, startApp, templateName } from './app-process.ts'
import { freePort } from './free-port.ts'
import { password } from './support.ts'

/**
 * One PostgreSQL for the whole run, and in it the demo market, made once by the built app itself. Each worker copies it
 * (app-under-test.ts). With E2E_REUSE=1 the market is kept in .cache/e2e for the next run of the same build.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const isKept = process.env.E2E_REUSE === '1'
  const build = await readFile('build/.sources', 'utf8').catch(() => '')
  const folder = isKept ? resolve('.cache/e2e') : await temporaryFolder('e2e')
  const seededBy = join(folder, 'seeded-by')
  const isSeeded = isKept && existsSync(seededBy) && (await readFile(seededBy, 'utf8')) === build
  if (isKept && !isSeeded) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })

  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), flags: testFlags })
  const { connection } = server
  const seeded: Seeded = { connection, dataFolder: join(folder, 'market'), codeCache: join(folder, 'compiled') }
  if (!isSeeded) {
    await seed(seeded)
    await writeFile(seededBy, build)
  }
  process.env.E2E_SEEDED = JSON.stringify(seeded)
  return async () => {
    await server.stop()
    if (!isKept) await rm(folder, { recursive: true, force: true })
  }
}

async function seed(seeded: Seeded): Promise<void> {
  await administer(seeded, `drop database if exists ${templateName}`)
  await administer(seeded, `create database ${templateName}`)
  const { dataFolder } = seeded
  await mkdir(dataFolder)
  const place = { database: templateName, dataFolder, clockFile: new AppClock(dataFolder).file, port: await freePort() }
  const app = await startApp(seeded, place, { DEMO_DATA: 'on', DEMO_PASSWORD: password, WORKER: 'off' })
  await endApp(app, 'SIGTERM')
  // in place of autovacuum, once for all copies
  await administer(seeded, 'vacuum analyze', templateName)
}
