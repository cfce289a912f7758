import { sql } from 'kysely'
import { z } from 'zod'
import type { BuyerActor } from '#authorization/actor.ts'
import { authorize, kitchenOf, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OnShortage, ShortageTerms } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId, OrderId, ProductId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { KitchenChoice, OrderIdIn } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import { cartIdOf } from './cart-store.server.ts'
import { fitQuantity } from './fit-quantity.ts'
import { cartRefusals } from './refusal-text.ts'

export type ReorderChange = {
  productId: ProductId
  name: string
  /** `more`: the farm now sells no fewer than this */
  kind: 'gone' | 'less' | 'more' | 'dearer' | 'cheaper'
  before: number
  after: number
}
export type Reordered = { put: number; changes: ReorderChange[] }

/**
 * 「再注文」: puts the products of an earlier order into the cart at today's prices, as many as are available, and
 * reports what has changed. Products already in the cart stay; for the same product the larger quantity counts.
 * Idempotent, because amounts are absolute.
 */
export const reorder = repeatable({
  name: 'cart.reorder',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, orderIds: z.array(OrderIdIn).min(1).max(50) },
  refusals: cartRefusals(),
  run: async (ctx, input) => {
    const buyer = requireBuyer(ctx.actor)
    const kitchenId = kitchenOf(buyer, input.kitchenId)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'cart.change', { personId: buyer.personId, restaurantId: buyer.restaurantId })
    if (input.orderIds.length === 0) throw new NotFound('order')
    const lines = oncePerProduct(await earlierLines(ctx, input.orderIds))
    if (lines.length === 0) throw new NotFound('order')
    for (const line of lines)
      seeOrNotFound(ctx.actor, 'order.see', { farmId: line.farmId, restaurantId: line.restaurantId })

    const changes: ReorderChange[] = []
    const rows = lines.flatMap((line) => {
      const about = { productId: line.productId, name: line.name }
      const wanted = line.orderedQty ?? 0
      const sold = line.status === 'listed' && line.farmStatus === 'approved' && !line.lapsed && line.exists
      const possible = sold ? fitQuantity(wanted, line) : 0
      if (possible === 0) {
        changes.push({ ...about, kind: 'gone', before: wanted, after: 0 })
        return []
      }
      if (possible !== wanted)
        changes.push({ ...about, kind: possible < wanted ? 'less' : 'more', before: wanted, after: possible })
      const { priceYen } = agreedPrice(possible, { listYen: line.listYen, tiers: line.tiers, own: line.own })
      if (priceYen !== line.priceThen)
        changes.push({
          ...about,
          kind: priceYen > line.priceThen ? 'dearer' : 'cheaper',
          before: line.priceThen,
          after: priceYen,
        })
      return [
        {
          productId: line.productId,
          qty: possible,
          priceYen,
          onShortage: line.onShortage,
          shortageTerms: line.shortageTerms,
        },
      ]
    })
    if (rows.length > 0) await putIntoCart(ctx, buyer, kitchenId, rows)
    return ok({ put: rows.length, changes })
  },
})

type PutRow = { productId: ProductId; qty: number; priceYen: Yen; onShortage: OnShortage; shortageTerms: ShortageTerms }

/**
 * The cart is locked before its lines, as in placeOrder, which avoids deadlock between two phones that add the same
 * products in a different order, or with a concurrent order.
 */
const putIntoCart = (ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId, rows: readonly PutRow[]): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const cartId = await cartIdOf({ ...ctx, db }, buyer, kitchenId)
    await db.selectFrom('carts').select('id').where('id', '=', cartId).forUpdate().execute()
    await db
      .insertInto('cartLines')
      .values(
        rows.map((row) => ({
          cartId,
          productId: row.productId,
          qty: row.qty,
          onShortage: row.onShortage,
          shortageTerms: JSON.stringify(row.shortageTerms),
          seenPriceYen: row.priceYen,
          addedAt: ctx.now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['cartId', 'productId']).doUpdateSet((values) => ({
          qty: sql<number>`greatest(cart_lines.qty, excluded.qty)`,
          onShortage: values.ref('excluded.onShortage'),
          shortageTerms: values.ref('excluded.shortageTerms'),
          seenPriceYen: values.ref('excluded.seenPriceYen'),
        })),
      )
      .execute()
  })

/** The same product in two orders of one purchase becomes one line of the cart. */
function oncePerProduct<Line extends { productId: ProductId; orderedQty: number | null }>(
  lines: readonly Line[],
): Line[] {
  return [...Map.groupBy(lines, (line) => line.productId).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, orderedQty: same.reduce((sum, line) => sum + (line.orderedQty ?? 0), 0) }] : []
  })
}

function earlierLines(ctx: Ctx, orderIds: readonly OrderId[]) {
  const terms = termsForActor(ctx, 'products')
  return (
    ctx.db
      .selectFrom('orderLines')
      .innerJoin('orders', 'orders.id', 'orderLines.orderId')
      .innerJoin('products', 'products.id', 'orderLines.productId')
      .innerJoin('farms', 'farms.id', 'products.farmId')
      .leftJoin('productStock', 'productStock.productId', 'products.id')
      .select([
        'orders.farmId',
        'orders.restaurantId',
        'orderLines.productId',
        'orderLines.orderedQty',
        'orderLines.onShortage',
        'orderLines.shortageTerms',
        'orderLines.priceYen as priceThen',
        'products.name',
        'products.priceYen as listYen',
        'products.status',
        'products.minQty',
        'products.maxQty',
        'products.orderStep',
        'farms.status as farmStatus',
        goodsLapsed().as('lapsed'),
        existsFor(ctx, 'products').as('exists'),
        terms.tiers.as('tiers'),
        terms.own.as('own'),
        'productStock.availableQty',
      ])
      .where('orderLines.orderId', 'in', orderIds)
      // not what was removed, nor substitutes
      .where('orderLines.orderedQty', '>', 0)
      .where('orderLines.substituteFor', 'is', null)
      .orderBy('orders.number')
      .orderBy('orderLines.ordinal')
      .execute()
  )
}
