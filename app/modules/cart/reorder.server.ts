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
 * 「もう一度注文」: puts the products of an earlier order into the cart at today's prices, as many as are available, and
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
      seeOrNotFound(ctx.actor, 'order.see', { farmId: line.farm_id, restaurantId: line.restaurant_id })

    const changes: ReorderChange[] = []
    const rows = lines.flatMap((line) => {
      const about = { productId: line.product_id, name: line.name }
      const wanted = line.ordered_qty ?? 0
      const sold = line.status === 'listed' && line.farm_status === 'approved' && !line.lapsed && line.exists
      const possible = sold ? fitQuantity(wanted, line) : 0
      if (possible === 0) {
        changes.push({ ...about, kind: 'gone', before: wanted, after: 0 })
        return []
      }
      if (possible !== wanted)
        changes.push({ ...about, kind: possible < wanted ? 'less' : 'more', before: wanted, after: possible })
      const { priceYen } = agreedPrice(possible, { listYen: line.list_yen, tiers: line.tiers, own: line.own })
      if (priceYen !== line.price_then)
        changes.push({
          ...about,
          kind: priceYen > line.price_then ? 'dearer' : 'cheaper',
          before: line.price_then,
          after: priceYen,
        })
      return [
        {
          productId: line.product_id,
          qty: possible,
          priceYen,
          onShortage: line.on_shortage,
          shortageTerms: line.shortage_terms,
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
      .insertInto('cart_lines')
      .values(
        rows.map((row) => ({
          cart_id: cartId,
          product_id: row.productId,
          qty: row.qty,
          on_shortage: row.onShortage,
          shortage_terms: JSON.stringify(row.shortageTerms),
          seen_price_yen: row.priceYen,
          added_at: ctx.now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['cart_id', 'product_id']).doUpdateSet((values) => ({
          qty: sql<number>`greatest(cart_lines.qty, excluded.qty)`,
          on_shortage: values.ref('excluded.on_shortage'),
          shortage_terms: values.ref('excluded.shortage_terms'),
          seen_price_yen: values.ref('excluded.seen_price_yen'),
        })),
      )
      .execute()
  })

/** The same product in two orders of one purchase becomes one line of the cart. */
function oncePerProduct<Line extends { product_id: ProductId; ordered_qty: number | null }>(
  lines: readonly Line[],
): Line[] {
  return [...Map.groupBy(lines, (line) => line.product_id).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, ordered_qty: same.reduce((sum, line) => sum + (line.ordered_qty ?? 0), 0) }] : []
  })
}

function earlierLines(ctx: Ctx, orderIds: readonly OrderId[]) {
  const terms = termsForActor(ctx, 'products')
  return (
    ctx.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .innerJoin('products', 'products.id', 'order_lines.product_id')
      .innerJoin('farms', 'farms.id', 'products.farm_id')
      .leftJoin('product_stock', 'product_stock.product_id', 'products.id')
      .select([
        'orders.farm_id',
        'orders.restaurant_id',
        'order_lines.product_id',
        'order_lines.ordered_qty',
        'order_lines.on_shortage',
        'order_lines.shortage_terms',
        'order_lines.price_yen as price_then',
        'products.name',
        'products.price_yen as list_yen',
        'products.status',
        'products.min_qty',
        'products.max_qty',
        'products.order_step',
        'farms.status as farm_status',
        goodsLapsed().as('lapsed'),
        existsFor(ctx, 'products').as('exists'),
        terms.tiers.as('tiers'),
        terms.own.as('own'),
        'product_stock.available_qty',
      ])
      .where('order_lines.order_id', 'in', orderIds)
      // not what was removed, nor substitutes
      .where('order_lines.ordered_qty', '>', 0)
      .where('order_lines.substitute_for', 'is', null)
      .orderBy('orders.number')
      .orderBy('order_lines.ordinal')
      .execute()
  )
}
