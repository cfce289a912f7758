import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { password, RunningApp } from '../support/running-app.ts'

/** The app in several processes: two that answer requests, one for the jobs, and the primary that runs none of the app. */

const patience = { timeout: 60_000, interval: 100 }

let app: RunningApp
beforeAll(async () => {
  app = await RunningApp.start(600, { PROCESSES: '2', WORKER: 'inline' })
}, 240_000)
afterAll(() => app.end())

type Child = { pid: number; role: string }

const childrenOf = (parent: number): Child[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, of, ...args]) => Number(of) === parent && args.some((arg) => arg.endsWith('build/server/main.js')))
    .map(([pid]) => ({ pid: Number(pid), role: roleOf(Number(pid)) }))

const roleOf = (pid: number) =>
  execFileSync('cat', [`/proc/${pid}/environ`])
    .toString()
    .split('\0')
    .find((it) => it.startsWith('WORKER=')) ?? ''

/** Not `kill(0)` for want of one: that ends the tests themselves. */
function killOne(children: readonly Child[], role: string): number {
  const victim = children.find((it) => it.role === role)
  if (!victim) throw new Error(`no process has ${role}`)
  process.kill(victim.pid, 'SIGKILL')
  return victim.pid
}

const rolesOf = (children: readonly Child[]) => children.map(({ role }) => role).sort()
const everyRole = ['WORKER=off', 'WORKER=off', 'WORKER=only']

/** A connection of its own for each: the processes take turns. */
async function answers(times = 4): Promise<number[]> {
  const statuses = Array.from({ length: times }, async () => {
    const response = await fetch(`${app.origin}/restaurant/products`, {
      headers: { connection: 'close' },
      // what was handed to a process in the moment of its end is lost
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.status
  })
  return await Promise.all(statuses)
}

test('two processes answer at one address, and the jobs have their own', async () => {
  expect(rolesOf(childrenOf(app.pid))).toEqual(everyRole)
  expect(await answers()).toEqual([200, 200, 200, 200])
  for (const once of [/Listening: /g, /Demo sign-ins:/g, /password: /g])
    expect(app.output.match(once), String(once)).toHaveLength(1)
})

test('the answer to a form tells the next process to catch up', async () => {
  const sent = await fetch(`${app.origin}/auth/signIn`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: app.origin, cookie: '__Host-dev=x', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'chef@example.jp', password }).toString(),
  })
  expect(sent.status).toBe(302)
  expect(sent.headers.getSetCookie().join()).toContain('__Host-wrote=1')
})

test.each(['1', '2'])(
  'where the port is in use, a start with PROCESSES=%s says so in one line and ends',
  async (count) => {
    const { port } = new URL(app.origin)
    const env = { ...process.env, ...app.env, APP_ENV: 'development', NODE_ENV: 'production', DATABASE_URL: '' }
    const second = spawn(process.execPath, [app.program], {
      env: { ...env, DATA_DIR: app.folder, DEMO_DATA: 'off', LOG_LEVEL: 'fatal', PORT: port, PROCESSES: count },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    second.stderr.on('data', (text) => (errors += String(text)))
    expect((await once(second, 'close'))[0]).toBe(1)
    expect(errors).toBe(`Port ${port} of 127.0.0.1 is in use, perhaps by this app. Set PORT to choose another.\n`)
    expect(await answers()).toEqual([200, 200, 200, 200])
  },
  120_000,
)

test('a process that is killed is replaced, and the other one goes on answering', async () => {
  const victim = killOne(childrenOf(app.pid), 'WORKER=off')
  await vi.waitFor(() => expect(childrenOf(app.pid).some(({ pid }) => pid === victim)).toBe(false), patience)
  await vi.waitFor(async () => expect(await answers()).toEqual([200, 200, 200, 200]), patience)
  await vi.waitFor(() => expect(rolesOf(childrenOf(app.pid))).toEqual(everyRole), patience)
}, 240_000)

test('when the process that runs PostgreSQL is killed, pages answer again within moments', async () => {
  killOne(childrenOf(app.pid), 'WORKER=only')
  await vi.waitFor(async () => expect(await answers(2)).toEqual([200, 200]), patience)
  await vi.waitFor(() => expect(rolesOf(childrenOf(app.pid))).toEqual(everyRole), patience)
}, 120_000)

test('when the primary is asked to end, every process ends', async () => {
  const children = childrenOf(app.pid)
  await app.stop()
  expect(app.output).toMatch(/Stopped\.\n$/)
  await vi.waitFor(() => {
    for (const { pid } of children) expect(() => process.kill(pid, 0)).toThrow()
  }, patience)
}, 60_000)
