import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Db, kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { prepareStatements } from '../../app/infra/db/prepared-statements.server.ts'
import '../../app/infra/db/connect.server.ts'
import { committedWrites, recordStatements, type Sent } from './committed-writes.ts'
import { template } from './migrated-cluster.ts'
import { aPool } from './pool.ts'

export type TestDatabase = {
  readonly db: Db
  readonly pool: pg.Pool
  readonly config: pg.ClientConfig
  /** The SQL sent since the last call; to count the queries of a page. */
  queriesSince(): string[]
  /** The statements since the last call that changed something for good. */
  writesSince(): string[]
}

let serial = 0

/** A fresh, migrated database for one test file, dropped at its end. */
export function testDatabase(poolSize = 20): TestDatabase {
  const name = `test_${process.pid}_${Date.now()}_${serial++}`
  let made: { pool: pg.Pool; db: Db; config: pg.ClientConfig } | null = null
  const queries: string[] = []
  const sent: Sent[] = []
  const given = () => {
    if (!made) throw new Error('the database is there once beforeAll has run')
    return made
  }
  beforeAll(async () => {
    const admin = { ...inject('postgres'), database: 'postgres' }
    await run(admin, `create database ${name} template ${template} strategy file_copy`)
    const config = { ...admin, database: name }
    const pool = aPool({ ...config, max: poolSize })
    prepareStatements(pool)
    recordStatements(pool, (statement) => sent.push(statement))
    made = { pool, config, db: kyselyOn(pool, (sql) => queries.push(sql)) }
  })
  afterAll(async () => {
    if (made) await noSecretsInMails(made.pool)
    await made?.pool.end()
    await run({ ...inject('postgres'), database: 'postgres' }, `drop database if exists ${name} with (force)`)
  })
  return {
    get db() {
      return given().db
    },
    get pool() {
      return given().pool
    },
    get config() {
      return given().config
    },
    queriesSince: () => queries.splice(0),
    writesSince: () => committedWrites(sent.splice(0)),
  }
}

/** No mail that any test has queued holds an address that works: origin and secret are put in when it is sent. */
async function noSecretsInMails(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ template: string }>(
    `select distinct template from mails
      where concat(html, data) ~ 'https?://[^" ]*(?:[=]|/a/|/calendar/|/unsubscribe/)[A-Za-z0-9_-]{43}([^A-Za-z0-9_-]|$)'`,
  )
  if (rows.length > 0)
    throw new Error(`secrets are stored in mails: ${rows.map(({ template }) => template).join(', ')}`)
}

async function run(config: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
