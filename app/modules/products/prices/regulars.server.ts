import { type RawBuilder, sql } from 'kysely'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/** A restaurant that has ordered from the farm before; no other can be given a price or be shown hidden products. */
export type Regular = {
  id: RestaurantId
  name: string
  crest: string
  orders: number
  lastOn: JstDate
  /** Current and future agreements. */
  ownPrices: number
}

/** In a query over restaurants r: whether one of its orders has reached this farm. */
export const hasOrdered = (farmId: FarmId): RawBuilder<boolean> => sql<boolean>`exists (
  select from orders o where o.restaurant_id = r.id and o.farm_id = ${farmId}::uuid
     and o.state not in ('draft', 'pending_approval', 'sent_back'))`

/** Restaurants that have ordered before, most recent first; none for a farm that is not active. One query. */
export const regulars = query('goods.see', async (ctx: Ctx): Promise<Regular[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  if (!can(ctx.actor, 'regulars.see', { farmId })) return []
  const { rows } = await sql<Regular>`
    select r.id, r.name, r.crest, ordered.orders, ordered.last as "lastOn",
           (select count(*)::int from own_prices p where p.restaurant_id = r.id and p.farm_id = ${farmId}
               and p.ended_at is null and coalesce(p.until_on, 'infinity') >= ${jstDateOf(ctx.now)}::date) as "ownPrices"
      from (select o.restaurant_id, count(*)::int as orders,
                   (max(o.placed_at) at time zone 'Asia/Tokyo')::date::text as last, max(o.placed_at) as last_at
              from orders o where o.farm_id = ${farmId} and o.state not in ('draft', 'pending_approval', 'sent_back')
             group by 1) ordered
      join restaurants r on r.id = ordered.restaurant_id and r.status = 'approved'
     order by ordered.last_at desc, r.id limit 500`.execute(ctx.db)
  return rows
})
