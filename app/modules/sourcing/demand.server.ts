import { sql } from 'kysely'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import type { Category } from '#kernel/enums.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { prefectures, type Region, regionNames } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { demandMonths, leastShops } from './demand-labels.ts'

/** 料理人が探しているもの: what closed requests asked for, and how often they were not fulfilled. */
export type Demand = {
  months: number
  /** By kind of food: requests, from how many restaurants, and how many of them led to an order. */
  kinds: {
    name: string
    category: Category
    requests: number
    shops: number
    ordered: number
    byMonth: { month: string; requests: number }[]
    byRegion: { region: string; requests: number }[]
  }[]
}

const mostKinds = 30

type Row = {
  itemKey: string | null
  category: Category
  name: string | null
  month: string | null
  region: Region | null
  requests: number
  shops: number
  ordered: number
}

/**
 * What chefs look for: closed requests of the last half year by kind of food, month and region, without those removed
 * by staff. Every figure stands for at least three restaurants; what fewer asked for is in no figure. Empty for a farm
 * that is not active. One query.
 */
export const demand = query('asked_request.see', async (ctx): Promise<Demand> => {
  const { farmId } = requireFarm(ctx.actor)
  if (!can(ctx.actor, 'asked_request.see', { farmId })) return { months: demandMonths, kinds: [] }
  const since = addDays(jstDateOf(ctx.now), -demandMonths * 31)
  const regionCase = sql.join(
    prefecturesByRegion().map(([region, codes]) => sql`when k.prefecture_code = any (${codes}::text[]) then ${region}`),
    sql` `,
  )
  const { rows } = await sql<Row>`
    with closed as (
      select r.item_key, r.category, i.name, r.restaurant_id, r.state = 'accepted' as ordered,
             to_char(r.created_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month,
             case ${regionCase} end as region
        from requests r join kitchens k on k.id = r.kitchen_id
        left join produce_items i on i.key = r.item_key
       where r.state in ('accepted', 'expired', 'withdrawn') and r.closed_at >= ${since}::date
    )
    select item_key, category, name, month, region, count(*)::int as requests,
           count(distinct restaurant_id)::int as shops, (count(*) filter (where ordered))::int as ordered
      from closed
     group by grouping sets ((item_key, category, name), (item_key, category, name, month), (item_key, category, name, region))
    having count(distinct restaurant_id) >= ${leastShops}
     order by requests desc, item_key`.execute(ctx.db)
  const of = (row: Pick<Row, 'itemKey' | 'category'>) =>
    rows.filter((it) => it.itemKey === row.itemKey && it.category === row.category)
  const wholes = rows.filter(({ month, region }) => month === null && region === null).slice(0, mostKinds)
  return {
    months: demandMonths,
    kinds: wholes.map((whole) => ({
      name: whole.name ?? `${categoryWord[whole.category]}（その他）`,
      category: whole.category,
      requests: whole.requests,
      shops: whole.shops,
      ordered: whole.ordered,
      byMonth: of(whole)
        .flatMap(({ month, requests }) => (month ? [{ month, requests }] : []))
        .sort((a, b) => (a.month < b.month ? -1 : 1)),
      byRegion: of(whole).flatMap(({ region, requests }) =>
        region ? [{ region: regionNames[region], requests }] : [],
      ),
    })),
  }
})

const prefecturesByRegion = (): [Region, string[]][] =>
  [...Map.groupBy(prefectures, ({ region }) => region)].map(([region, of]) => [region, of.map(({ code }) => code)])
