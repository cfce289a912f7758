import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The primary and its processes, without the app: what they do is in several-processes.ts. */

const patience = { timeout: 30_000, interval: 20 }
const occurrences = (text: string, part: string) => text.split(part).length - 1

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder('run-processes')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function started(does: { jobs: string; web: string }) {
  const file = join(folder, 'later')
  const args = [join(import.meta.dirname, 'several-processes.ts'), does.jobs, does.web, file]
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(program, 'close')
  let output = ''
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (output += String(text)))
  return {
    ended: async () => ({ code: (await closed)[0], output }),
    said: (text: string, times = 1) => vi.waitFor(() => expect(occurrences(output, text)).toBe(times), patience),
    stop: () => program.kill('SIGTERM'),
    switchOver: () => writeFile(file, ''),
  }
}

test('all start, and are stopped: first those that answer requests', async () => {
  const { said, stop, ended } = started({ jobs: 'works', web: 'works' })
  await said('Listening')
  stop()
  const stopped = 'web stopped\nweb stopped\njobs stopped\nStopped.\n'
  expect(await ended()).toEqual({ code: 0, output: `Listening\nHow to sign in\n${stopped}` })
})

test('the first prepares, and the others start when it is ready', async () => {
  const { said, stop, ended } = started({ jobs: 'is ready late', web: 'says how it starts' })
  await said('Listening')
  stop()
  expect((await ended()).output).toMatch(/^jobs is ready\nweb: start prepared\nweb: start prepared\nListening\n/)
})

test('one that replaces another prepares again', async () => {
  const { said, stop, ended, switchOver } = started({ jobs: 'works', web: 'ends later/says how it starts' })
  await said('How to sign in')
  await switchOver()
  await said('web: start', 2)
  stop()
  expect((await ended()).output).not.toContain('prepared')
})

test('what cannot start the first time says why once, and ends all with its exit code', async () => {
  const { ended } = started({ jobs: 'works', web: 'cannot start' })
  expect(await ended()).toEqual({ code: 7, output: 'Port 1 is in use.\njobs stopped\n' })
})

test.each(['jobs', 'web'])('a process for %s that breaks before it is ready ends all', async (role) => {
  const { ended } = started({ jobs: 'works', web: 'works', [role]: 'breaks' })
  const { code, output } = await ended()
  expect(code).toBe(7)
  expect(output).not.toContain('Starting another')
})

test.each(['jobs', 'web'])('a stop while a process for %s is not ready does not wait for it', async (role) => {
  const { said, stop, ended } = started({ jobs: 'works', web: 'works', [role]: 'is not ready' })
  await said(`${role} starts`, role === 'web' ? 2 : 1)
  stop()
  const { code, output } = await ended()
  expect(code).toBe(0)
  expect(output).toMatch(role === 'web' ? /jobs stopped\nStopped\.\n$/ : /jobs starts\nStopped\.\n$/)
})

test('a process that does not become ready again is tried after longer and longer pauses, until all are stopped', async () => {
  const { said, stop, ended, switchOver } = started({ jobs: 'ends later/breaks', web: 'works' })
  await said('Listening')
  await switchOver()
  await said('Starting another in 4 s.')
  stop()
  const { code, output } = await ended()
  expect(code).toBe(0)
  expect(output.match(/in \d+ s/g)).toEqual(['in 1 s', 'in 2 s', 'in 4 s'])
  expect(output).toMatch(/web stopped\nweb stopped\nStopped\.\n$/)
})

test('a stop while a process ends by itself, its channel closed, is a stop like any other', async () => {
  const { said, stop, ended, switchOver } = started({ jobs: 'ends later', web: 'works' })
  await said('Listening')
  await switchOver()
  await said('jobs ends')
  stop()
  const { code, output } = await ended()
  expect(code).toBe(0)
  expect(output).toMatch(/web stopped\nweb stopped\nStopped\.\n$/)
})
