import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryLock } from '../app/infra/db/file-lock.server.ts'
import { precompress } from './precompress.ts'
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
/** What has been compressed: the same as in `stampFile`, once that is done. */
const packedFile = 'build/.packed'

/** In MB. Both programs make much garbage, which a larger young generation collects less often. */
const youngGeneration = '--max-semi-space-size=64'

/** In a process of its own, so that what it has loaded is not in the memory of the app that starts next. */
const buildApp = [youngGeneration, 'scripts/build-app.mjs']
/** The database, its schema and the demo data need nothing of the build. */
const prepareData = [youngGeneration, 'scripts/prepare-data.mjs']

/** Builds unless what was built last still stands. Compares contents, since git gives every checkout new times. */
export async function build() {
  await buildOnly()
  await packBuilt()
}

/** Without compressing its files, which no command on the machine itself asks for. */
export const buildOnly = () => buildBeside([])

/**
 * As `build`; at a first start it makes the database with its demo data at the same time. Where there are data already,
 * the app brings them up to date once it is built. Where the market is tried out, it starts before its files are compressed,
 * which takes some seconds of both cores: what is asked for before is sent as it is. Elsewhere a cache between might keep that.
 */
export async function buildForStart() {
  await buildBeside(isFirstTry() ? [prepareData] : [])
  if (process.env.APP_ENV !== 'development') await packBuilt()
  else if (!isPacked()) packBeside()
}

function packBeside() {
  const packing = spawn(process.execPath, ['--import', endWithParent, 'scripts/pack-built.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  packing.on('error', (error) => console.error(`The files could not be compressed: ${error.message}`))
  packing.unref()
  packing.channel?.unref()
}

/** Compresses what was built, unless it is compressed. */
export async function packBuilt() {
  if (isPacked()) return
  const lock = await waitForLock()
  try {
    if (isPacked()) return
    await precompress('build/client')
    copyFileSync(stampFile, packedFile)
  } finally {
    lock.release()
  }
}

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const isPacked = () => textOf(packedFile) === textOf(stampFile)

async function buildBeside(others) {
  const wanted = fingerprintOf(sources)
  if (isBuilt(wanted)) return

  const lock = await waitForLock()
  try {
    if (isBuilt(wanted)) return // by the one that we waited for
    console.log('Building …')
    for (const file of [stampFile, packedFile]) rmSync(file, { force: true })
    await runTogether([buildApp, ...others])
    writeFileSync(stampFile, wanted)
  } finally {
    lock.release()
  }
}

const isBuilt = (wanted) => existsSync('build/server/index.js') && textOf(stampFile) === wanted

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
