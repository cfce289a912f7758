import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryLock } from '../app/infra/db/file-lock.server.ts'
import { runTogether } from './processes.ts'

/** All that the build reads. Of `db` what is part of the server. */
const sources = [
  'app',
  'db/migrations',
  'db/pictures/catalogue.ts',
  'db/seed',
  'public',
  'server',
  'scripts/group-modules.ts',
  'scripts/load-later.ts',
  'scripts/only-routes.ts',
  'scripts/route-list.ts',
  'scripts/server-icons.ts',
  'scripts/shared-files.ts',
  'scripts/single-icons.ts',
  'scripts/third-party-notices.ts',
  'service-worker',
  'NOTICE',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]
const stampFile = 'build/.sources'

/** In MB. Both programs make much garbage, which a larger young generation collects less often. */
const youngGeneration = '--max-semi-space-size=64'

/** In a process of its own, so that what it has loaded is not in the memory of the app that starts next. */
const buildApp = [youngGeneration, 'scripts/build-app.mjs']
/** The database, its schema and the demo data need nothing of the build. */
const prepareData = [youngGeneration, 'scripts/prepare-data.mjs']

/** Builds unless what was built last still stands. Compares contents, since git gives every checkout new times. */
export const build = () => buildBeside([])

/**
 * As `build`; at a first start it makes the database with its demo data at the same time. Where there are data already,
 * the app brings them up to date once it is built.
 */
export const buildForStart = () => buildBeside(isFirstTry() ? [prepareData] : [])

async function buildBeside(others) {
  const wanted = fingerprintOf(sources)
  if (isBuilt(wanted)) return

  const lock = await waitForLock()
  try {
    if (isBuilt(wanted)) return // by the one that we waited for
    console.log('Building …')
    rmSync(stampFile, { force: true })
    await runTogether([buildApp, ...others])
    writeFileSync(stampFile, wanted)
  } finally {
    lock.release()
  }
}

const isBuilt = (wanted) =>
  existsSync('build/server/index.js') && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted

/** Two builds at the same time would write into each other's folder. */
async function waitForLock() {
  mkdirSync('.cache', { recursive: true })
  const take = () => tryLock('.cache/build.lock')
  let lock = take()
  if (!lock) console.log('Another command is building here: waiting for it …')
  while (!lock) {
    await sleep(200)
    lock = take()
  }
  return lock
}

function isFirstTry() {
  const { APP_ENV, DATABASE_URL, DATA_DIR = './.data' } = process.env
  return APP_ENV === 'development' && !DATABASE_URL && !existsSync(resolve(DATA_DIR))
}

function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) hash.update(`\n${path}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort()
}
