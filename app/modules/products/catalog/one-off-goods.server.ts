import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { newId, type ProductId, type RestaurantId } from '#kernel/ids.ts'
import { isHubHeld } from '#modules/organisations/hub.server.ts'
import { setStock } from './stock.server.ts'

/**
 * In a query over products: they were made for one order, from a farm's answer to a request (modules/sourcing). They
 * are ordered in the same transaction and never again, so they are neither in the farm's own list nor in a
 * restaurant's.
 */
export const isOneOff = (of: 'p' | 'products'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from request_answers made where made.product_id = ${sql.ref(`${of}.id`)})`

type OneOff = Pick<
  Insertable<Database['products']>,
  | 'farmId'
  | 'name'
  | 'itemKey'
  | 'category'
  | 'description'
  | 'method'
  | 'temperature'
  | 'taxKind'
  | 'unitLabel'
  | 'packLabel'
  | 'priceYen'
  | 'grossGrams'
  | 'sizePoints'
  | 'seasonMonths'
  | 'picture'
>

/** A product with this quantity, for this restaurant alone. It is in no list and no search. Null: of a hub. */
export async function makeOneOff(
  ctx: Ctx,
  facts: OneOff,
  { qty, restaurantId }: { qty: number; restaurantId: RestaurantId },
): Promise<ProductId | null> {
  if (await isHubHeld(ctx.db, facts.farmId)) return null
  const id = newId<'product'>()
  await ctx.db
    .insertInto('products')
    .values({
      ...facts,
      id,
      kana: '',
      grade: '',
      airAllowed: true,
      catchWeight: false,
      netGrams: null,
      pieceCount: null,
      tolerancePercent: null,
      orderStep: 1,
      minQty: 1,
      maxQty: qty,
      peakMonths: [],
      storageNote: '',
      tasteNote: '',
      packingNote: '',
      drawnPicture: facts.picture,
      status: 'listed',
      review: null,
      heldReason: null,
      createdAt: ctx.now,
      listedAt: ctx.now,
      audience: 'chosen',
    })
    .execute()
  await ctx.db.insertInto('productAudience').values({ productId: id, restaurantId, since: ctx.now }).execute()
  await ctx.db.insertInto('productStock').values({ productId: id, availableQty: 0 }).execute()
  await setStock(ctx, id, qty)
  return id
}

/** After its only order. */
export async function archiveOneOff(db: DbOrTx, id: ProductId): Promise<void> {
  await db
    .updateTable('products')
    .set((is) => ({ status: 'archived', version: is('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
