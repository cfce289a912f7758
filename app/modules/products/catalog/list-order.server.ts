import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { PrefCode } from '#kernel/place.ts'
import { nearestFirst } from './distance.ts'
import { whereAll } from './list-conditions.server.ts'
import { givenLiftRows, type Lifts, liftRows } from './own-lifts.server.ts'
import type { ListCursor, ProductSort } from './product-sort.ts'

type Sql = RawBuilder<unknown>

/** The order of a list, for PostgreSQL: by one key and then by the id, both in the same direction. */
export type Order = {
  /** Tables that the key of product_search s needs, as `name as (…),`; or empty. */
  before: Sql
  key: Sql
  descending: boolean
  /** Only what comes after the cursor, for columns `key` and `product_id`. */
  after(cursor: ListCursor): Sql
  /** The key as text for a cursor. */
  keyText(key: Sql): Sql
  /** The first rows in this order, read along an index. */
  walk(conditions: readonly Sql[], cursor: ListCursor | undefined, limit: number): Sql
}

type Simple = { key: Sql; type: 'int' | 'date' | 'timestamptz'; descending: boolean }

const simple: Record<'harvest' | 'newest' | 'per_kg' | 'popular' | 'rated', Simple> = {
  harvest: { key: sql`s.harvested_on`, type: 'date', descending: true },
  newest: { key: sql`s.listed_at`, type: 'timestamptz', descending: true },
  // products without a weight cannot be compared, and come last
  per_kg: { key: sql`coalesce(s.yen_per_kg, 2147483647)`, type: 'int', descending: false },
  popular: { key: sql`s.ordered_count`, type: 'int', descending: true },
  // shrunk towards the mean while there are few ratings (reviews/stars.ts)
  rated: { key: sql`s.rating`, type: 'int', descending: true },
}

type Asked = { sort: ProductSort; near: PrefCode | undefined; whole: readonly string[]; lifts: Lifts | null }

/**
 * Users who may not see prices cannot sort by price, and users without a kitchen cannot sort by distance. `lifts`: of the viewer's
 * restaurant, if they are known; otherwise the statement reads them.
 */
export function orderOf(ctx: Ctx, { sort, near, whole, lifts }: Asked): Order {
  if (sort === 'distance' && near) return byDistance(near)
  if (sort === 'recommended' || sort === 'distance') return byPoints(ctx, whole, lifts)
  if (sort === 'per_kg' && !can(ctx.actor, 'price.see', null)) return byPoints(ctx, whole, lifts)
  return along(simple[sort])
}

/** Whether the order depends on what the viewer's restaurant has ordered. */
export function isOrderedFor(ctx: Ctx, { sort = 'newest', near }: { sort?: ProductSort; near?: PrefCode }): boolean {
  if (ctx.actor.kind !== 'buyer') return false
  if (sort === 'distance') return near === undefined
  return sort === 'recommended' || (sort === 'per_kg' && !can(ctx.actor, 'price.see', null))
}

const nothing = sql``

function along({ key, type, descending }: Simple): Order {
  const than = descending ? sql`<` : sql`>`
  const direction = descending ? sql`desc` : sql`asc`
  const behind = (key: Sql, id: Sql, cursor: ListCursor) =>
    sql`(${key}, ${id}) ${than} (${cursor.key}::${sql.raw(type)}, ${cursor.id}::uuid)`
  return {
    before: nothing,
    key,
    descending,
    after: (cursor) => behind(sql`key`, sql`product_id`, cursor),
    keyText: (column) => (type === 'timestamptz' ? momentText(column) : sql`${column}::text`),
    walk: (conditions, cursor, limit) => sql`
      select s.product_id, ${key} as key from product_search s
      ${whereAll([...conditions, ...(cursor ? [behind(key, sql`s.product_id`, cursor)] : [])])}
       order by ${key} ${direction}, s.product_id ${direction} limit ${sql.lit(limit)}`,
  }
}

/** With PostgreSQL's full precision: a Date has no microseconds, and a row would be repeated. */
const momentText = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * おすすめ順, as docs/search.md defines it: what the restaurant itself has ordered recently, the more often the higher, then
 * points for freshness, season, the farm's reliability and how often it is ordered (product_search.score). When
 * searching, products with the word as a whole come before those that only contain its letters.
 */
function byPoints(ctx: Ctx, whole: readonly string[], lifts: Lifts | null): Order {
  const { actor } = ctx
  const relevance =
    whole.length === 0
      ? nothing
      : sql` + case when ' ' || s.search_text || ' ' like all (${whole}::text[]) then 100000 else 0 end`
  const points = along({ key: sql`s.score`, type: 'int', descending: true })
  if (actor.kind !== 'buyer') return { ...points, key: sql`s.score${relevance}` }
  return {
    ...points,
    before: sql`own as materialized (${lifts ? givenLiftRows(lifts) : liftRows(ctx, actor.restaurantId)}),
      lifts as materialized (select jsonb_object_agg(product_id, lift) as of_product from own),`,
    // looked up as in a dictionary: a join is planned for the one row that a search is estimated to find, and is slow
    // for 5,000
    key: sql`s.score + coalesce(((select of_product from lifts) ->> s.product_id::text)::int, 0)${relevance}`,
    walk: (conditions, cursor, limit) => sql`
      select * from (
        (select s.product_id, s.score + own.lift as key from own join product_search s on s.product_id = own.product_id
         ${whereAll([...conditions, ...(cursor ? [behindPoints(sql`s.score + own.lift`, cursor)] : [])])})
        union all
        (select s.product_id, s.score as key from product_search s
         ${whereAll([
           ...conditions,
           sql`s.product_id <> all (array(select product_id from own))`,
           ...(cursor ? [behindPoints(sql`s.score`, cursor)] : []),
         ])}
          order by s.score desc, s.product_id desc limit ${sql.lit(limit)})
      ) both_kinds order by key desc, product_id desc limit ${sql.lit(limit)}`,
  }
}

const behindPoints = (key: Sql, cursor: ListCursor) =>
  sql`(${key}, s.product_id) < (${cursor.key}::int, ${cursor.id}::uuid)`

/** Prefecture by prefecture, the nearest first; within one, the newest products first. */
function byDistance(near: PrefCode): Order {
  const codes = nearestFirst(near)
  const key = sql`array_position(${codes}::text[], s.prefecture_code)`
  return {
    before: nothing,
    key,
    descending: false,
    after: (cursor) => sql`(key, product_id) > (${cursor.key}::int, ${cursor.id}::uuid)`,
    keyText: (column) => sql`${column}::text`,
    walk: (conditions, cursor, limit) => sql`
      select near.product_id, place.n::int as key
        from unnest(${codes}::text[]) with ordinality place (code, n)
       cross join lateral (
         select s.product_id from product_search s
         ${whereAll([
           ...conditions,
           sql`s.prefecture_code = place.code`,
           ...(cursor
             ? [
                 sql`(place.n > ${cursor.key}::int or place.n = ${cursor.key}::int and s.product_id > ${cursor.id}::uuid)`,
               ]
             : []),
         ])}
          order by s.product_id limit ${sql.lit(limit)}) near
       order by key, product_id limit ${sql.lit(limit)}`,
  }
}
