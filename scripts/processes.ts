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

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * Runs several scripts at the same time, each as the arguments of `runNode`. When one fails, the others are ended; rejects
 * once all have ended, with the failure that came first.
 */
export async function runTogether(scripts: readonly (readonly string[])[]): Promise<void> {
  const ending = new AbortController()
  const runs = scripts.map((args) => runNode(args, ending.signal).catch((error: unknown) => ending.abort(error)))
  await Promise.all(runs)
  if (ending.signal.aborted) throw ending.signal.reason
}

/**
 * As `run`, for a script of Node: it ends with us, also when we are killed. So no other command finds it still writing. It
 * is ended when `ending` is aborted.
 */
export async function runNode(args: readonly string[], ending?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['--import', endWithParent, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const end = await endOf(child, 'node', ending)
  if (end.code !== 0) throw new ProgramFailed(['node', ...args].join(' '), end)
}

/** Runs a program in the foreground. Rejects if it fails; a signal to us is passed on to it, and then we end. */
export async function run(command: string, args: readonly string[] = [], env: Env = {}): Promise<void> {
  const end = await runToEnd(command, args, env)
  if (end.code !== 0) throw new ProgramFailed([command, ...args].join(' '), end)
}

/** As `run`, for programs whose failure is in their report. */
export function runToEnd(command: string, args: readonly string[] = [], env: Env = {}): Promise<End> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return endOf(child, command)
}

function endOf(child: ChildProcess, name: string, ending?: AbortSignal): Promise<End> {
  return new Promise((resolve, reject) => {
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
      reject(new Error(`${name} could not be run: ${error.message}`))
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
