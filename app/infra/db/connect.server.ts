import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.server.ts'
import { prepareStatements } from './prepared-statements.server.ts'

export type OpenDatabase = {
  pool: pg.Pool
  /**
   * For large statements that find rows by their keys, outside of transactions: PostgreSQL keeps one plan of each for whatever values
   * (docs/decisions/0123).
   */
  keptPlans: pg.Pool
  /** For users of a connection of their own: LISTEN, pg-boss, a second pool. */
  config: pg.ClientConfig
  /** One line for the person who started the process; never with the password. */
  description: string
  close(): Promise<void>
}

type Options = {
  databaseUrl?: string | undefined
  dataDir: string
  poolSize?: number
  onNotice?: (line: string) => void
}

/** Time limits: for a connection, for a lock, for a client that forgot its transaction. */
const patience = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}

/**
 * How long a connection waits for its next request. A new one parses and plans every statement again, the large ones five
 * times, until it keeps their plans. Less than the five minutes after which networks forget a quiet connection.
 */
const idleMs = 4 * 60_000

/** Each connection plans a large statement once, for some 20 ms, and holds its plan in memory: so there are few. */
const mostKeptPlans = 4

const longestGoodbyeMs = 5_000
const patienceMs = 15_000

/** PostgreSQL's type numbers, where the driver's default is not what we want. */
const bigint = 20
const date = 1082

pg.types.setTypeParser(bigint, Number) // sums of yen and counts stay far below 2^53
pg.types.setTypeParser(date, (text) => text) // a business day is text; as a Date it would depend on the time zone

/** The database at DATABASE_URL if it is set, else the embedded one in the data directory. */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const { poolSize = 10, onNotice = (line) => process.stderr.write(`${line}\n`) } = options
  const source = options.databaseUrl
    ? await databaseAt(options.databaseUrl)
    : await embeddedDatabase(options.dataDir, onNotice)

  const opened = (own: pg.PoolConfig) => {
    const pool = new pg.Pool({ ...source.config, idleTimeoutMillis: idleMs, ...patience, ...own })
    // A broken connection emits an event; without a listener it would end the whole process. The pool listens for idle
    // ones; one in use, between two statements of a transaction, has only us. Its user is informed by the statement that
    // fails.
    pool.on('error', (error) => onNotice(`A database connection was lost: ${error.message}`))
    pool.on('connect', (client) => client.on('error', () => {}))
    prepareStatements(pool)
    return pool
  }
  const pool = opened({ max: poolSize })
  const keptPlans = opened({
    max: Math.min(poolSize, mostKeptPlans),
    options: '-c plan_cache_mode=force_generic_plan',
  })

  return {
    pool,
    keptPlans,
    config: source.config,
    description: source.description,
    close: async () => {
      const ended = Promise.all([pool.end(), keptPlans.end()])
      await Promise.race([ended, sleep(longestGoodbyeMs, undefined, { ref: false })])
      await source.stop()
    },
  }
}

async function embeddedDatabase(dataDir: string, onNotice: (line: string) => void) {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), onNotice })
  const how = server.adopted ? 'embedded PostgreSQL, already running' : 'embedded PostgreSQL'
  return { config: server.connection, description: `${how}, data in ${server.dataDir}`, stop: server.stop }
}

async function databaseAt(databaseUrl: string) {
  const config = { connectionString: databaseUrl }
  const { host, pathname } = new URL(databaseUrl)
  await waitUntilItAnswers(config, host)
  return { config, description: `PostgreSQL at ${host}${pathname}`, stop: async () => {} }
}

/** A database that starts together with us may need a moment; a wrong password will not get better. */
async function waitUntilItAnswers(config: pg.ClientConfig, host: string) {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (!mayComeUp(error) || Date.now() > giveUpAt) {
        throw new Error(`The database of DATABASE_URL (${host}) cannot be used.`, { cause: error })
      }
      await sleep(250)
    }
  }
}

function mayComeUp(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNREFUSED' || code === 'EAI_AGAIN' || code === '57P03'
}
