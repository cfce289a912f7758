import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * `npm start` as users run it: npm, a shell, run.mjs, the server, PostgreSQL. Whichever is killed, no process is left.
 */

const patience = { timeout: 30_000, interval: 100 }
let folder: string
let begun: { npm: ChildProcess; below: Running[] } | null = null

beforeEach(async () => {
  folder = await temporaryFolder('npm-gone')
})
afterEach(async () => {
  const below = begun?.below ?? []
  for (const { pid } of stillThere(below.length > 0 ? below : descendantsOf(begun?.npm.pid ?? 0)))
    process.kill(pid, 'SIGKILL')
  begun?.npm.kill('SIGKILL')
  begun = null
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

type Running = { pid: number; parent: number; state: string; command: string }

const running = (): Running[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = '', ...words] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), state, command: words.join(' ') }
    })

function descendantsOf(pid: number): Running[] {
  const all = running()
  const below = (parent: number): Running[] =>
    all.filter((it) => it.parent === parent).flatMap((it) => [it, ...below(it.pid)])
  return below(pid)
}

/** npm, and all that it has started once the server listens. `betweenUs`: a shell that waits instead of exec-ing us. */
async function started({ betweenUs }: { betweenUs: boolean }): Promise<{ npm: ChildProcess; below: Running[] }> {
  const shell = join(folder, 'shell')
  await writeFile(shell, '#!/bin/sh\n/bin/sh "$@"\nexit $?\n')
  await chmod(shell, 0o755)
  const child = spawn('npm', ['start'], {
    env: {
      ...process.env,
      APP_ENV: 'development',
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'data'),
      DEMO_DATA: 'off',
      PORT: '0',
      ...(betweenUs && { npm_config_script_shell: shell }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  begun = { npm: child, below: [] }
  let said = ''
  child.stdout.on('data', (data) => {
    said += String(data)
  })
  await vi.waitFor(() => expect(said).toContain('Listening:'), { timeout: 120_000, interval: 100 })
  begun.below = descendantsOf(child.pid ?? 0)
  return begun
}

/** A zombie has ended; its parent has only not waited for it yet. */
const stillThere = (processes: readonly Running[]) =>
  running()
    .filter(({ state }) => !state.startsWith('Z'))
    .filter((it) => processes.some(({ pid, command }) => pid === it.pid && command === it.command))

test.each([
  ['npm', false],
  ['npm, with a shell between it and us', true],
])(
  'kill -9 of %s ends the server and PostgreSQL',
  async (_, betweenUs) => {
    const { npm, below } = await started({ betweenUs })
    expect(below.some(({ command }) => command.includes('scripts/tasks.mjs'))).toBe(true)
    expect(below.some(({ command }) => command.includes('bin/postgres'))).toBe(true)
    npm.kill('SIGKILL')
    await vi.waitFor(() => expect(stillThere(below)).toEqual([]), patience)
  },
  180_000,
)

test('kill -9 of the shell of npm ends the server and PostgreSQL', async () => {
  const { below } = await started({ betweenUs: true })
  const run = below.find(({ command }) => /^\S*node \S*scripts\/run\.mjs/.test(command))
  const shell = below.find(({ pid }) => pid === run?.parent)
  expect(shell?.command).toMatch(/^\/bin\/sh .*run\.mjs/)
  process.kill(shell?.pid ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(stillThere(below)).toEqual([]), patience)
}, 180_000)
