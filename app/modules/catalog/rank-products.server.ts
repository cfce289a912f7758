import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import { addDays, jstDateOf, momentOf, monthOf } from '#kernel/jst.ts'

/** How far back a farm's reliability is looked at, and how many orders it takes to say anything. */
export const figuresDays = 180
export const fewestOrders = 5

const popularDays = 30

/**
 * Reckons what lists are ordered by: how reliably each farm answers and sends, how often each product was ordered, and
 * the points of おすすめ順 (docs/search.md): freshness up to 40, season 20, reliability up to 25, popularity up to 15.
 * Writes only what has changed, and does the same when it is run twice. How many products; null for none.
 */
export async function rankProducts({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number | null> {
  const today = jstDateOf(now)
  const since = momentOf(addDays(today, -figuresDays), 0)
  await sql`
    insert into farm_figures (farm_id, orders, answer_percent, fill_percent, reckoned_at)
    select farm_id, orders, case when asked >= ${fewestOrders} then round(100.0 * answered / asked) end,
           case when orders >= ${fewestOrders} and ordered > 0 then round(100.0 * sent / ordered) end, ${now}
      from (${orderFigures(sql`o.placed_at >= ${since}`)}) figures
    on conflict (farm_id) do update
      set orders = excluded.orders, answer_percent = excluded.answer_percent, fill_percent = excluded.fill_percent,
          reckoned_at = excluded.reckoned_at`.execute(db)
  const month = monthOf(today)
  const { numAffectedRows } = await sql`
    with popular as (
      select l.product_id, count(*)::int as times
        from orders o join order_lines l on l.order_id = o.id
       where o.placed_at >= ${momentOf(addDays(today, -popularDays), 0)}
         and o.state not in ('draft', 'pending_approval', 'sent_back', 'declined', 'expired', 'cancelled')
       group by 1
    ), ranked as (
      select s.product_id, coalesce(popular.times, 0) as times,
             case when s.harvested_on >= ${today}::date then 40
                  when s.harvested_on >= ${addDays(today, -1)}::date then 32
                  when s.harvested_on >= ${addDays(today, -2)}::date then 24
                  when s.harvested_on >= ${addDays(today, -4)}::date then 16
                  when s.harvested_on >= ${addDays(today, -7)}::date then 8 else 0 end
             + case when ${month} = any (s.season_months) then 20 else 0 end
             -- a farm that is new starts in the middle
             + coalesce(f.fill_percent, 60) / 4
             + least(15, floor(4 * ln(1 + coalesce(popular.times, 0))))::int as points
        from product_search s
        left join farm_figures f on f.farm_id = s.farm_id
        left join popular on popular.product_id = s.product_id
    )
    update product_search s set score = ranked.points, ordered_count = ranked.times
      from ranked
     where s.product_id = ranked.product_id and (s.score <> ranked.points or s.ordered_count <> ranked.times)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) || null
}

/**
 * Of each farm, from the orders that meet a condition: how many came to an answer and how many were answered, and of
 * what was accepted, how many units were ordered and sent. What is still open counts for nothing yet.
 */
export const orderFigures = (condition: ReturnType<typeof sql>) => sql`
  select o.farm_id, count(distinct o.id)::int as orders,
         count(distinct o.id) filter (where o.state not in ('placed', 'proposed'))::int as asked,
         count(distinct o.id) filter (where o.state not in ('placed', 'proposed', 'expired'))::int as answered,
         coalesce(sum(l.ordered_qty) filter (where l.shipped_qty is not null), 0)::int as ordered,
         coalesce(sum(least(l.shipped_qty, l.ordered_qty)) filter (where l.shipped_qty is not null), 0)::int as sent
    from orders o join order_lines l on l.order_id = o.id
   where ${condition} and o.state not in ('draft', 'pending_approval', 'sent_back', 'cancelled')
   group by o.farm_id`
