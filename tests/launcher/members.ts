import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type SocketConnection, startEmbeddedPostgres } from '#infra/db/embedded-postgres.server.ts'
import { keptIn } from '../support/demo-folder.ts'

type Member = {
  process: ChildProcess
  adopted: boolean
  dataDir: string
  connection: SocketConnection
  promised: number[]
}

type Said = { promised: number } | Pick<Member, 'adopted' | 'dataDir' | 'connection'>

/** A folder for one test, deleted with it. Request it first: clean-up runs in reverse order. */
export function aDataDir() {
  const folder = anOpenFolder()
  onTestFinished(() => removeFolder(folder))
  return join(folder, 'postgres')
}

/** The same with a database in it, for tests that are not about the first start: a copy takes a third of the time. */
export async function aUsedDataDir() {
  model ??= makeModel()
  const dataDir = aDataDir()
  execFileSync('cp', ['-a', await model, dataDir])
  return dataDir
}

let model: Promise<string> | undefined

/** For all files that this process runs: in the folder that the run removes at its end. */
async function makeModel() {
  const dataDir = join(anOpenFolder(process.env[keptIn]), 'postgres')
  const server = await startEmbeddedPostgres({ dataDir })
  await server.stop()
  return dataDir
}

function anOpenFolder(within = tmpdir()) {
  const folder = mkdtempSync(join(within, 'une-to-sara-test-'))
  chmodSync(folder, 0o755) // PostgreSQL does not run as root: its user must be able to enter
  return folder
}

function removeFolder(folder: string) {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts a process on the data directory and returns when it can use the database. */
export async function aMember(dataDir: string, { work = '', script = scriptBeside('member.ts') } = {}) {
  const child = spawn(process.execPath, [script, dataDir, work], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  onTestFinished(() => leave(child))

  const promised: number[] = []
  return new Promise<Member>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said: Said = JSON.parse(line)
      if ('promised' in said) promised.push(said.promised)
      else resolve({ ...said, process: child, promised })
    })
    child.on('exit', () => reject(new Error(`The member ended early: ${complaints}`)))
  })
}

export async function leave(child: ChildProcess) {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  await ended(child)
  if (child.exitCode !== 0) throw new Error(`The member did not leave well: ${child.signalCode ?? child.exitCode}`)
}

/** Like a crash or the OOM killer: no clean-up code runs. */
export async function kill9(child: ChildProcess) {
  child.kill('SIGKILL')
  await ended(child)
}

async function ended(child: ChildProcess) {
  if (!hasEnded(child)) await once(child, 'exit')
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}

export function postmasterPid(dataDir: string) {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
}

export async function query<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

function scriptBeside(name: string) {
  return join(dirname(fileURLToPath(import.meta.url)), name)
}
