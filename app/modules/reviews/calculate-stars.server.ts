import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { copyRatings } from '#modules/products/catalog/search-rows.server.ts'
import { ratingOf } from './stars.ts'

type Whose = {
  farmIds: readonly FarmId[]
  restaurantIds: readonly RestaurantId[]
  productIds: readonly ProductId[]
}

/**
 * Recalculates the sums of what is shown for these, and the ratings that lists are sorted by. Serialised until the
 * transaction ends: two concurrent calls would each miss what the other shows. What counts as shown was announced
 * (show-reviews.server.ts), whatever the clock of the caller.
 */
export async function calculateStars(db: DbOrTx, { farmIds, restaurantIds, productIds }: Whose): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('review_stars'))`.execute(db)
  if (farmIds.length > 0) await calculateFarms(db, [...new Set(farmIds)])
  if (restaurantIds.length > 0) await calculateRestaurants(db, [...new Set(restaurantIds)])
  if (productIds.length > 0) await calculateProducts(db, [...new Set(productIds)])
}

type Sum<Id> = { id: Id; reviews: number; stars: number }

async function calculateFarms(db: DbOrTx, ids: readonly FarmId[]): Promise<void> {
  const { rows } = await sql<Sum<FarmId>>`
    select farm_id as id, count(*)::int as reviews, sum(stars)::int as stars from reviews
     where farm_id = any(${ids}::uuid[]) and side = 'restaurant' and told_at is not null and hidden_at is null
     group by 1`.execute(db)
  await db.deleteFrom('farmStars').where('farmId', 'in', ids).execute()
  if (rows.length > 0)
    await db
      .insertInto('farmStars')
      .values(rows.map(({ id, ...sum }) => ({ farmId: id, ...sum, rating: ratingOf(sum) })))
      .execute()
}

async function calculateRestaurants(db: DbOrTx, ids: readonly RestaurantId[]): Promise<void> {
  const { rows } = await sql<Sum<RestaurantId>>`
    select restaurant_id as id, count(*)::int as reviews, sum(stars)::int as stars from reviews
     where restaurant_id = any(${ids}::uuid[]) and side = 'farm' and told_at is not null and hidden_at is null
     group by 1`.execute(db)
  await db.deleteFrom('restaurantStars').where('restaurantId', 'in', ids).execute()
  if (rows.length > 0)
    await db
      .insertInto('restaurantStars')
      .values(rows.map(({ id, ...sum }) => ({ restaurantId: id, ...sum })))
      .execute()
}

async function calculateProducts(db: DbOrTx, ids: readonly ProductId[]): Promise<void> {
  const { rows } = await sql<Sum<ProductId>>`
    select v.product_id as id, count(*)::int as reviews, sum(v.stars)::int as stars
      from review_voices v join reviews r on r.id = v.review_id
     where v.product_id = any(${ids}::uuid[]) and v.stars is not null and r.told_at is not null and r.hidden_at is null
     group by 1`.execute(db)
  await db.deleteFrom('productStars').where('productId', 'in', ids).execute()
  if (rows.length > 0)
    await db
      .insertInto('productStars')
      .values(rows.map(({ id, ...sum }) => ({ productId: id, ...sum, rating: ratingOf(sum) })))
      .execute()
  await copyRatings(db, ids)
}
