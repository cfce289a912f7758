import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/**
 * An exclusive lock that the operating system releases when its holder dies, or null while another holds it.
 *
 * Node has no flock(2), and a lock file with a process id in it cannot be taken over without a race. SQLite, which
 * comes with Node, locks its file with fcntl(2) on every platform; nothing is ever written into it.
 */
export function tryLock(path: string): { release(): void } | null {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw error
  }
  return {
    release: () => {
      if (file.isOpen) file.close()
    },
  }
}
