import { sql } from 'kysely'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type PrefCode, parsePrefCode } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { ratesTo } from '#modules/delivery/simulate-freight.server.ts'
import { commissionOn } from '#modules/organisations/commission/commission.server.ts'
import type { Item } from '#modules/products/catalog/produce.ts'
import type { PriceBand } from './price-advice.ts'

/** From this many products of this many farms on, the middle reveals no single farm's price. */
const least = { products: 5, farms: 3 }

/**
 * What similar products cost per kilogram: the middle half of what is on sale of the same kind, without the farm's own.
 * If there are too few, the usual prices of such products; null if those are unknown, too.
 */
export const priceBand = query('goods.see', async (ctx: Ctx, item: Item | null): Promise<PriceBand | null> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  if (!item) return null
  const { rows } = await sql<{ low: number | null; high: number | null; products: number; farms: number }>`
    select percentile_cont(0.25) within group (order by per_kg)::int as low,
           percentile_cont(0.75) within group (order by per_kg)::int as high,
           count(*)::int as products, count(distinct farm_id)::int as farms
      from (select p.farm_id, case when p.catch_weight then p.price_yen else p.price_yen * 1000.0 / p.net_grams end as per_kg
              from products p join farms f on f.id = p.farm_id
             where p.item_key = ${item.id} and p.status = 'listed' and p.audience = 'everybody' and f.status = 'approved'
               and p.farm_id <> ${farmId}
               and not goods_lapsed(p.farm_id, p.category, p.item_key)
               and (p.catch_weight or p.net_grams is not null)) similar_goods`.execute(ctx.db)
  const [found] = rows
  if (
    found &&
    found.low !== null &&
    found.high !== null &&
    found.products >= least.products &&
    found.farms >= least.farms
  )
    return { lowPerKg: found.low, highPerKg: found.high, products: found.products }
  const { unit, low, high } = item.priceBand
  return unit === 'kg' ? { lowPerKg: low, highPerKg: high, products: null } : null
})

/** The farm's own commission in basis points, and its region, as the product form needs them. */
export const farmTerms = query('goods.see', async (ctx: Ctx) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const farm = await ctx.db
    .selectFrom('farms')
    .select([
      'freeFreightFromYen',
      'prefectureCode',
      'place',
      'name',
      'crest',
      commissionOn(jstDateOf(ctx.now)).as('commissionBp'),
    ])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  return farm
})

/** How many of the last orders say where a farm sells to. */
const lastOrders = 300

/**
 * What the farm's parcels to a prefecture cost today; without one to that to which most of its last orders went, and for a farm
 * without orders to 東京.
 */
export const freightPreview = query('goods.see', async (ctx: Ctx, asked: PrefCode | null) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const to = asked ?? (await usualPrefecture(ctx, farmId)) ?? '13'
  return { to, rates: await ratesTo(ctx, farmId, to) }
})

async function usualPrefecture({ db }: Ctx, farmId: FarmId): Promise<PrefCode | null> {
  const { rows } = await sql<{ code: string }>`
    select ship_to->>'prefectureCode' as code
      from (select ship_to from orders where farm_id = ${farmId} order by placed_at desc, id desc limit ${lastOrders}) last
     group by code order by count(*) desc, code limit 1`.execute(db)
  return parsePrefCode(rows[0]?.code)
}
