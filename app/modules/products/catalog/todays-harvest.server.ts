import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { countCap } from './product-list.server.ts'

/** `capped`: there are more than were counted. */
export type TodaysHarvest = {
  count: number
  capped: boolean
  goods: { id: ProductId; name: string; picture: string; farm: string }[]
}

const shown = 3
/** How many of this morning's harvest are searched for different kinds of food. */
const lookedAt = 200

/** How many products on sale were harvested this morning, and some of them, each of another kind of food. One query. */
export const todaysHarvest = query('public', async (ctx: Ctx): Promise<TodaysHarvest> => {
  const today = sql`visible and harvested_on = ${jstDateOf(ctx.now)}::date`
  const { rows } = await sql<Omit<TodaysHarvest, 'capped'>>`
    with kinds as (
      select distinct on (category) product_id
        from (select product_id, category from product_search where ${today} order by product_id desc limit ${sql.lit(lookedAt)}) fresh
       order by category, product_id),
    picked as (
      select p.id, p.name, p.picture, f.name as farm
        from kinds join products p on p.id = kinds.product_id join farms f on f.id = p.farm_id
       order by p.id limit ${sql.lit(shown)})
    select (select count(*)::int from (select from product_search where ${today} limit ${sql.lit(countCap + 1)}) it) as count,
           (select coalesce(json_agg(picked), '[]') from picked) as goods`.execute(ctx.db)
  const { count, goods } = rows[0] ?? { count: 0, goods: [] }
  return { count: Math.min(count, countCap), capped: count > countCap, goods }
})
