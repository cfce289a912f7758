import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What one task may take, in megabytes of heap, and in milliseconds. */
type Limits = { megabytes: number; milliseconds: number }

/** Tasks at the same time; the next one waits for its turn. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a task in a process of its own, which ends afterwards with all its memory; requests of others do not wait for it.
 * `name`: of a file in server/, which the build bundles beside the app. Fails when the process fails, or takes too long.
 */
export async function inOwnProcess(name: string, task: unknown, limits: Limits): Promise<Uint8Array> {
  if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn))
  running += 1
  try {
    return await run(name, task, limits)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function run(name: string, task: unknown, { megabytes, milliseconds }: Limits): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const child = fork(programOf(name), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=8'],
    // no secret of ours: it needs neither the database nor any service
    env: { NODE_ENV: process.env.NODE_ENV ?? '', PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: milliseconds,
  })
  child.once('message', (answer) => {
    if (answer instanceof Uint8Array) resolve(answer)
    else reject(new TypeError(`${name}: no answer`))
    child.disconnect()
  })
  child.once('error', reject)
  child.once('exit', (code, signal) => reject(new Error(`${name}: ended with ${signal ?? code}`)))
  child.send({ task })
  return promise
}

/** Beside the bundle, or as source. */
function programOf(name: string): string {
  const [root, inBundle] = import.meta.dirname.split(/[\\/]build[\\/]server/)
  const built = inBundle === undefined ? null : join(root ?? '', 'build/server', `${name}.js`)
  if (built && existsSync(built)) return built
  return join(import.meta.dirname, '../../server', `${name}.ts`)
}
