import { existsSync } from 'node:fs'
import { run } from './processes.ts'

const folder = 'tests/firebase'

/**
 * The emulator has some 600 packages of its own, which nothing else needs: they are installed beside its tests, once,
 * and without their install scripts (one of them would need a compiler, for a part that we do not use).
 */
export async function installEmulator() {
  if (existsSync(`${folder}/node_modules/firebase-tools/package.json`)) return
  await run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
}
