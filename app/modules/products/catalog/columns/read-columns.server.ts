import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { categories, methods, temperatures } from '#kernel/enums.ts'
import type { ProductId } from '#kernel/ids.ts'
import { appendSorted, type Columns, noColumns, putRows, recordBytes } from './columns.ts'
import { flag } from './totals.ts'

const rowsPerStatement = 20_000

/** Everything, in some statements; a change meanwhile may or may not be in it. */
export async function readColumns(db: DbOrTx): Promise<Columns> {
  const items = (await db.selectFrom('produceItems').select('key').orderBy('key').execute()).map(({ key }) => key)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from product_search`.execute(db)
  const columns = noColumns(items, Math.ceil((rows[0]?.count ?? 0) * 1.05) + 100)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { records, last } = await read(
      db,
      items,
      sql`where s.product_id > ${after}::uuid order by s.product_id limit ${sql.lit(rowsPerStatement)}`,
    )
    appendSorted(columns, records)
    if (last === null || records.length < rowsPerStatement * recordBytes) return columns
    after = last
  }
}

/** Reads these rows anew; those that are not there any more are in the answer. */
export async function rereadRows(db: DbOrTx, columns: Columns, ids: readonly string[]): Promise<string[]> {
  const { records, found } = await read(db, columns.items, sql`where s.product_id = any (${ids}::uuid[])`)
  putRows(columns, records)
  const there = new Set<string>(found)
  return ids.filter((id) => !there.has(id))
}

type Read = { records: Buffer; last: ProductId | null; found: ProductId[] }

/** As records of `recordBytes`, which are a tenth of the work of rows with columns for both sides. */
async function read(db: DbOrTx, items: readonly string[], which: RawBuilder<unknown>): Promise<Read> {
  // looked up in one value: a join is planned as a loop over all of them for each row
  const codes = JSON.stringify(Object.fromEntries(items.map((key, index) => [key, index + 1])))
  const { rows } = await sql<Omit<Read, 'records'> & { records: Buffer | null }>`
    select string_agg(it.record, ''::bytea) as records, (array_agg(it.product_id))[count(*)] as last,
           case when count(*) < ${sql.lit(rowsPerStatement)} then array_agg(it.product_id) else '{}' end as found
      from (select s.product_id, ${recordOf(sql`${codes}::jsonb`)} as record from product_search s ${which}) it`.execute(
    db,
  )
  const [all] = rows
  return { records: all?.records ?? Buffer.alloc(0), last: all?.last ?? null, found: all?.found ?? [] }
}

const codeIn = (column: string, words: readonly string[]) =>
  sql`coalesce(array_position(${sql.lit(`{${words.join(',')}}`)}::text[], ${sql.ref(column)}), 0)::int2`

const flags = sql.join(
  [
    sql`s.visible::int * ${sql.lit(flag.visible)}`,
    sql`s.in_stock::int * ${sql.lit(flag.inStock)}`,
    sql`s.air_allowed::int * ${sql.lit(flag.airAllowed)}`,
    sql`s.catch_weight::int * ${sql.lit(flag.catchWeight)}`,
    sql`s.freight_free::int * ${sql.lit(flag.freightFree)}`,
  ],
  sql` + `,
)

const season = sql.join(
  Array.from(
    { length: 12 },
    (_, month) => sql`((${sql.lit(month + 1)} = any (s.season_months))::int << ${sql.lit(month)})`,
  ),
  sql` + `,
)

/** In the layout that `columns.ts` reads: PostgreSQL's binary form of each value, numbers with the largest byte first. */
const recordOf = (
  itemCodes: RawBuilder<unknown>,
) => sql`uuid_send(s.product_id) || uuid_send(s.farm_id) || timestamptz_send(s.listed_at) || int4send(s.price_yen)
  || int4send(coalesce(s.yen_per_kg, -1)) || date_send(s.harvested_on) || int4send(s.ordered_count) || int4send(s.rating)
  || int4send(s.score::int) || int2send((${flags})::int2) || int2send(${codeIn('s.category', categories)})
  || int2send(coalesce((${itemCodes} ->> s.item_key)::int2, 0::int2)) || int2send(s.prefecture_code::int2)
  || int2send(${codeIn('s.method', methods)}) || int2send(${codeIn('s.temperature', temperatures)})
  || int2send((${season})::int2)`
