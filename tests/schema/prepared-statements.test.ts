import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { prepareStatements } from '../../app/infra/db/prepared-statements.server.ts'
import { testDatabase } from '../support/database.ts'
import { aPool } from '../support/pool.ts'

/** Statements that come again are prepared once for a connection. */
type Tables = { kept: { id: number; name: string; place?: string } }

const database = testDatabase()
let pool: pg.Pool
let db: Kysely<Tables>

beforeAll(async () => {
  pool = aPool({ ...database.config, max: 1 }) // one connection: what it has prepared can be asked
  prepareStatements(pool)
  db = kyselyOn(pool).withTables<Tables>()
  await sql`create table kept (id int primary key, name text not null)`.execute(db)
  await sql`insert into kept values (1, 'かぶ'), (2, 'なす'), (3, 'うど')`.execute(db)
})
afterAll(() => pool.end())

const prepared = async (of: string) => {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.filter(({ statement }) => statement.includes(of))
}

describe('a statement', () => {
  it('is prepared when its text comes a second time, and only once', async () => {
    const find = (id: number) => db.selectFrom('kept').select('name as once').where('id', '=', id).execute()
    await find(1)
    expect(await prepared('"once"')).toHaveLength(0)
    for (const id of [2, 3, 1]) await find(id)
    expect(await prepared('"once"')).toHaveLength(1)
  })

  it('is the same one for lists of every length, also for none', async () => {
    const named = (ids: number[]) =>
      db.selectFrom('kept').select('name as listed').where('id', 'in', ids).orderBy('id').execute()
    expect(await named([1, 2, 3])).toEqual([{ listed: 'かぶ' }, { listed: 'なす' }, { listed: 'うど' }])
    expect(await named([2])).toEqual([{ listed: 'なす' }])
    expect(await named([])).toEqual([])
    expect(await prepared('"listed"')).toHaveLength(1)
    const others = await db.selectFrom('kept').select('name').where('id', 'not in', [1, 2]).execute()
    expect(others).toEqual([{ name: 'うど' }])
    expect(await db.selectFrom('kept').select('id').where('id', 'not in', []).execute()).toHaveLength(3)
  })

  it('works again after a migration added a column to what it returns', async () => {
    const all = () => db.selectFrom('kept').selectAll().where('id', '=', 1).execute()
    await all()
    await all()
    await sql`alter table kept add column place text not null default '上田'`.execute(db)
    for (let run = 0; run < 3; run++) expect(await all()).toEqual([{ id: 1, name: 'かぶ', place: '上田' }])
    await sql`alter table kept drop column place`.execute(db)
    const within = db
      .transaction()
      .execute(async (tx) => await tx.selectFrom('kept').selectAll().where('id', '=', 1).execute())
    await expect(within).rejects.toThrow('cached plan must not change result type')
    expect(await all()).toEqual([{ id: 1, name: 'かぶ' }])
  })

  it('reports its own errors', async () => {
    const again = () => db.insertInto('kept').values({ id: 1, name: 'かぶ' }).execute()
    for (let run = 0; run < 3; run++) await expect(again()).rejects.toThrow('duplicate key')
  })
})
