import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { tryLock } from '../../app/infra/db/file-lock.server.ts'

/** Where a run of Vitest keeps its demo data; set by its global setup, which removes it at the end. */
export const keptIn = 'TEST_DEMO_FOLDER'

/**
 * Fills a folder with what the first start of the app leaves there. The demo data take about half a minute, so that the
 * first caller in a run has them made, and all get a copy.
 */
export async function copyDemoFolder(to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const run = process.env[keptIn]
  if (!run) return
  const made = join(run, 'made')
  while (!existsSync(made)) {
    const lock = tryLock(join(run, 'lock'))
    if (!lock) await sleep(200)
    else await makeOnce(run, made, make).finally(() => lock.release())
  }
  await promisify(execFile)('cp', ['-a', `${made}/.`, to])
}

async function makeOnce(run: string, made: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(made)) return
  const making = join(run, 'making')
  await rm(making, { recursive: true, force: true }) // of one that failed
  await make(making)
  await rename(making, made)
}
