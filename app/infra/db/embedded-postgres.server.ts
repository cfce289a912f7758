import { resolve as absolute } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeSocketDir, type Place, prepareWorkplace, removeSocketDir } from './embedded-postgres-place.server.ts'
import { createClusterIfMissing, launchServer } from './embedded-postgres-process.server.ts'
import {
  clearStalePidFile,
  reachServer,
  type ServerReached,
  waitForServerToLeave,
} from './embedded-postgres-reach.server.ts'
import { tryLock } from './file-lock.server.ts'

export type SocketConnection = { host: string; port: number; user: string; database: string }

type EmbeddedPostgres = {
  connection: SocketConnection
  /** True when the server was already running for another process: that process stops it, we only disconnect. */
  adopted: boolean
  /** Where the data really is: the requested directory, or its replacement under /var/lib. */
  dataDir: string
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** Further arguments for the server, such as `-c`, `fsync=off` in tests. */
  flags?: readonly string[]
  onNotice?: (line: string) => void
}

/** The current server: our own child, or another process's. */
type Hold = { adopted: boolean; gone: Promise<string>; stop(): Promise<void> }

const databaseName = 'une_to_sara'
const patienceMs = 60_000
const firstPauseMs = 100
const longestPauseMs = 5_000
const calmAfterMs = 60_000

/**
 * An embedded PostgreSQL server, so that none has to be installed.
 *
 * Any number of processes may ask for the same directory: the first runs the server, the others join it. When the
 * server ends (a crash, or the process that ran it ended), those that remain restart it, and the connection details
 * stay the same. When all of them have ended, in whatever way, the server ends too.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { flags = [], onNotice = printNotice } = options
  const place = await prepareWorkplace(absolute(options.dataDir), onNotice)
  const leaving = new AbortController()

  let hold = await takeUp(place, flags, leaving.signal)
  const connection = { host: place.socketDir, port: 5432, user: place.user, database: databaseName }
  await createDatabaseIfMissing(connection)

  const keeping = keepUp()
  const { adopted } = hold

  async function keepUp() {
    let pauseMs = firstPauseMs
    while (!leaving.signal.aborted) {
      const heldSince = Date.now()
      const reason = await hold.gone
      if (leaving.signal.aborted) return
      onNotice(`The embedded PostgreSQL went away (${reason}). Bringing it back.`)
      pauseMs = Date.now() - heldSince > calmAfterMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      await bringBack(pauseMs)
    }
  }

  async function bringBack(firstPause: number) {
    let pauseMs = firstPause
    while (!leaving.signal.aborted) {
      try {
        await sleep(pauseMs, undefined, { signal: leaving.signal })
        hold = await takeUp(place, flags, leaving.signal)
        onNotice('The embedded PostgreSQL is back.')
        return
      } catch (error) {
        if (leaving.signal.aborted) return
        onNotice(error instanceof Error ? error.message : String(error))
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      }
    }
  }

  async function stop() {
    leaving.abort()
    await hold.stop()
    await keeping
    await hold.stop() // one that came up while we were stopping
  }

  return { connection, adopted, dataDir: place.dataDir, stop }
}

/** Joins the running server, or starts it if no other process holds the lock. */
async function takeUp(place: Place, flags: readonly string[], leaving: AbortSignal): Promise<Hold> {
  const giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt) {
    const running = await reachServer(place.dataDir, place.user)
    if (running) return join(running, place)

    const lock = tryLock(`${place.dataDir}.lock`)
    if (lock) return startUnderLock(place, flags, lock.release)
    await sleep(25, undefined, { signal: leaving })
  }
  throw new Error(
    `Another process holds ${place.dataDir}.lock, but its PostgreSQL did not answer within ${patienceMs / 1000} s.`,
  )
}

/** The lock is the right to run the server. We hold it as long as the server is ours. */
async function startUnderLock(place: Place, flags: readonly string[], releaseLock: () => void): Promise<Hold> {
  try {
    const survivor = await waitForServerToLeave(place.dataDir, place.user, patienceMs)
    if (survivor) {
      releaseLock()
      return join(survivor, place)
    }
    return await startServer(place, flags, releaseLock)
  } catch (error) {
    await removeSocketDir(place)
    releaseLock()
    throw error
  }
}

async function startServer(place: Place, flags: readonly string[], releaseLock: () => void): Promise<Hold> {
  await clearStalePidFile(place.dataDir)
  await createClusterIfMissing(place)
  await makeSocketDir(place)
  const server = await launchServer(place, flags)

  const gone = server.gone.then(async (reason) => {
    await removeSocketDir(place)
    releaseLock()
    return reason
  })
  return {
    adopted: false,
    gone,
    stop: async () => {
      server.askToStop()
      await gone
    },
  }
}

/** The open connection is our watch: when it ends, the server has ended. */
function join({ watch, socketDir }: ServerReached, place: Place): Hold {
  place.socketDir = socketDir // another process may have another TMPDIR
  const gone = new Promise<string>((resolve) => watch.once('end', () => resolve('its connection ended')))
  return {
    adopted: true,
    gone,
    stop: async () => {
      await watch.end()
      await gone
    },
  }
}

async function createDatabaseIfMissing(connection: SocketConnection) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    if (!isAlreadyThere(error)) throw error // two processes may create it concurrently
  } finally {
    await client.end()
  }
}

function isAlreadyThere(error: unknown) {
  return error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505')
}

function printNotice(line: string) {
  process.stderr.write(`${line}\n`)
}
