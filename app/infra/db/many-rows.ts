import { type Insertable, type RawBuilder, sql } from 'kysely'
import { columnName } from './column-names.ts'
import type { Database } from './schema.ts'

/**
 * New rows for an `insert … expression(…)`, as one parameter: of thousands of placeholders the text alone takes longer to
 * make, to send and to plan than the rows take to write, and each length of a list is another statement to prepare. `json`: the
 * columns whose values are texts of JSON. Not for columns of bytes.
 */
export function manyRows<T extends keyof Database & string, C extends keyof Insertable<Database[T]> & string>(
  table: T,
  columns: readonly C[],
  rows: readonly Pick<Insertable<Database[T]>, C>[],
  json: readonly C[] = [],
): RawBuilder<unknown> {
  const names = columns.map((column) => [column, columnName(column), json.includes(column)] as const)
  const asValue = (value: unknown, isJson: boolean): unknown => {
    if (typeof value !== 'string') return value
    // PostgreSQL reads no half of a pair in JSON, and as a parameter each would be U+FFFD, too
    return isJson ? JSON.parse(value) : value.toWellFormed()
  }
  const all = JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map(([column, name, isJson]) => [name, asValue(row[column], isJson)]))),
  )
  return sql`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from json_populate_recordset(null::${sql.table(table)}, ${all}::json)`
}
