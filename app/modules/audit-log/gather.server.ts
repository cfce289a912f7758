import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { compiledOnce } from './compiled-once.server.ts'

/** A query whose rows are wanted, and which of their fields are moments, which JSON has as text. */
type Part = { rows: Expression<unknown>; moments?: readonly string[] }

type RowsOf<Parts extends Readonly<Record<string, Part>>> = {
  [Name in keyof Parts]: Parts[Name]['rows'] extends Expression<infer Row> ? Row[] : never
}

/**
 * The rows of several queries in one statement, which sees one state of the database: each becomes a list of JSON. `given`: the
 * `with` of all of them. Names of fields come in camelCase, as from a query of its own.
 */
export async function gather<const Parts extends Readonly<Record<string, Part>>>(
  db: DbOrTx,
  parts: Parts,
  given: RawBuilder<unknown> = sql``,
): Promise<RowsOf<Parts>> {
  const { rows } = await statementOf(parts, given).execute(db)
  return partsIn(momentsOf(parts), rows)
}

/** The same, built once for each shape (compiled-once.server.ts). */
export function gatherOnce<
  V extends Readonly<Record<string, unknown>>,
  Shape,
  const Parts extends Readonly<Record<string, Part>>,
>(
  samples: readonly [V, V],
  build: (db: DbOrTx, values: V, shape: Shape) => { parts: Parts; given: RawBuilder<unknown> },
) {
  const moments = new Map<string, Moments>()
  const run = compiledOnce<V, Shape, Gathered>(samples, (db, values, shape) => {
    const { parts, given } = build(db, values, shape)
    moments.set(JSON.stringify(shape), momentsOf(parts))
    return statementOf(parts, given)
  })
  return async (db: DbOrTx, shape: Shape, values: V): Promise<RowsOf<Parts>> => {
    const { rows } = await run(db, shape, values)
    return partsIn(moments.get(JSON.stringify(shape)) ?? [], rows)
  }
}

type Gathered = Record<string, Record<string, unknown>[]>
type Moments = readonly (readonly [name: string, moments: readonly string[]])[]

const momentsOf = (parts: Readonly<Record<string, Part>>): Moments =>
  Object.entries(parts).map(([name, { moments = [] }]) => [name, moments])

function statementOf(parts: Readonly<Record<string, Part>>, given: RawBuilder<unknown>): RawBuilder<Gathered> {
  const lists = Object.entries(parts).map(
    ([name, { rows }]) => sql`(select coalesce(json_agg(it), '[]') from ${rows} it) as ${sql.id(name)}`,
  )
  return sql<Gathered>`${given} select ${sql.join(lists)}`
}

const partsIn = <Parts extends Readonly<Record<string, Part>>>(
  moments: Moments,
  [found = {}]: readonly Gathered[],
): RowsOf<Parts> =>
  Object.fromEntries(
    moments.map(([name, moments]) => [name, (found[name] ?? []).map((row) => read(row, moments))]),
  ) as RowsOf<Parts>

function read(row: Record<string, unknown>, moments: readonly string[]): Record<string, unknown> {
  const camel: Record<string, unknown> = {}
  for (const name in row) camel[camelCase(name)] = row[name]
  for (const name of moments) {
    const text = camel[name]
    if (typeof text === 'string') camel[name] = new Date(text)
  }
  return camel
}

const names = new Map<string, string>()

function camelCase(name: string): string {
  const known = names.get(name)
  if (known) return known
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  names.set(name, camel)
  return camel
}
