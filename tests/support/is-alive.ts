import { existsSync, readFileSync } from 'node:fs'

/** A zombie has ended too: its parent has only not waited for it (as in many containers). */
export function isAlive(pid: number) {
  if (existsSync('/proc/self')) {
    return existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  }
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
