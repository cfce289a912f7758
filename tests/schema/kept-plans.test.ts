import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../app/infra/db/connect.server.ts'
import { type Db, kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { compiledOnce } from '../../app/modules/audit-log/compiled-once.server.ts'
import { keepPlansOn } from '../../app/modules/audit-log/plan-once.server.ts'
import { testDatabase } from '../support/database.ts'

/** A statement that is compiled once is planned once for each of a few connections, whatever its values. */
const database = testDatabase()
let opened: OpenDatabase
let db: Db

beforeAll(async () => {
  const { host = '', port = 5432, user = '', database: name = '' } = database.config
  const databaseUrl = `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  opened = await openDatabase({ databaseUrl, dataDir: '' })
  db = kyselyOn(opened.pool)
  keepPlansOn(db, kyselyOn(opened.keptPlans))
})
afterAll(() => opened.close())

const plansOn = async (pool: OpenDatabase['pool'], of: string) => {
  const { rows } = await pool.query(
    `select generic_plans, custom_plans from pg_prepared_statements where statement like '%' || $1 || '%'`,
    [of],
  )
  return rows
}

test('a statement compiled once has one plan for all values, on connections for that', async () => {
  const doubled = compiledOnce<{ given: number }, null, { planned_once: number }>(
    [{ given: 1 }, { given: 2 }],
    (_, { given }) => sql`select 2 * ${given}::int as planned_once from farms right join (select) one on true`,
  )
  for (let given = 0; given < 8; given++) {
    const { rows } = await doubled(db, null, { given })
    expect(rows[0]).toEqual({ plannedOnce: 2 * given })
  }
  expect(await plansOn(opened.keptPlans, 'planned_once')).toEqual([{ generic_plans: 7, custom_plans: 0 }])
  expect(await plansOn(opened.pool, 'planned_once')).toEqual([])
})

test('in a transaction it is sent within it', async () => {
  const counted = compiledOnce<{ name: string }, null, { written: number }>(
    [{ name: 'a' }, { name: 'b' }],
    (_, { name }) => sql`select count(*)::int as written from own_test where name = ${name}`,
  )
  await db.transaction().execute(async (tx) => {
    await sql`create table own_test (name text)`.execute(tx)
    await sql`insert into own_test values ('茄子')`.execute(tx)
    const { rows } = await counted(tx, null, { name: '茄子' })
    expect(rows[0]).toEqual({ written: 1 })
  })
})
