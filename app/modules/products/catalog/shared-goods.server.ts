import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { isBuyer } from '#authorization/rules.ts'
import { isKept } from '#kernel/changes.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { conditionsOf, whereAll } from './list-conditions.server.ts'
import { sharedWith } from './price-terms.server.ts'
import { type CardRow, cardColumns, type ProductCard, toCard } from './product-cards.server.ts'
import type { ProductFilter } from './product-list.server.ts'
import { searchQuery } from './search-query.ts'

const mostShared = 60

/**
 * The products that farms show only to chosen restaurants including this one, filtered like the list beside them;
 * newest first. They are separate: in no list, count or choice of other viewers. One query, and none unless the viewer
 * is an approved restaurant that some farm has chosen (two more for a delivery day, cached for a minute).
 */
export const sharedGoods = query('public', async (ctx: Ctx, filter: ProductFilter = {}): Promise<ProductCard[]> => {
  if (!isBuyer(ctx.actor) || !ctx.actor.restaurantApproved) return []
  if (!(await isChosen(ctx, ctx.actor.restaurantId))) return []
  const { fixed, narrowing } = await conditionsOf(ctx, filter, 'shared')
  const words = filter.q ? (searchQuery(filter.q)?.likes ?? []) : []
  const all = [...fixed, ...narrowing.values(), ...words.map((like) => sql`search_text like ${like}`)]
  const { rows } = await sql<CardRow>`
    with shared as materialized (
      select product_id, listed_at from product_search
       ${whereAll([sql`product_id in ${sharedWith(ctx.actor.restaurantId)}`, ...all])})
    select ${cardColumns(ctx)}
      from shared join products p on p.id = shared.product_id join farms f on f.id = p.farm_id
      left join product_stock s on s.product_id = p.id
     order by shared.listed_at desc, p.id limit ${mostShared}`.execute(ctx.db)
  return rows.map((row) => toCard(ctx, row))
})

const keptChosen = keptRows<{ restaurantId: RestaurantId; any: boolean }>({
  channel: 'catalogue',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`restaurant:${restaurantId}`],
  most: 5_000,
})

/** Whether any farm has chosen the restaurant for any product. From memory, or unknown and so true. */
async function isChosen({ db }: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  if (!(await isKept(db))) return true
  const { any } = await keptChosen.one(db, restaurantId, async () => {
    const chosen = db.selectFrom('productAudience').select('productId').where('restaurantId', '=', restaurantId)
    return { restaurantId, any: (await chosen.limit(1).executeTakeFirst()) !== undefined }
  })
  return any
}
