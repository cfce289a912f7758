import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { columnName } from '#infra/db/column-names.ts'
import type { Database } from '#infra/db/schema.ts'
import { insertRows, type Row } from './bulk.ts'

/** From this number of rows on it is quicker to create the indexes of a table once they are all there. */
const manyRows = 5_000

/**
 * Loads very many rows into a table: meanwhile it has neither its indexes (but those of its keys) nor, with
 * `withoutTriggers`, its own triggers, whose work `load` does itself. Within a transaction, which holds the table alone.
 */
export async function loadInBulk(
  client: pg.ClientBase,
  table: keyof Database,
  load: () => Promise<unknown>,
  { withoutTriggers = false } = {},
): Promise<void> {
  const name = columnName(table)
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
      where schemaname = current_schema() and tablename = $1
        and not exists (select from pg_constraint c where c.conindid = indexname::regclass)
      order by indexname`,
    [name],
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  if (withoutTriggers) await client.query(`alter table ${name} disable trigger user`)
  await load()
  if (withoutTriggers) await client.query(`alter table ${name} enable trigger user`)
  await client.query(
    `set local maintenance_work_mem = '256MB'; set local max_parallel_maintenance_workers = ${availableParallelism() - 1}`,
  )
  for (const { indexdef } of indexes) await client.query(indexdef)
}

/** As `insertRows`, for tables that grow with the market. */
export async function insertMany<Table extends keyof Database>(
  client: pg.ClientBase,
  table: Table,
  rows: readonly Partial<Row<Table>>[],
  how: { withoutTriggers?: boolean } = {},
): Promise<void> {
  const insert = () => insertRows(client, table, rows)
  await (rows.length < manyRows ? insert() : loadInBulk(client, table, insert, how))
}
