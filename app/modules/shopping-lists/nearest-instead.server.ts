import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Grams } from '#kernel/grams.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'

export type Instead = { insteadOf: ProductId; productId: ProductId; grams: Grams | null; ofGrams: Grams | null }

/** How many per line: the nearest may not be deliverable on the day. */
const mostEach = 3

/**
 * Substitutes for unavailable products, nearest first: the same product of other farms, else the same kind of food of
 * the farms that the restaurant buys from; among these the nearest price by weight, a farm of the list before a new
 * one, which would cost freight, and the same prefecture before others. On sale, in season, in stock, and not on the
 * list already.
 */
export async function nearestInstead(
  ctx: Ctx,
  input: {
    productIds: readonly ProductId[]
    notThese: readonly ProductId[]
    month: number
    farmIds: readonly FarmId[]
  },
): Promise<Instead[]> {
  if (input.productIds.length === 0) return []
  const { rows } = await sql<Instead>`
    select w.id as "insteadOf", c.id as "productId", c.net_grams as "grams", w.net_grams as "ofGrams"
      from products w join farms wf on wf.id = w.farm_id
      cross join lateral (
        select p.id, p.net_grams,
               row_number() over (order by (p.item_key = w.item_key) desc,
                 abs(ln(${perKg('p')} / ${perKg('w')})) + case when p.farm_id = any (${input.farmIds}::uuid[]) then 0 else 0.3 end
                   + case when s.prefecture_code = wf.prefecture_code then 0 else 0.1 end,
                 p.id) as place
          from (
            (select product_id from product_search where visible and in_stock and item_key = w.item_key
              order by score desc, product_id desc limit 40)
            union
            (select product_id from product_search where farm_id = any (${input.farmIds}::uuid[])
              and visible and in_stock and category = w.category limit 60)
          ) near
          join product_search s on s.product_id = near.product_id
          join products p on p.id = near.product_id
         where p.id <> all (${input.notThese}::uuid[]) and p.status = 'listed' and ${existsFor(ctx, 'p')}
           and p.category = w.category
           and (cardinality(s.season_months) = 0 or ${input.month} = any (s.season_months))
      ) c
     where w.id = any (${input.productIds}::uuid[]) and c.place <= ${mostEach}
     order by w.id, c.place`.execute(ctx.db)
  return rows
}

/** Yen per kilogram; without a weight a unit counts as one kilogram. */
const perKg = (of: 'p' | 'w') =>
  sql`(case when ${sql.ref(`${of}.catchWeight`)} then ${sql.ref(`${of}.priceYen`)}::float8
        else ${sql.ref(`${of}.priceYen`)} * 1000.0 / coalesce(${sql.ref(`${of}.netGrams`)}, 1000) end)`
