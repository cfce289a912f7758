import { type Insertable, type RawBuilder, sql } from 'kysely'
import { columnName, withColumnNames } from './column-names.ts'
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
  const asValue = (value: unknown, isJson: boolean): unknown =>
    isJson && typeof value === 'string' ? JSON.parse(value) : value
  const all = jsonOf(
    rows.map((row) => Object.fromEntries(names.map(([column, name, isJson]) => [name, asValue(row[column], isJson)]))),
  )
  return sql`select ${namesOf(columns)}
    from json_populate_recordset(null::${sql.table(table)}, ${all}::json)`
}

/**
 * The same as a whole `insert`, for a statement of several; here columns of JSON are given as values, not as text.
 * `calculated`: columns whose values the statement itself finds, possibly from what the rows give for them.
 */
export function insertMany<T extends keyof Database & string>(
  table: T,
  rows: readonly Readonly<Record<string, unknown>>[],
  calculated: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<unknown> {
  const columns = [...new Set([...Object.keys(rows[0] ?? {}), ...Object.keys(calculated)])]
  const names = namesOf(columns)
  const isGiven = Object.keys(calculated).length === 0
  const values = isGiven ? names : sql.join(columns.map((column) => calculated[column] ?? namesOf([column])))
  const json = jsonOf(rows.map(withColumnNames))
  return sql`insert into ${sql.table(table)} (${names})
    select ${values} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
}

/** As one piece of text: columns come from the program, and Kysely would make a node of each name. */
const namesOf = (columns: readonly string[]) => sql.raw(columns.map((column) => `"${columnName(column)}"`).join(', '))

/** PostgreSQL reads no half of a pair of letters in JSON; as a parameter each would be U+FFFD, too. */
function jsonOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  // only such a half is written as an escape; without one there is no need to look at each value
  if (!/\\ud[89a-f]/.test(text)) return text
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}
