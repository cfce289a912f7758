import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'

export type TodaysHarvest = { count: number; goods: { id: ProductId; name: string; picture: string; farm: string }[] }

const shown = 3

/** How many goods on sale were harvested this morning, and some of them, each of another kind of food. One query. */
export async function todaysHarvest(ctx: Ctx): Promise<TodaysHarvest> {
  const { rows } = await sql<TodaysHarvest>`
    with fresh as (
      select p.id, p.name, p.picture, f.name as farm, row_number() over (partition by p.category order by p.id) as turn
        from products p join farms f on f.id = p.farm_id
       where p.status = 'listed' and p.audience = 'everybody' and f.status = 'approved' and not goods_lapsed(p.farm_id, p.category, p.item_key)
         and p.id in (select product_id from lots where harvested_on = ${jstDateOf(ctx.now)}::date))
    select (select count(*)::int from fresh) as count,
           (select coalesce(json_agg(g), '[]') from (
              select id, name, picture, farm from fresh order by turn, id limit ${shown}) g) as goods`.execute(ctx.db)
  return rows[0] ?? { count: 0, goods: [] }
}
