import { sql } from 'kysely'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { OnShortage, ShortageTerms } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type CartId, type KitchenId, newId, type PersonId, type ProductId, type RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'
import { compiledOnce } from '#modules/audit-log/compiled-once.server.ts'
import { write } from '#modules/audit-log/last-statement.server.ts'
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import type { OwnKitchen } from './own-kitchen.ts'

type GoodsRow = Awaited<ReturnType<ReturnType<typeof goodsQuery>['execute']>>[number]

/**
 * Products that are to be put into the cart of a buyer for a kitchen: how they are sold, whether they are in it already, and
 * the general instruction of the restaurant, with which a new line begins. One query; what does not exist is left out.
 */
export async function goodsForCart(
  ctx: Ctx,
  { buyer, kitchenId }: OwnKitchen,
  productIds: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, GoodsRow>> {
  const { personId, restaurantId, restaurantApproved: approved } = buyer
  const [productId, ...more] = productIds
  if (productId === undefined) return new Map()
  const values = { now: ctx.now, today: jstDateOf(ctx.now), personId, restaurantId, kitchenId, productId, productIds }
  const { rows } = await goodsRows(ctx.db, { approved, isOne: more.length === 0 }, values)
  return new Map(rows.map((row) => [row.id, row]))
}

type GoodsValues = {
  now: Date
  /** Of `now`. */
  today: JstDate
  personId: PersonId
  restaurantId: RestaurantId
  kitchenId: KitchenId
  productId: ProductId
  productIds: readonly ProductId[]
}
type GoodsShape = { approved: boolean; isOne: boolean }

const sampleOf = (today: JstDate): GoodsValues => ({
  now: momentOf(today, 0),
  today,
  personId: newId<'person'>(),
  restaurantId: newId<'restaurant'>(),
  kitchenId: newId<'kitchen'>(),
  productId: newId<'product'>(),
  productIds: [newId<'product'>()],
})

/** Built once: that takes longer than to run it. */
const goodsRows = compiledOnce(
  [sampleOf(jstDate('2001-01-01')), sampleOf(jstDate('2002-02-02'))],
  (db, values: GoodsValues, shape: GoodsShape) => sql<GoodsRow>`select * from ${goodsQuery(db, values, shape)} goods`,
)

function goodsQuery(
  db: DbOrTx,
  { now, personId, restaurantId, kitchenId, productId, productIds }: GoodsValues,
  { approved: restaurantApproved, isOne }: GoodsShape,
) {
  const actor: BuyerActor = {
    kind: 'buyer',
    ...{ personId, restaurantId, restaurantApproved, name: '', role: 'owner', kitchenIds: [], orderLimitYen: null },
  }
  const terms = termsForActor({ actor, now }, 'products')
  // for a list of any length PostgreSQL would make a new plan at each call
  const wanted = isOne
    ? sql<boolean>`products.id = ${productId}`
    : sql<boolean>`products.id = any (${productIds}::uuid[])`
  return db
    .selectFrom('products')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .leftJoin('carts', (join) => join.on('carts.personId', '=', personId).on('carts.kitchenId', '=', kitchenId))
    .leftJoin('cartLines', (join) =>
      join.onRef('cartLines.cartId', '=', 'carts.id').onRef('cartLines.productId', '=', 'products.id'),
    )
    .leftJoin('standingInstructions', (join) => join.on('standingInstructions.restaurantId', '=', restaurantId))
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
      existsFor({ actor }, 'products').as('exists'),
      terms.tiers.as('tiers'),
      terms.own.as('own'),
    ])
    .where(wanted)
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
    usual: { onShortage: usualOnShortage, shortageTerms: usualTerms },
  })
}

type JudgedLine = {
  seenPriceYen: Yen
  cartId: CartId | null
  /** The general instruction of the restaurant; null: none. */
  usual: { onShortage: OnShortage | null; shortageTerms: ShortageTerms | null }
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
