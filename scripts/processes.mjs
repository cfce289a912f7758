import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program in the foreground. Rejects if it fails; a signal to us is passed on to it, and then we end. */
export async function run(command, args = [], env = {}) {
  const { code, signal } = await runToEnd(command, args, env)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${signal ?? `exit ${code}`}`)
}

/** As `run`, for programs whose failure is in their report. */
export function runToEnd(command, args = [], env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    })
    let received
    const pass = (signal) => {
      received = signal
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, pass)

    child.on('error', (error) => reject(new Error(`${command} could not be run: ${error.message}`)))
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, pass)
      if (received) process.exit(128 + constants.signals[received])
      resolve({ code, signal })
    })
  })
}
