import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'
import type { Goods } from './cart-rows.server.ts'
import { cartIdOf } from './cart-store.server.ts'
import { fitQuantity } from './fit-quantity.ts'
import { readCart } from './read-cart.server.ts'
import type { ReorderChange, Reordered } from './reorder.server.ts'

/**
 * Sets these products in the cart to exactly these quantities, or to what is available; the rest of it stays.
 * Idempotent. `wishedOn`: the day on which everything should arrive, if chosen. The cart is locked before its lines, as
 * when it is ordered.
 */
export async function putGoods(
  ctx: Ctx,
  { kitchenId, goods, wishedOn }: { kitchenId: KitchenId; goods: readonly Goods[]; wishedOn?: JstDate | undefined },
): Promise<Reordered> {
  const buyer = requireBuyer(ctx.actor)
  if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
  authorize(ctx.actor, 'cart.change', { personId: buyer.personId, restaurantId: buyer.restaurantId })
  const { farms } = await readCart(ctx, buyer, kitchenId, await known(ctx, goods))
  const changes: ReorderChange[] = []
  const rows = farms.flatMap((farm) =>
    farm.lines.flatMap((line) => {
      const sold = line.listed && farm.approved
      const qty = sold
        ? fitQuantity(line.qty, {
            availableQty: line.availableQty,
            minQty: line.minQty,
            maxQty: line.maxQty,
            orderStep: line.orderStep,
          })
        : 0
      if (qty !== line.qty)
        changes.push({
          productId: line.productId,
          name: line.name,
          kind: qty === 0 ? 'gone' : qty < line.qty ? 'less' : 'more',
          before: line.qty,
          after: qty,
        })
      const { priceYen } = agreedPrice(qty, line)
      return qty === 0 ? [] : [{ line, qty, priceYen }]
    }),
  )
  if (rows.length > 0)
    await ctx.db.transaction().execute(async (db) => {
      const cartId = await cartIdOf({ ...ctx, db }, buyer, kitchenId)
      await db.selectFrom('carts').select('id').where('id', '=', cartId).forUpdate().execute()
      await db
        .insertInto('cartLines')
        .values(
          rows.map(({ line, qty, priceYen }) => ({
            cartId,
            productId: line.productId,
            qty,
            onShortage: line.onShortage,
            shortageTerms: JSON.stringify(line.shortageTerms),
            seenPriceYen: priceYen,
            addedAt: ctx.now,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['cartId', 'productId']).doUpdateSet((values) => ({
            qty: values.ref('excluded.qty'),
            seenPriceYen: values.ref('excluded.seenPriceYen'),
          })),
        )
        .execute()
      if (wishedOn === undefined) return
      await db.updateTable('carts').set({ wishedOn }).where('id', '=', cartId).execute()
      await db.updateTable('cartFarms').set({ deliveryOn: null }).where('cartId', '=', cartId).execute()
    })
  return { put: rows.length, changes }
}

/** Products that are not shown to this restaurant are left out, so that their names are not revealed. */
async function known(ctx: Ctx, goods: readonly Goods[]): Promise<Goods[]> {
  if (goods.length === 0) return []
  const rows = await ctx.db
    .selectFrom('products')
    .select('id')
    .where(
      'id',
      'in',
      goods.map(({ productId }) => productId),
    )
    .where(existsFor(ctx, 'products'))
    .execute()
  return goods.filter(({ productId }) => rows.some(({ id }) => id === productId))
}
