import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { columnName } from '../../app/infra/db/column-names.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()

test('the plugin finds every table and column of the schema, and gives each its camelCase name', async () => {
  const { rows } = await test_.pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'public' group by table_name order by table_name`,
  )
  expect(rows.length).toBeGreaterThan(80)
  for (const { table, columns } of rows) {
    const names = columns.map(camel)
    const query = test_.db
      .selectFrom(sql`${sql.table(camel(table))}`.as('it'))
      .select(names.map((name) => sql.ref(name).as(name)))
    const wanted = columns.map((name) => `"${name}" as "${name}"`)
    expect(query.compile().sql).toBe(`select ${wanted.join(', ')} from "${table}" as "it"`)
    expect([table, ...columns]).toEqual([columnName(camel(table)), ...names.map(columnName)])
    await query.execute()
  }
})

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
