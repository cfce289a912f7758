import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of CPU, user and system. */
export type Cpu = { app: number; postgres: number }

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * What a process and its PostgreSQL have used since they started, from Linux's /proc. PostgreSQL's processes that have
 * ended count as well: their parent keeps the sum.
 */
export function cpuOf(appPid: number, postgresPid: number): Cpu {
  const postgres = processes().filter(({ pid, parent }) => pid === postgresPid || parent === postgresPid)
  return {
    app: ownSeconds(appPid),
    postgres: postgres.reduce((sum, { pid }) => sum + ownSeconds(pid), endedSeconds(postgresPid)),
  }
}

export const cpuBetween = (before: Cpu, after: Cpu): Cpu => ({
  app: after.app - before.app,
  postgres: after.postgres - before.postgres,
})

function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const fields = statOf(Number(pid))
      return fields ? [{ pid: Number(pid), parent: Number(fields[1]) }] : []
    })
}

/** The fields after the name in parentheses: state, parent, …; `utime` is the 12th of them (proc(5)). */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null // it has ended meanwhile
  }
}

const seconds = (fields: string[] | null, from: number) =>
  (Number(fields?.[from] ?? 0) + Number(fields?.[from + 1] ?? 0)) / ticksPerSecond
/** Of one process and all its threads, since it started; 0 once it has ended. */
export const ownSeconds = (pid: number): number => seconds(statOf(pid), 11)
const endedSeconds = (pid: number) => seconds(statOf(pid), 13)
