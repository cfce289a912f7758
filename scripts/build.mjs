import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBudgets } from './budgets.mjs'
import { putAside, putBack } from './old-assets.ts'
import { precompress } from './precompress.mjs'
import { run } from './processes.mjs'
import { buildServiceWorker } from './service-worker.mjs'
import { writeThirdPartyNotices } from './third-party-notices.ts'

/** All that the build reads. Of `db` what is part of the server. */
const sources = [
  'app',
  'db/migrations',
  'db/pictures/catalogue.ts',
  'db/seed',
  'public',
  'server',
  'scripts/load-later.ts',
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

/** Builds unless what was built last still stands. Compares contents, since git gives every checkout new times. */
export async function build() {
  const wanted = fingerprintOf(sources)
  if (existsSync('build/server/index.js') && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return

  console.log('Building …')
  rmSync(stampFile, { force: true })
  putAside()
  await run('react-router', ['build'])
  checkBudgets()
  await buildServiceWorker()
  writeThirdPartyNotices()
  await precompress('build/client')
  putBack(Date.now())
  writeFileSync(stampFile, wanted)
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
