import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { onSignal, printLine } from './signals.ts'

/** What a process is there for, as the setting WORKER says it. */
const settingsOf = { jobs: { WORKER: 'only' }, web: { WORKER: 'off' } } as const
type Role = keyof typeof settingsOf

/**
 * In MB for each half. By itself V8 grows it to 16 while a process starts, and keeps that (docs/decisions/0116).
 */
const youngGeneration = '--max-semi-space-size=8'

const pauseBeforeNextMs = 1_000
const longestStopMs = 9_000

/**
 * Runs the app in several processes, and none of it in this one: `count` answer requests at one address, another runs the
 * jobs. The first process prepares the database before the others begin, and runs the embedded PostgreSQL for them all. A
 * process that ends is replaced. When asked to end, those that answer requests stop first, the one with the database last.
 *
 * `script` starts the app, sends the lines to print once it is ready, and stops when a message comes.
 */
export async function runProcesses(
  script: string,
  { count, hasJobs }: { count: number; hasJobs: boolean },
): Promise<void> {
  const roles = new Map<Worker, Role>()
  let isRunning = false
  let isStopping = false

  /** Resolves with the lines to print once it is ready; null: it ended before. */
  async function start(role: Role): Promise<string[] | null> {
    const worker = cluster.fork(settingsOf[role])
    roles.set(worker, role)
    const exit = once(worker, 'exit').then(([code, signal]) => {
      roles.delete(worker)
      if (!isStopping) void replace(role, { code, signal })
      return null
    })
    return await Promise.race([exit, once(worker, 'message').then(([lines]) => lines as string[])])
  }

  async function replace(role: Role, { code, signal }: { code: number | null; signal: string | null }): Promise<void> {
    if (!isRunning) process.exit(code ?? 1)
    printLine(`A process for ${role} ended (${signal ?? code}). Starting another.`)
    await sleep(pauseBeforeNextMs)
    if (!isStopping) await start(role)
  }

  async function stop(role: Role): Promise<void> {
    const workers = [...roles].filter(([, own]) => own === role).map(([worker]) => worker)
    await Promise.all(
      workers.map((worker) => {
        worker.send('stop')
        return once(worker, 'exit')
      }),
    )
  }

  const killAll = () => {
    for (const { process } of roles.keys()) process.kill('SIGKILL')
  }

  onSignal(async () => {
    isStopping = true
    if (!isRunning) killAll()
    else setTimeout(killAll, longestStopMs).unref()
    await stop('web')
    await stop('jobs')
    printLine('Stopped.')
    process.exit(0)
  })

  cluster.setupPrimary({ exec: script, execArgv: [...process.execArgv, youngGeneration] })
  const wanted: Role[] = [...(hasJobs ? (['jobs'] as const) : []), ...Array<Role>(count).fill('web')]
  const [first, ...others] = wanted
  if (!first || (await start(first)) === null) return
  isRunning = true
  const lines = await Promise.all(others.map(start))
  lines.find((of) => of && of.length > 0)?.forEach(printLine)
}
