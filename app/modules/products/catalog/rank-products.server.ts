import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { addDays, jstDateOf, momentOf, monthOf } from '#kernel/jst.ts'

/** The period for a farm's reliability, and the number of orders it requires. */
const figuresDays = 180
const fewestOrders = 5

const popularDays = 30

/**
 * A row with indexed words takes a millisecond or two to write, so a run writes this many and the next one continues.
 */
const mostPerRun = 50_000
/** Rows per statement: keeps locks on written rows short. */
const batch = 2_000

/**
 * Calculates what lists are sorted by: how reliably each farm answers and ships, how often each product was ordered,
 * and the points of おすすめ順 (docs/search.md): freshness up to 40, season 20, reliability up to 25, popularity up to 15.
 * Writes only changes, and is idempotent. Returns the number of products; null for none.
 */
export async function rankProducts({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number | null> {
  await calculateFarmFigures(db, now)
  const changed = await changedRanks(db, now)
  for (let from = 0; from < changed.length; from += batch) await writeRanks(db, changed.slice(from, from + batch))
  return changed.length || null
}

/** How reliably each farm answers and ships. */
export function calculateFarmFigures(db: Ctx['db'], now: Date) {
  const since = momentOf(addDays(jstDateOf(now), -figuresDays), 0)
  return sql`
    insert into farm_figures (farm_id, orders, answer_percent, fill_percent, reckoned_at)
    select farm_id, orders, case when asked >= ${fewestOrders} then round(100.0 * answered / asked) end,
           case when orders >= ${fewestOrders} and ordered > 0 then round(100.0 * sent / ordered) end, ${now}
      from (${orderFigures(sql`o.placed_at >= ${since}`)}) figures
    on conflict (farm_id) do update
      set orders = excluded.orders, answer_percent = excluded.answer_percent, fill_percent = excluded.fill_percent,
          reckoned_at = excluded.reckoned_at`.execute(db)
}

type Rank = { id: ProductId; points: number; times: number }

async function changedRanks(db: Ctx['db'], now: Date): Promise<Rank[]> {
  const { rows } = await sql<Rank>`
    select product_id as id, points, times from (${ranked(sql`product_search`, now)}) ranked
     where score <> points or ordered_count <> times order by product_id limit ${mostPerRun}`.execute(db)
  return rows
}

/**
 * Rows that have the columns product_id, farm_id, harvested_on and season_months of the search table, with their sort
 * keys: `points`, and how often each was ordered lately (`times`).
 */
export function ranked(rows: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const today = jstDateOf(now)
  return sql`
    with popular as materialized (
      select l.product_id, count(*)::int as times
        from orders o join order_lines l on l.order_id = o.id
       where o.placed_at >= ${momentOf(addDays(today, -popularDays), 0)}
         and o.state not in ('draft', 'pending_approval', 'sent_back', 'declined', 'expired', 'cancelled')
       group by 1
    )
    select s.*, coalesce(popular.times, 0) as times,
           case when s.harvested_on >= ${today}::date then 40
                when s.harvested_on >= ${addDays(today, -1)}::date then 32
                when s.harvested_on >= ${addDays(today, -2)}::date then 24
                when s.harvested_on >= ${addDays(today, -4)}::date then 16
                when s.harvested_on >= ${addDays(today, -7)}::date then 8 else 0 end
           + case when ${monthOf(today)} = any (s.season_months) then 20 else 0 end
           -- a farm that is new starts in the middle
           + coalesce(f.fill_percent, 60) / 4
           + least(15, floor(4 * ln(1 + coalesce(popular.times, 0))))::int as points
      from ${rows} s
      left join farm_figures f on f.farm_id = s.farm_id
      left join popular on popular.product_id = s.product_id`
}

const writeRanks = (db: Ctx['db'], ranks: readonly Rank[]) =>
  sql`
  update product_search s set score = r.points, ordered_count = r.times
    from unnest(${ranks.map(({ id }) => id)}::uuid[], ${ranks.map(({ points }) => points)}::int[],
                ${ranks.map(({ times }) => times)}::int[]) r (id, points, times)
   where s.product_id = r.id`.execute(db)

/**
 * For each farm, from the orders that meet a condition: how many required an answer and how many were answered, and of
 * what was accepted, how many units were ordered and shipped. Open orders do not count yet.
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
