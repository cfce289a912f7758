import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'une-to-sara-run-'
/** Bytes of memory that have to be free: the files of a run are 1 GB at most, and its programs need theirs. */
const wantedBytes = 6e9

/**
 * Makes the folder of a run's temporary files, which is removed when this process ends: in memory where there is room. Each
 * file of tests makes and drops a database of 1,500 files, and on ext4 that is a third of the processor time of all tests
 * (docs/decisions/0135).
 */
export function makeTestFolder() {
  for (const each of [memory, tmpdir()].filter(existsSync)) removeLeft(each)
  const parent = isMemoryFit() ? memory : tmpdir()
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // as root PostgreSQL runs as another user
  chmodSync(folder, 0o755)
  process.once('exit', () => remove(folder))
  return folder
}

/** There is room, and programs may be started from it: tests write some, and containers often forbid it there. */
function isMemoryFit() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((mount) => mount.split(' ')).findLast(([, place]) => place === memory)?.[3] ?? ''
  return Math.min(bavail * bsize, process.availableMemory()) > wantedBytes && !options.split(',').includes('noexec')
}

/** Folders of runs that were killed. */
function removeLeft(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10)
    if (pid && !isAlive(pid)) remove(join(parent, name))
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** What a program that is still ending writes into it is removed by the next run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (!['ENOTEMPTY', 'EACCES', 'EPERM'].includes(error.code)) throw error
  }
}
