import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AdminId } from '../../app/kernel/ids.ts'

/** A part of money-worker.ts in another process. `begun` and `ended` are awaited; who ends it by force kills `child`. */
export function beginWork(connection: object, part: string, admins: readonly AdminId[]) {
  const load = `import { runnerImport } from 'vite'; await runnerImport('./tests/crash/money-worker.ts', { configFile: false })`
  const given = ['--', 'worker', JSON.stringify(connection), part, ...admins]
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', load, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const begun = child.stdout ? Promise.race([once(child.stdout, 'data'), ended]) : ended
  return { child, begun, ended }
}
