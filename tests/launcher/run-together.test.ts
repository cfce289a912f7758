import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runTogether } from '../../scripts/processes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('run-together')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A program that writes its process id into a file and then waits to be ended. */
const waiting = (file: string) =>
  ['node', ['-e', 'fs.writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)', file]] as const
const failing = (file: string) =>
  ['node', ['-e', 'setInterval(() => fs.existsSync(process.argv[1]) && process.exit(3), 20)', file]] as const

const pidIn = (file: string) =>
  vi.waitFor(async () => {
    const pid = Number(await readFile(file, 'utf8'))
    expect(pid).toBeGreaterThan(0)
    return pid
  }, 20_000)
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the failure of one ends the other, and is the one that is told', async () => {
  const file = join(folder, 'failure')
  await expect(runTogether([waiting(file), failing(file)])).rejects.toThrow(/exit 3$/)
  expect(isThere(await pidIn(file))).toBe(false)
})

test('a signal to the command that runs them ends them all, and then itself', async () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  const code = `const { runTogether } = await import('./scripts/processes.ts'); await runTogether(${JSON.stringify([waiting(one), waiting(other)])})`
  const command = spawn('node', ['--input-type=module', '-e', code], { stdio: 'ignore' })
  const ended = once(command, 'exit')
  const pids = [await pidIn(one), await pidIn(other)]
  command.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  expect(pids.filter(isThere)).toEqual([])
})
