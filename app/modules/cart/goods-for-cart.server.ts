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
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { existsFor, termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import type { OwnKitchen } from './own-kitchen.ts'

type GoodsRow = Awaited<ReturnType<ReturnType<typeof goodsQuery>['execute']>>[number]

/**
 * A product that is to be put into the cart of a buyer for a kitchen: how it is sold, whether it is in it already, and the
 * general instruction of the restaurant, with which a new line begins. One query; undefined: it does not exist.
 */
export async function goodsForCart(
  ctx: Ctx,
  { buyer, kitchenId }: OwnKitchen,
  productId: ProductId,
): Promise<GoodsRow | undefined> {
  const { personId, restaurantId, restaurantApproved: approved } = buyer
  const values = { now: ctx.now, today: jstDateOf(ctx.now), personId, restaurantId, kitchenId, productId }
  const { rows } = await goodsRows(ctx.db, { approved }, values)
  return rows[0]
}

type GoodsValues = {
  now: Date
  /** Of `now`. */
  today: JstDate
  personId: PersonId
  restaurantId: RestaurantId
  kitchenId: KitchenId
  productId: ProductId
}
type GoodsShape = { approved: boolean }

const sampleOf = (today: JstDate): GoodsValues => ({
  now: momentOf(today, 0),
  today,
  personId: newId<'person'>(),
  restaurantId: newId<'restaurant'>(),
  kitchenId: newId<'kitchen'>(),
  productId: newId<'product'>(),
})

/** Built once: that takes longer than to run it. */
const goodsRows = compiledOnce(
  [sampleOf(jstDate('2001-01-01')), sampleOf(jstDate('2002-02-02'))],
  (db, values: GoodsValues, shape: GoodsShape) => sql<GoodsRow>`select * from ${goodsQuery(db, values, shape)} goods`,
)

function goodsQuery(
  db: DbOrTx,
  { now, personId, restaurantId, kitchenId, productId }: GoodsValues,
  { approved: restaurantApproved }: GoodsShape,
) {
  const actor: BuyerActor = {
    kind: 'buyer',
    ...{ personId, restaurantId, restaurantApproved, name: '', role: 'owner', kitchenIds: [], orderLimitYen: null },
  }
  const terms = termsForActor({ actor, now }, 'products')
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
    .where('products.id', '=', productId)
}

export type LineRefusal = 'not_listed' | 'below_minimum' | 'above_maximum' | 'wrong_step'

/** Whether so many of a product may be put into the cart, and the price at which they are. */
export function judgeLine(goods: JudgedGoods | undefined, qty: number): Result<JudgedLine, LineRefusal> {
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

/** What decides about a line. */
type JudgedGoods = Pick<GoodsRow, 'minQty' | 'maxQty' | 'orderStep' | 'priceYen' | 'status' | 'farmStatus' | 'lapsed'> &
  Pick<GoodsRow, 'exists' | 'tiers' | 'own' | 'cartId' | 'before' | 'usualOnShortage' | 'usualTerms'>

export type JudgedLine = {
  seenPriceYen: Yen
  cartId: CartId | null
  /** The general instruction of the restaurant; null: none. */
  usual: { onShortage: OnShortage | null; shortageTerms: ShortageTerms | null }
}

type NewContent = { lines: readonly { productId: ProductId; qty: number; seenPriceYen: Yen }[] }

/** Sets the whole content of the cart, which is created when it is first needed (db/migrations/0292-what-a-cart-holds.sql). */
export function replaceLines(now: Date, { buyer, kitchenId }: OwnKitchen, { lines }: NewContent) {
  const wanted = lines.map((line, place) => ({ ...line, addedAt: new Date(now.getTime() + place) }))
  return sql`set_cart_lines(${newId<'cart'>()}, ${buyer.personId}, ${buyer.restaurantId}, ${kitchenId},
    ${JSON.stringify(wanted)}::jsonb)`
}
