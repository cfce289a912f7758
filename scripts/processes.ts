import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const running = new Set<ChildProcess>()

type Env = Readonly<Record<string, string>>
type End = { code: number | null; signal: NodeJS.Signals | null }

/** A program ended with an error, which it has told itself. */
export class ProgramFailed extends Error {
  readonly code: number

  constructor(program: string, { code, signal }: End) {
    super(`${program}: ${signal ?? `exit ${code}`}`)
    this.code = code ?? 1
  }
}

/**
 * Runs several programs at the same time, each as the arguments of `run`. When one fails, the others are ended; rejects
 * once all have ended, with the failure that came first.
 */
export async function runTogether(programs: readonly (readonly [command: string, args: readonly string[]])[]) {
  const ending = new AbortController()
  const runs = programs.map(([command, args]) =>
    run(command, args, {}, ending.signal).catch((error: unknown) => ending.abort(error)),
  )
  await Promise.all(runs)
  if (ending.signal.aborted) throw ending.signal.reason
}

/**
 * Runs a program in the foreground. Rejects if it fails; a signal to us is passed on to it, and then we end. It is ended
 * when `ending` is aborted.
 */
export async function run(
  command: string,
  args: readonly string[] = [],
  env: Env = {},
  ending?: AbortSignal,
): Promise<void> {
  const end = await runToEnd(command, args, env, ending)
  if (end.code !== 0) throw new ProgramFailed([command, ...args].join(' '), end)
}

/** As `run`, for programs whose failure is in their report. */
export function runToEnd(
  command: string,
  args: readonly string[] = [],
  env: Env = {},
  ending?: AbortSignal,
): Promise<End> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    })
    running.add(child)
    let received: NodeJS.Signals | undefined
    const pass = (signal: NodeJS.Signals) => {
      received = signal
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, pass)
    const end = () => child.kill('SIGTERM')
    ending?.addEventListener('abort', end)

    child.on('error', (error) => {
      running.delete(child)
      reject(new Error(`${command} could not be run: ${error.message}`))
    })
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, pass)
      ending?.removeEventListener('abort', end)
      running.delete(child)
      if (!received) resolve({ code, signal })
      else if (running.size === 0) process.exit(128 + constants.signals[received])
    })
  })
}
