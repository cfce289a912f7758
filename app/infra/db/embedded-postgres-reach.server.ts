import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

export type ServerReached = { watch: pg.Client; pid: number; socketDir: string }

type Postmaster = { pid: number; port: number; socketDir: string; ready: boolean }

/** Connects to the server of this directory if one runs. The server must confirm that this is its directory. */
export async function reachServer(dataDir: string, user: string): Promise<ServerReached | null> {
  const postmaster = await readPidFile(dataDir)
  if (!postmaster?.ready) return null

  const watch = new pg.Client({
    host: postmaster.socketDir,
    port: postmaster.port,
    user,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  })
  watch.on('error', () => {}) // its end is what we wait for
  try {
    await watch.connect()
    const answer = await watch.query<{ data_directory: string }>('show data_directory')
    if (answer.rows[0]?.data_directory === dataDir) return { watch, ...postmaster }
  } catch {
    // ended, starting or stopping
  }
  await watch.end().catch(() => {})
  return null
}

/** A server whose owner has ended may be about to stop. Returns it if it stays, null once it has ended. */
export async function waitForServerToLeave(dataDir: string, user: string, patienceMs: number) {
  const giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt) {
    const postmaster = await readPidFile(dataDir)
    if (!postmaster || !(await serves(postmaster.pid, dataDir))) return null
    const reached = await reachServer(dataDir, user)
    if (reached) return reached
    await sleep(25)
  }
  throw new Error(`A PostgreSQL in ${dataDir} neither answers nor ends.`)
}

/**
 * A pid file that outlived its server, after a power cut or kill -9. PostgreSQL refuses to start if the number now
 * belongs to any other process of the same user, which is common in containers. Only call this while holding the lock.
 */
export async function clearStalePidFile(dataDir: string) {
  await rm(join(dataDir, 'postmaster.pid'), { force: true })
}

/** PostgreSQL's own file: line 1 the process, 4 the port, 5 the socket's folder, 8 its state. */
export async function readPidFile(dataDir: string): Promise<Postmaster | null> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', ready: lines[7] === 'ready' }
}

/** Whether this process is running, and is the server of this directory. (A zombie has no command line.) */
async function serves(pid: number, dataDir: string) {
  return (await commandLine(pid)).includes(dataDir)
}

async function commandLine(pid: number) {
  if (existsSync('/proc/self')) return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout
}
