import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { childOptions, hasCluster, type Place } from './embedded-postgres-place.server.ts'
import { reachServer, readPidFile } from './embedded-postgres-reach.server.ts'

type ServerProcess = {
  /** Resolves when the server has ended, with the end of its log. */
  gone: Promise<string>
  askToStop(): void
}

const longestRecoveryMs = 120_000
const longestShutdownMs = 8_000
const keptLogLines = 8

/** Settings of PostgreSQL that differ from its defaults. */
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'timezone=UTC',
  'shared_buffers=128MB',
  // PROCESSES times DATABASE_POOL and four that keep plans, and what listens
  'max_connections=300',
  'work_mem=32MB',
  // our queries are short; compiling one that the planner thinks costly (search) takes longer than running it
  'jit=off',
  'log_destination=stderr',
  'log_min_messages=warning',
  'log_min_error_statement=panic', // statements contain names and addresses: keep them out of logs
]

/**
 * Starts the server and a watcher beside it. The watcher reads a pipe whose other end only we hold: when we die in any
 * way, kill -9 included, the read ends and the server is asked for a fast shutdown (SIGINT). It ignores the usual
 * signals itself, because a terminal or a service manager may send them to the whole process group.
 */
const guardian = `
  trap '' HUP INT TERM
  exec 3<&0
  "$@" </dev/null 3<&- & server=$!
  (read -r _ <&3; kill -INT $server 2>/dev/null) & watch=$!
  exec 3<&-
  wait $server; status=$?
  kill -KILL $watch 2>/dev/null
  exit $status`

/** Created under a temporary name and renamed when complete, so that a killed initdb leaves nothing incomplete. */
export async function createClusterIfMissing({ dataDir, binaries, account, user }: Place) {
  if (hasCluster(dataDir)) return
  const strangers = await readdir(dataDir).catch(() => [])
  if (strangers.length > 0) throw new Error(`${dataDir} holds files, but no PostgreSQL database. Nothing was changed.`)

  const unfinished = `${dataDir}.init`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (account) await chown(unfinished, account.uid, account.gid)

  const args = ['-D', unfinished, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin']
  args.push('--locale=C.UTF-8', '--no-instructions')
  await promisify(execFile)(join(binaries, 'bin/initdb'), args, childOptions(account))
  await rename(unfinished, dataDir)
}

/** Returns once the server answers. */
export async function launchServer(place: Place, flags: readonly string[]): Promise<ServerProcess> {
  const giveUpAt = Date.now() + longestRecoveryMs
  for (;;) {
    const server = spawnServer(place, flags)
    const outcome = await Promise.race([server.gone, answers(place, server.signal, giveUpAt)])
    if (outcome === 'answers') return server
    // After kill -9 of its postmaster, backends need a moment to notice.
    if (!outcome.includes('still in use') || Date.now() > giveUpAt) {
      server.askToStop()
      throw new Error(`The embedded PostgreSQL did not start in ${place.dataDir}: ${outcome}`)
    }
    await sleep(200)
  }
}

function spawnServer({ dataDir, binaries, account, socketDir }: Place, flags: readonly string[]) {
  const args = ['-D', dataDir, '-k', socketDir, ...settings.flatMap((setting) => ['-c', setting]), ...flags]
  const child = spawn('/bin/sh', ['-c', guardian, 'une-to-sara', join(binaries, 'bin/postgres'), ...args], {
    ...childOptions(account),
    detached: true, // Ctrl-C in the terminal is for us: we drain first and stop the server last
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => {}) // it may have ended already

  const log: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    log.push(line)
    if (log.length > keptLogLines) log.shift()
  })

  const ended = new AbortController()
  const gone = once(child, 'close').then(
    ([code, signal]) => `${signal ?? `exit ${code}`}; ${log.join('\n')}`,
    (error: Error) => error.message,
  )
  gone.then(() => ended.abort())

  const askToStop = () => {
    if (ended.signal.aborted) return
    child.stdin.end()
    setTimeout(() => stopWithoutGoodbye(dataDir, ended.signal), longestShutdownMs).unref()
  }
  return { gone, askToStop, signal: ended.signal }
}

async function answers(place: Place, ended: AbortSignal, giveUpAt: number) {
  while (!ended.aborted && Date.now() < giveUpAt) {
    const reached = await reachServer(place.dataDir, place.user)
    if (reached) {
      await reached.watch.end()
      return 'answers'
    }
    await sleep(15)
  }
  return 'no answer'
}

/** SIGQUIT drops every connection immediately; what was committed is recovered at the next start. */
async function stopWithoutGoodbye(dataDir: string, ended: AbortSignal) {
  const postmaster = ended.aborted ? null : await readPidFile(dataDir)
  if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
}
