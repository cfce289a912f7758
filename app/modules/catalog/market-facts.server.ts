import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Category } from '#kernel/words.ts'

export type MarketFacts = {
  farms: number
  restaurants: number
  prefectures: number
  /** Lots harvested last, without prices: for anybody who comes to the door. */
  harvest: {
    id: ProductId
    name: string
    category: Category
    picture: string
    farm: string
    place: string
    harvestedOn: JstDate
  }[]
}

/** What the front page shows, all of it counted and nothing invented. One query. */
export async function marketFacts(ctx: Ctx): Promise<MarketFacts> {
  const { rows } = await sql<MarketFacts>`
    select (select count(*)::int from farms where status = 'approved') as farms,
           (select count(*)::int from restaurants where status = 'approved') as restaurants,
           (select count(distinct prefecture_code)::int from farms where status = 'approved') as prefectures,
           (select coalesce(json_agg(h), '[]') from (
              select distinct on (p.farm_id) p.id, p.name, p.category, p.picture, f.name as farm, f.place, l.harvested_on as "harvestedOn"
                from lots l join products p on p.id = l.product_id join farms f on f.id = p.farm_id
               where p.status = 'listed' and f.status = 'approved' and l.harvested_on >= ${jstDateOf(ctx.now)}::date - 1
               order by p.farm_id, l.harvested_on desc, p.id limit 6) h) as harvest`.execute(ctx.db)
  const [facts] = rows
  if (!facts) throw new Error('a query of counts gave no row')
  return facts
}
