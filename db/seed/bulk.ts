import type { Selectable } from 'kysely'
import type pg from 'pg'
import { columnName } from '#infra/db/column-names.ts'
import type { Database } from '#infra/db/schema.ts'

/** Columns that the database numbers itself are left out. */
export type Row<Table extends keyof Database> = Omit<Selectable<Database[Table]>, 'seq'>

const rowsPerStatement = 4_000

/**
 * Inserts many rows with one statement per few thousand: PostgreSQL unpacks a JSON array into
 * rows of the table, arrays and jsonb included. All rows have the columns of the first.
 */
export async function insertRows<Table extends keyof Database>(
  client: pg.ClientBase,
  table: Table,
  rows: readonly Partial<Row<Table>>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = (Object.keys(first) as (keyof typeof first)[]).map((key) => [key, columnName(String(key))] as const)
  const columns = names.map(([, name]) => name).join(', ')
  const into = columnName(table)
  const named = (row: Partial<Row<Table>>) => {
    const written: Record<string, unknown> = {}
    for (const [key, name] of names) written[name] = row[key]
    return written
  }
  let sent: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const part = JSON.stringify(rows.slice(from, from + rowsPerStatement).map(named))
    await sent
    // the next rows are put together while these are written
    sent = client.query(
      `insert into ${into} (${columns}) select ${columns} from json_populate_recordset(null::${into}, $1)`,
      [part],
    )
  }
  await sent
}
