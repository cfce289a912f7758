import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runTogether } from '../../scripts/processes.ts'
import { isAlive } from '../support/is-alive.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('run-together')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A program that writes its process id into a file and then waits to be ended. */
const waiting = (file: string) =>
  ['-e', 'fs.writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)', file] as const
const failing = (file: string) =>
  ['-e', 'setInterval(() => fs.existsSync(process.argv[1]) && process.exit(3), 20)', file] as const

const pidIn = (file: string) =>
  vi.waitFor(async () => {
    const pid = Number(await readFile(file, 'utf8'))
    expect(pid).toBeGreaterThan(0)
    return pid
  }, 20_000)

test('the failure of one ends the other, and is the one that is told', async () => {
  const file = join(folder, 'failure')
  await expect(runTogether([waiting(file), failing(file)])).rejects.toThrow(/exit 3$/)
  expect(isAlive(await pidIn(file))).toBe(false)
})

function aCommandThatRunsTwo(name: string) {
  const files = [join(folder, `${name} one`), join(folder, `${name} other`)]
  const code = `const { runTogether } = await import('./scripts/processes.ts'); await runTogether(${JSON.stringify(files.map(waiting))})`
  const command = spawn('node', ['--input-type=module', '-e', code], { stdio: 'ignore' })
  return { command, ended: once(command, 'exit'), pids: () => Promise.all(files.map(pidIn)) }
}

test('a signal to the command that runs them ends them all, and then itself', async () => {
  const { command, ended, pids } = aCommandThatRunsTwo('signal')
  const both = await pids()
  command.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  expect(both.filter(isAlive)).toEqual([])
})

test('when the command that runs them is killed, they end too', async () => {
  const { command, pids } = aCommandThatRunsTwo('kill')
  const both = await pids()
  command.kill('SIGKILL')
  await vi.waitFor(() => expect(both.filter(isAlive)).toEqual([]), 20_000)
})
