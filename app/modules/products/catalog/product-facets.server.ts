import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { type Conditions, type Dimension, type Narrowing, questionsOf } from './list-conditions.server.ts'
import { perKgBands } from './product-facets.ts'
import { freshDays } from './product-filter.ts'

type Sql = RawBuilder<unknown>

const passes = (dimension: Dimension) => sql.ref(`meets_${dimension}`)

/** What has to be known of each counted row: its choices, and which of the restrictions it meets. */
export function facetColumns(ctx: Ctx, wanted: Narrowing, { narrowing }: Conditions): Sql {
  const ask = questionsOf(ctx, wanted)
  const met = [...narrowing].map(
    ([dimension, condition]) => sql`, coalesce(${condition}, false) as ${passes(dimension)}`,
  )
  return sql`, category, item_key, prefecture_code, method, temperature, farm_id, yen_per_kg, harvested_on,
    ${ask.season} as is_season, ${ask.freight} as is_freight, ${ask.weighed} as is_weighed, ${ask.isNew} as is_new,
    ${ask.favourites} as is_favourite${sql.join(met, sql``)}`
}

/** Whether a row of `matching` meets every restriction, except one dimension's. */
export function meetsAll({ narrowing }: Conditions, except?: Dimension): Sql {
  const others = [...narrowing.keys()].filter((dimension) => dimension !== except).map(passes)
  return others.length === 0 ? sql`true` : sql.join(others, sql` and `)
}

/** The counts as one JSON object, from the rows of `matching`. */
export function facetsJson(ctx: Ctx, conditions: Conditions): Sql {
  const meets = (dimension: Dimension) => meetsAll(conditions, dimension)
  const counts = (dimension: Dimension, column: string) => sql`(
    select coalesce(json_object_agg(word, n order by word), '{}') from (
      select ${sql.ref(column)} as word, count(*)::int as n from matching where ${meets(dimension)} group by 1) it)`
  const howMany = (dimension: Dimension, column: string) =>
    sql`count(*) filter (where ${sql.ref(column)} and ${meets(dimension)})`
  const today = jstDateOf(ctx.now)
  const fresh = freshDays.flatMap((days) => [
    sql.lit(`${days}`),
    sql`count(*) filter (where harvested_on >= ${addDays(today, 1 - days)}::date and ${meets('fresh')})`,
  ])
  const bands = perKgBands.map(
    (_, band) =>
      sql`count(*) filter (where width_bucket(yen_per_kg, ${[...perKgBands]}::int[]) = ${band + 1} and ${meets('perKg')})`,
  )
  return sql`(select json_build_object(
    'category', ${counts('category', 'category')},
    'place', ${counts('place', 'prefectureCode')},
    'method', ${counts('method', 'method')},
    'temperature', ${counts('temperature', 'temperature')},
    'item', (select coalesce(json_agg(json_build_object('key', key, 'name', name, 'count', n) order by n desc, key), '[]')
       from (select i.key, i.name, count(*)::int as n from matching m join produce_items i on i.key = m.item_key
              where ${meets('item')} group by i.key order by n desc, i.key limit 40) it),
    'farm', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'count', n) order by n desc, id), '[]')
       from (select f.id, f.name, c.n from (
               select farm_id, count(*)::int as n from matching where ${meets('farm')}
                group by farm_id order by n desc, farm_id limit 20) c join farms f on f.id = c.farm_id) it),
    'fresh', json_build_object(${sql.join(fresh)}),
    'season', ${howMany('season', 'is_season')},
    'favourites', ${howMany('favourites', 'is_favourite')},
    'freight', ${howMany('freight', 'is_freight')},
    'weighed', ${howMany('weighed', 'is_weighed')},
    'isNew', ${howMany('isNew', 'is_new')},
    'perKg', ${can(ctx.actor, 'price.see', null) ? sql`json_build_array(${sql.join(bands)})` : sql`null::json`}
  ) from matching)`
}
