import { type Insertable, sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { CartId, ProductId } from '#kernel/ids.ts'
import { addMinutes, type JstDate } from '#kernel/jst.ts'
import { holdAgainMinutes } from './checkout-hold.ts'

/**
 * Products that a buyer holds while they read the last page before the order. Nothing is taken from the stock: a hold
 * only prevents others from taking it, expires by itself, and never covers more than is still in that cart. Callers
 * that take or hold products have locked their stock rows first (products/catalog/stock.server.ts), so the result is reliable.
 */

/** Whose holds do not count for a caller: their own. */
export const ownerOf = ({ actor }: Pick<Ctx, 'actor'>) => ('personId' in actor ? actor.personId : null)

/** How many of a product others hold now, for any day: a column to select with `products`. `take_stock` in the database counts the same. */
export const heldElsewhere = (ctx: Pick<Ctx, 'actor' | 'now'>) => sql<number>`(
  select coalesce(sum(least(h.qty, l.qty)), 0)::int from checkout_holds h
    join cart_lines l on l.cart_id = h.cart_id and l.product_id = h.product_id
    join carts c on c.id = h.cart_id
   where h.product_id = products.id and h.until > ${ctx.now} and c.person_id is distinct from ${ownerOf(ctx)}::uuid)`

/** The same for what leaves during a harvest: a column to select with `harvest_windows`. */
export const reservedOfHarvest = (ctx: Pick<Ctx, 'actor' | 'now'>) => sql<number>`(
  select coalesce(sum(least(h.qty, l.qty)), 0)::int from checkout_holds h
    join cart_lines l on l.cart_id = h.cart_id and l.product_id = h.product_id
    join carts c on c.id = h.cart_id
   where h.product_id = harvest_windows.product_id and h.until > ${ctx.now}
     and h.ship_on between harvest_windows.from_on and harvest_windows.to_on
     and c.person_id is distinct from ${ownerOf(ctx)}::uuid)`

/** Of what has just been taken: the products of which too few are left for the holds of others. */
export async function heldByOthers(
  ctx: Ctx,
  taken: readonly { productId: ProductId; shipOn: JstDate }[],
): Promise<ProductId[]> {
  if (taken.length === 0) return []
  const { rows } = await sql<{ id: ProductId }>`
    select distinct products.id
      from unnest(${taken.map(({ productId }) => productId)}::uuid[], ${taken.map(({ shipOn }) => shipOn)}::date[]) as t (product_id, ship_on)
      join products on products.id = t.product_id
      left join product_stock on product_stock.product_id = products.id
      left join harvest_windows on products.sells_from = 'harvest' and harvest_windows.product_id = products.id
        and harvest_windows.closed_at is null and t.ship_on between harvest_windows.from_on and harvest_windows.to_on
     where case products.sells_from
             when 'stock' then product_stock.available_qty < ${heldElsewhere(ctx)}
             else harvest_windows.promised_qty - harvest_windows.reserved_qty < ${reservedOfHarvest(ctx)}
           end`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Current and recent holds of a cart. */
export const holdsOfCart = (db: DbOrTx, cartId: CartId) =>
  db.selectFrom('checkoutHolds').select(['productId', 'takenAt', 'until']).where('cartId', '=', cartId).execute()

/** Stores the holds of a cart, in the place of earlier ones of the same products. */
export async function keepHolds(db: DbOrTx, holds: readonly Insertable<Database['checkoutHolds']>[]): Promise<void> {
  if (holds.length === 0) return
  await db
    .insertInto('checkoutHolds')
    .values(holds)
    .onConflict((conflict) =>
      conflict.columns(['cartId', 'productId']).doUpdateSet(({ ref }) => ({
        qty: ref('excluded.qty'),
        shipOn: ref('excluded.shipOn'),
        takenAt: ref('excluded.takenAt'),
        until: ref('excluded.until'),
      })),
    )
    .execute()
}

/** Deletes holds that no longer count, neither for the products nor for the interval to the next hold. */
export async function forgetOldHolds({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const gone = await db
    .deleteFrom('checkoutHolds')
    .where('takenAt', '<', addMinutes(now, -holdAgainMinutes))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
