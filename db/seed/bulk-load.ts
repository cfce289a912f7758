import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { columnName } from '#infra/db/column-names.ts'
import type { Database } from '#infra/db/schema.ts'
import { insertRows, type Row } from './bulk.ts'
import { concat, copyRows } from './copy-rows.ts'

/** From this number of rows on it is quicker to create the indexes of a table, and to check its references, once they are all there. */
const manyRows = 5_000

/**
 * Loads very many rows into a table: meanwhile it has neither its indexes (but those of its keys) nor its references to other
 * tables, which are then checked for all rows at once, nor, with `withoutTriggers`, its own triggers, whose work `load` does
 * itself. Within a transaction, which holds the table and those it refers to alone. References stay to a table that may have deferred checks waiting:
 * PostgreSQL changes none of its constraints then.
 */
export async function loadInBulk(
  client: pg.ClientBase,
  table: keyof Database,
  load: () => Promise<unknown>,
  { withoutTriggers = false } = {},
): Promise<void> {
  const name = columnName(table)
  const { rows: references } = await client.query<{ conname: string; definition: string }>(
    `select conname, pg_get_constraintdef(oid) as definition from pg_constraint c
      where conrelid = $1::regclass and contype = 'f'
        and not exists (select from pg_trigger t where t.tgrelid in (c.conrelid, c.confrelid) and t.tgdeferrable)
      order by conname`,
    [name],
  )
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef || coalesce((
              select string_agg(format('; alter index %I alter column %s set statistics %s', indexname, attnum, attstattarget), '')
                from pg_attribute where attrelid = indexname::regclass and attstattarget is not null), '') as indexdef
       from pg_indexes
      where schemaname = current_schema() and tablename = $1
        and not exists (select from pg_constraint c where c.conindid = indexname::regclass)
      order by indexname`,
    [name],
  )
  for (const { conname } of references) await client.query(`alter table ${name} drop constraint ${conname}`)
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  if (withoutTriggers) await client.query(`alter table ${name} disable trigger user`)
  await load()
  if (withoutTriggers) await client.query(`alter table ${name} enable trigger user`)
  await client.query(
    `set local maintenance_work_mem = '256MB'; set local max_parallel_maintenance_workers = ${availableParallelism() - 1}`,
  )
  for (const { indexdef } of indexes) await client.query(indexdef)
  for (const { conname, definition } of references)
    await client.query(`alter table ${name} add constraint ${conname} ${definition}`)
}

/** As `insertRows`, for tables that grow with the market: very many rows are copied. */
export async function insertMany<Table extends keyof Database>(
  client: pg.ClientBase,
  table: Table,
  rows: Iterable<Partial<Row<Table>>>,
  how: { withoutTriggers?: boolean } = {},
): Promise<void> {
  const rest = Iterator.from(rows)
  const first: Partial<Row<Table>>[] = []
  for (let row = rest.next(); !row.done && first.push(row.value) < manyRows; ) row = rest.next()
  if (first.length < manyRows) await insertRows(client, table, first)
  else await loadInBulk(client, table, () => copyRows(client, table, concat(first, rest)), how)
}
