import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { CartId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'
import { write } from '#modules/audit-log/last-statement.server.ts'
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import type { OwnKitchen } from './own-kitchen.ts'

type GoodsRow = Awaited<ReturnType<typeof goodsForCart>> extends Map<ProductId, infer Row> ? Row : never

/**
 * Products that are to be put into the cart of a buyer for a kitchen: how they are sold, whether they are in it already, and
 * the general instruction of the restaurant, with which a new line begins. One query; what does not exist is left out.
 */
export async function goodsForCart(ctx: Ctx, { buyer, kitchenId }: OwnKitchen, productIds: readonly ProductId[]) {
  const terms = termsForActor(ctx, 'products')
  const known = ctx.db
    .selectFrom('products')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .leftJoin('carts', (join) => join.on('carts.personId', '=', buyer.personId).on('carts.kitchenId', '=', kitchenId))
    .leftJoin('cartLines', (join) =>
      join.onRef('cartLines.cartId', '=', 'carts.id').onRef('cartLines.productId', '=', 'products.id'),
    )
    .leftJoin('standingInstructions', (join) => join.on('standingInstructions.restaurantId', '=', buyer.restaurantId))
    .select([
      'products.id',
      'minQty',
      'maxQty',
      'orderStep',
      'priceYen',
      'products.status',
      'farms.status as farmStatus',
      'carts.id as cartId',
      'cartLines.qty as before',
      'standingInstructions.onShortage as usualOnShortage',
      'standingInstructions.shortageTerms as usualTerms',
    ])
    .select([
      goodsLapsed().as('lapsed'),
      existsFor(ctx, 'products').as('exists'),
      terms.tiers.as('tiers'),
      terms.own.as('own'),
    ])
  const [one, ...more] = productIds
  // for a list of any length PostgreSQL would make a new plan at each call
  const isOne = one !== undefined && more.length === 0
  const rows = await (isOne
    ? known.where('products.id', '=', one)
    : known.where('products.id', 'in', productIds)
  ).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type LineRefusal = 'not_listed' | 'below_minimum' | 'above_maximum' | 'wrong_step'

/** Whether so many of a product may be put into the cart, and the price at which they are. */
export function judgeLine(goods: GoodsRow | undefined, qty: number): Result<JudgedLine, LineRefusal> {
  // products in the cart have been visible before: say that they are gone, not that they never existed
  if (!goods || (!goods.exists && goods.before === null)) throw new NotFound('product')
  if (goods.status !== 'listed' || goods.farmStatus !== 'approved' || goods.lapsed || !goods.exists)
    return refuse('not_listed')
  if (qty < goods.minQty) return refuse('below_minimum', { min: goods.minQty })
  if (qty > goods.maxQty) return refuse('above_maximum', { max: goods.maxQty })
  if ((qty - goods.minQty) % goods.orderStep !== 0) return refuse('wrong_step', { step: goods.orderStep })
  const { priceYen: listYen, tiers, own, cartId, usualOnShortage, usualTerms } = goods
  return ok({
    seenPriceYen: agreedPrice(qty, { listYen, tiers, own }).priceYen,
    cartId,
    usual: usualOnShortage ? { onShortage: usualOnShortage, shortageTerms: JSON.stringify(usualTerms) } : {},
  })
}

type JudgedLine = {
  seenPriceYen: Yen
  cartId: CartId | null
  usual: { onShortage?: NonNullable<GoodsRow['usualOnShortage']>; shortageTerms?: string }
}

type NewContent = {
  restaurantId: RestaurantId
  lines: readonly { productId: ProductId; qty: number; seenPriceYen: Yen }[]
}

/**
 * The whole content of a cart that is locked, written with the last statement of the transaction: lines that stay keep their
 * instructions and their place, new ones follow in this order with the restaurant's general instruction.
 */
export async function replaceLines(
  db: DbOrTx,
  now: Date,
  cartId: CartId,
  { restaurantId, lines }: NewContent,
): Promise<void> {
  const goods = lines.map((line, place) => ({ ...line, addedAt: new Date(now.getTime() + place) }))
  await write(
    db,
    [
      sql`wanted as (
        select * from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb)
          as it ("productId" uuid, qty integer, "seenPriceYen" integer, "addedAt" timestamptz))`,
      sql`gone as (
        delete from cart_lines where cart_id = ${cartId} and product_id not in (select "productId" from wanted))`,
      sql`there as (
        insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at, on_shortage, shortage_terms)
        select ${cartId}, "productId", qty, "seenPriceYen", "addedAt",
               coalesce(usual.on_shortage, 'ship_what_there_is'), coalesce(usual.shortage_terms, '{}')
          from wanted left join standing_instructions usual on usual.restaurant_id = ${restaurantId}
        on conflict (cart_id, product_id) do update set qty = excluded.qty, seen_price_yen = excluded.seen_price_yen)`,
    ],
    'last',
  )
}
