import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { onSignal, printLine } from './signals.ts'

/** What a process is there for, as the setting WORKER says it. */
const settingsOf = { jobs: { WORKER: 'only' }, web: { WORKER: 'off' } } as const
type Role = keyof typeof settingsOf

/**
 * What a process says: once, that its code is there; then the lines to print now that it is ready, or in one line why it
 * cannot start.
 */
export type Report = 'loaded' | { ready: string[] } | { failure: string }

/**
 * What it is told: to start, and to prepare the database if no other process has just done so; and to end. One that replaces
 * another prepares again: what it has loaded may be a newer build.
 */
export type Word = 'start' | 'start prepared' | 'stop'

/** `failures`: how many before it, one after another, ended without having been ready. */
type State = { role: Role; failures: number; isReady: boolean }

/** `prepared`: another process is preparing the database; it starts after that. */
type StartOptions = { prepared?: Promise<unknown>; failures?: number }

/**
 * In MB for each half. By itself V8 grows it to 16 while a process starts, and keeps that (docs/decisions/0116).
 */
const youngGeneration = '--max-semi-space-size=8'

const shortestPauseSeconds = 1
const longestPauseSeconds = 30
const longestStopMs = 9_000

/**
 * Runs the app in several processes, and none of it in this one: `count` answer requests at one address, another runs the
 * jobs. All load their code at once; then the first process prepares the database before the others start, and runs the
 * embedded PostgreSQL for them all. A process that ends is replaced; but when one cannot start the first time, all are
 * stopped, and we end with its exit code. When asked to end, those that answer requests stop first, the one with the database
 * last.
 *
 * `script` sends 'loaded', starts the app when a Word comes, sends the other Report, and ends with the next Word: with another
 * code than 0 if it could not start.
 */
export async function runProcesses(
  script: string,
  { count, hasJobs }: { count: number; hasJobs: boolean },
): Promise<void> {
  const states = new Map<Worker, State>()
  const printedFailures = new Set<string>()
  let haveAllStarted = false
  let isStopping = false

  /** Resolves with the lines to print once it is ready. */
  function start(role: Role, { prepared, failures = 0 }: StartOptions = {}): Promise<string[]> {
    const state = { role, failures, isReady: false }
    const worker = cluster.fork(settingsOf[role])
    states.set(worker, state)
    // the error of one that is ending: its channel may be closed already
    const tell = (word: Word) => void (isStopping || worker.send(word, () => undefined))
    return new Promise((ready) => {
      worker.on('message', (report: Report) => {
        if (report === 'loaded') {
          if (prepared) void prepared.then(() => tell('start prepared'))
          else tell('start')
        } else if ('failure' in report) {
          printFailure(report.failure)
          tell('stop')
        } else {
          state.isReady = true
          ready(report.ready)
        }
      })
      worker.once('exit', (code: number | null, signal: string | null) => {
        states.delete(worker)
        if (isStopping) return
        if (state.isReady || haveAllStarted) return void replace(state, signal ?? String(code))
        if (signal) printFailure(`A process for ${role} ended (${signal}) before all had started.`)
        void stopAll().then(() => process.exit(code ?? 1))
      })
    })
  }

  /** Each once: those that answer requests fail for the same reason. */
  function printFailure(line: string): void {
    if (!printedFailures.has(line)) process.stderr.write(`${line}\n`)
    printedFailures.add(line)
  }

  async function replace({ role, failures, isReady }: State, end: string): Promise<void> {
    const pause = isReady ? shortestPauseSeconds : Math.min(2 ** (failures + 1), longestPauseSeconds)
    printLine(`A process for ${role} ended (${end}). Starting another in ${pause} s.`)
    await sleep(pause * 1000)
    if (!isStopping) await start(role, { failures: isReady ? 0 : failures + 1 })
  }

  /** One that is not ready has nothing to finish, and would take any word for that to start. */
  async function stop(role: Role): Promise<void> {
    const workers = [...states].filter(([, state]) => state.role === role)
    await Promise.all(
      workers.map(([worker, { isReady }]) => {
        const exit = new Promise((done) => worker.once('exit', done))
        if (isReady) worker.send('stop' satisfies Word, () => undefined)
        else worker.process.kill('SIGKILL')
        return exit
      }),
    )
  }

  async function stopAll(): Promise<void> {
    isStopping = true
    setTimeout(() => {
      for (const { process } of states.keys()) process.kill('SIGKILL')
    }, longestStopMs).unref()
    await stop('web')
    await stop('jobs')
  }

  onSignal(async () => {
    if (isStopping) return
    await stopAll()
    printLine('Stopped.')
    process.exit(0)
  })

  cluster.setupPrimary({ exec: script, execArgv: [...process.execArgv, youngGeneration] })
  const wanted: Role[] = [...(hasJobs ? (['jobs'] as const) : []), ...Array<Role>(count).fill('web')]
  const [first, ...others] = wanted
  if (!first) return
  const prepared = start(first)
  const [ofFirst, ...ofOthers] = await Promise.all([prepared, ...others.map((role) => start(role, { prepared }))])
  haveAllStarted = true
  // those that answer requests have the same lines
  for (const line of new Set([...ofOthers.flat(), ...(ofFirst ?? [])])) printLine(line)
}
