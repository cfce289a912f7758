import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnName } from '#infra/db/column-names.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Row } from './bulk.ts'

/** Adds rows by COPY, the quickest way into a table. All have the columns of the first. */
export async function copyRows<Table extends keyof Database>(
  client: pg.ClientBase,
  table: Table,
  rows: Iterable<Partial<Row<Table>>>,
): Promise<void> {
  const name = columnName(table)
  const ofJson = await jsonColumns(client, name)
  const rest = Iterator.from(rows)
  const first = rest.next().value
  if (!first) return
  const columns = (Object.keys(first) as (keyof typeof first)[]).map((key) => {
    const column = columnName(String(key))
    return { key, column, isJson: ofJson.has(column) }
  })
  const valuesOf = (row: typeof first) =>
    columns.map(({ key, isJson }) => (isJson && row[key] != null ? JSON.stringify(row[key]) : row[key]))
  const into = `${name} (${columns.map(({ column }) => column).join(', ')})`
  await copyValues(client, into, concat([first], rest).map(valuesOf))
}

/** The second after the first. */
export function* concat<T>(first: Iterable<T>, rest: Iterable<T>): Generator<T> {
  yield* first
  yield* rest
}

/** As `copyRows`, of values in the order of the columns that `into` names. The next ones are made while some are written. */
export async function copyValues(
  client: pg.ClientBase,
  into: string,
  rows: Iterable<readonly unknown[]>,
): Promise<void> {
  await pipeline(Readable.from(inPieces(rows)), client.query(copyFrom(`copy ${into} from stdin`)))
}

const rowsPerPiece = 500

function* inPieces(rows: Iterable<readonly unknown[]>): Generator<string> {
  let piece: string[] = []
  for (const values of rows) {
    piece.push(values.map(copyText).join('\t'))
    if (piece.length < rowsPerPiece) continue
    yield `${piece.join('\n')}\n`
    piece = []
  }
  if (piece.length > 0) yield `${piece.join('\n')}\n`
}

async function jsonColumns(client: pg.ClientBase, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and atttypid in ('json'::regtype, 'jsonb'::regtype)`,
    [table],
  )
  return new Set(rows.map(({ name }) => name))
}

function copyText(value: unknown): string {
  if (value == null) return '\\N'
  return escaped(Array.isArray(value) ? arrayOf(value) : scalarOf(value))
}

const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value == null ? 'NULL' : `"${scalarOf(value).replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`

function scalarOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  throw new TypeError('only texts, numbers, booleans, dates and flat arrays of them are copied')
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? letter) : text
