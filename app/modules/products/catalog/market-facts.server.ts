import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { type Category, categories } from '#kernel/enums.ts'
import type { ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { PrefCode } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'

export type HarvestedGoods = {
  id: ProductId
  name: string
  category: Category
  picture: string
  farm: string
  crest: string
  place: string
  prefectureCode: PrefCode
  harvestedOn: JstDate
}

export type MarketFacts = {
  farms: number
  restaurants: number
  /** How many farms each prefecture has; those without farms are missing. */
  farmsIn: { code: PrefCode; farms: number }[]
  /** The latest harvested lots, of as many kinds of food as possible, without prices: for any visitor. */
  harvest: HarvestedGoods[]
}

const shownOnTheDoor = 6

/** What the front page shows, all counted from real data. One query. */
export const marketFacts = query('public', async (ctx: Ctx): Promise<MarketFacts> => {
  const today = jstDateOf(ctx.now)
  const { rows } = await sql<MarketFacts>`
    with places as (select prefecture_code as code, count(*)::int as farms from farms where ${isPublicFarm('farms')} group by 1),
         fresh as (
           select latest.*, row_number() over (partition by kind order by harvested_on desc, product_id) as turn
             from unnest(${categories}::text[]) kind cross join lateral (
               select product_id, harvested_on from product_search
                where visible and category = kind and harvested_on between ${today}::date - 1 and ${today}::date
                order by harvested_on desc, product_id limit ${sql.lit(shownOnTheDoor)}) latest),
         shown as (select * from fresh order by turn, harvested_on desc, product_id limit ${sql.lit(shownOnTheDoor)})
    select (select coalesce(sum(farms), 0)::int from places) as farms,
           (select count(*)::int from restaurants where status = 'approved') as restaurants,
           (select coalesce(json_agg(places order by code), '[]') from places) as "farmsIn",
           (select coalesce(json_agg(h), '[]') from (
              select p.id, p.name, p.category, p.picture, f.name as farm, f.crest, f.place,
                     f.prefecture_code as "prefectureCode", s.harvested_on as "harvestedOn"
                from shown s join products p on p.id = s.product_id join farms f on f.id = p.farm_id
               order by s.turn, s.harvested_on desc, s.product_id) h) as harvest`.execute(ctx.db)
  const [facts] = rows
  if (!facts) throw new Error('a query of counts gave no row')
  return facts
})
