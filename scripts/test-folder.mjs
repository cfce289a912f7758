import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
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
  const parent = hasRoom(memory) ? memory : tmpdir()
  removeLeft(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // as root PostgreSQL runs as another user
  chmodSync(folder, 0o755)
  process.once('exit', () => remove(folder))
  return folder
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) > wantedBytes
  } catch {
    return false // no such folder on this system
  }
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
