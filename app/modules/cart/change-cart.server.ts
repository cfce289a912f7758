import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { ShortageTerms } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { CartId, KitchenId, ProductId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, KitchenChoice, OnShortage, Quantity, Slot, Text } from '#kernel/schema.ts'
import { type InputOf, repeatable } from '#modules/audit-log/use-case.server.ts'
import { isOpenWay } from '#modules/delivery/ways-of-farms.server.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'
import { shortageInstruction } from './cart-input.ts'
import { cartIdOf, lockedCart, lockedCartOf } from './cart-store.server.ts'
import { cartToBe } from './cart-to-be.server.ts'
import { goodsForCart, type JudgedLine, judgeLine } from './goods-for-cart.server.ts'
import { type OwnKitchen, ownKitchen } from './own-kitchen.ts'
import { cartRefusals } from './refusal-text.ts'

const ProductIdIn = IdOf<'product'>('商品')

/**
 * Sets how many of a product are in the cart. Absolute, not "one more": a double click or a repeated request leaves the
 * same cart. 0 removes the product. With `onShortage` a removed line is restored completely in one step.
 */
export const setCartLine = repeatable({
  name: 'cart.set_line',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, productId: ProductIdIn, qty: Quantity(0), onShortage: OnShortage.optional() },
  refusals: cartRefusals('below_minimum', 'above_maximum', 'wrong_step', 'not_listed'),
  run: async (ctx, { kitchenId: named, qty, productId, onShortage }) => {
    const own = ownKitchen(ctx, named)
    if (!Number.isSafeInteger(qty) || qty < 0) return refuse('bad_quantity')
    if (qty === 0) {
      await removeLine(ctx.db, own, productId)
      return ok({ productId })
    }
    const judged = judgeLine(await goodsForCart(ctx, own, productId), qty)
    if (!judged.ok) return judged
    await writeLine(ctx, own, { productId, qty, line: judged.value, ...(onShortage && { onShortage }) })
    return ok({ productId })
  },
})

/**
 * The same for a quantity of at least one, with the whole cart as it is then: read in the statement by which it is judged
 * (docs/decisions/0094).
 */
export const setLineAndQuote = repeatable({
  name: 'cart.set_line_and_quote',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, productId: ProductIdIn, qty: Quantity(1) },
  refusals: cartRefusals('below_minimum', 'above_maximum', 'wrong_step', 'not_listed'),
  run: async (ctx, { kitchenId: named, qty, productId }) => {
    const own = ownKitchen(ctx, named)
    const { judged, cartId, quote } = await cartToBe(ctx, own, [{ productId, qty }], { others: 'stay' })
    for (const { result } of judged) {
      if (!result.ok) return result
      await writeLine(ctx, own, { productId, qty, line: { ...result.value, cartId } })
    }
    return ok(quote())
  },
})

type NewLine = { productId: ProductId; qty: number; line: JudgedLine; onShortage?: JudgedLine['usual']['onShortage'] }

async function writeLine(ctx: Ctx, own: OwnKitchen, { productId, qty, line, onShortage }: NewLine): Promise<void> {
  const { seenPriceYen, usual, cartId } = line
  const terms = usual.shortageTerms && JSON.stringify(usual.shortageTerms)
  const cart = lockedCart(ctx.db, cartId ?? (await cartIdOf(ctx, own.buyer, own.kitchenId)))
  await sql`
      insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at, on_shortage, shortage_terms)
      values (${cart}, ${productId}, ${qty}, ${seenPriceYen}, ${ctx.now},
              coalesce(${onShortage ?? usual.onShortage}, 'ship_what_there_is'), coalesce(${terms}::jsonb, '{}'))
      on conflict (cart_id, product_id) do update
        set qty = excluded.qty, seen_price_yen = excluded.seen_price_yen,
            on_shortage = coalesce(${onShortage ?? null}, cart_lines.on_shortage)`.execute(ctx.db)
}

const removeLine = (db: DbOrTx, { buyer, kitchenId }: OwnKitchen, productId: ProductId) =>
  db
    .deleteFrom('cartLines')
    .using(lockedCartOf(db, buyer, kitchenId).as('cart'))
    .whereRef('cart.id', '=', 'cartLines.cartId')
    .where('cartLines.productId', '=', productId)
    .execute()

/**
 * What may happen to one line when the farm falls short, with its parameters. Substitutes are named in advance: other
 * products of the same farm with the same temperature, up to a price.
 */
export const setShortageInstruction = repeatable({
  name: 'cart.set_shortage_instruction',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, productId: ProductIdIn, ...shortageInstruction },
  refusals: cartRefusals('no_substitute', 'no_ceiling'),
  run: async (ctx, input) => {
    const cartId = await ownCart(ctx, input.kitchenId)
    let terms = termsFor(input)
    if (input.onShortage === 'substitute') {
      const substitutes = await substitutesOf(ctx, input.productId, terms.substitutes ?? [])
      if (substitutes.length === 0) return refuse('no_substitute')
      if (!terms.substituteMaxYen) return refuse('no_ceiling')
      terms = { ...terms, substitutes }
    }
    await ctx.db
      .updateTable('cartLines')
      .from(lockedCart(ctx.db, cartId).as('cart'))
      .set({ onShortage: input.onShortage, shortageTerms: JSON.stringify(terms) })
      .whereRef('cart.id', '=', 'cartLines.cartId')
      .where('productId', '=', input.productId)
      .execute()
    return ok({ productId: input.productId })
  },
})

/** Only the parameters that the instruction needs are stored. */
function termsFor(said: InputOf<typeof shortageInstruction>): ShortageTerms {
  const { onShortage, askUntil, otherwise = 'drop_line', substitutes, substituteMaxYen } = said
  if (onShortage === 'ask') return { otherwise, ...(askUntil !== undefined && { askUntil }) }
  if (onShortage !== 'substitute') return {}
  return { otherwise, ...(substitutes && { substitutes }), ...(substituteMaxYen && { substituteMaxYen }) }
}

/** Of these products, those that may be substitutes for it. */
async function substitutesOf(ctx: Ctx, productId: ProductId, ids: readonly ProductId[]): Promise<ProductId[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('products')
    .innerJoin('products as wanted', (join) =>
      join
        .onRef('wanted.farmId', '=', 'products.farmId')
        .onRef('wanted.temperature', '=', 'products.temperature')
        .on('wanted.id', '=', productId),
    )
    .select('products.id')
    .where('products.id', 'in', ids)
    .where('products.id', '<>', productId)
    .where('products.status', '=', 'listed')
    .where(existsFor(ctx, 'products'))
    .orderBy('products.id')
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

/** The day on which everything should arrive, where possible; null for as early as possible. */
export const setWishedDay = repeatable({
  name: 'cart.set_wished_day',
  permission: 'cart.change',
  input: { kitchenId: KitchenChoice, day: DayIn.nullable() },
  refusals: cartRefusals('day_past'),
  run: async (ctx, input) => {
    if (input.day && input.day < jstDateOf(ctx.now)) return refuse('day_past')
    const cartId = await ownCart(ctx, input.kitchenId)
    await ctx.db.updateTable('carts').set({ wishedOn: input.day }).where('id', '=', cartId).execute()
    await ctx.db.updateTable('cartFarms').set({ deliveryOn: null }).where('cartId', '=', cartId).execute()
    return ok({})
  },
})

/** Day, slot, note and way for the products of one farm; what is not given stays unchanged. */
export const setFarmWish = repeatable({
  name: 'cart.set_farm_wish',
  permission: 'cart.change',
  input: {
    kitchenId: KitchenChoice,
    farmId: IdOf<'farm'>('農園'),
    day: DayIn.nullable().optional(),
    slot: Slot.nullable().optional(),
    note: Text(0, 400).optional(),
    wayId: IdOf<'deliveryWay'>('お届け方法').nullable().optional().describe('お届け方法。null は宅配便'),
  },
  refusals: cartRefusals('day_past', 'way_gone'),
  run: async (ctx, input) => {
    if (input.day && input.day < jstDateOf(ctx.now)) return refuse('day_past')
    const cartId = await ownCart(ctx, input.kitchenId)
    const farm = await ctx.db.selectFrom('farms').select('id').where('id', '=', input.farmId).executeTakeFirst()
    if (!farm) throw new NotFound('farm')
    if (input.wayId && !(await isOpenWay(ctx.db, input.wayId, input.farmId))) return refuse('way_gone')
    const wish = {
      ...(input.day !== undefined && { deliveryOn: input.day }),
      ...(input.slot !== undefined && { slot: input.slot }),
      ...(input.note !== undefined && { note: input.note }),
      // the days of another way are other days
      ...(input.wayId !== undefined && { wayId: input.wayId }),
    }
    if (Object.keys(wish).length === 0) return ok({})
    await ctx.db
      .insertInto('cartFarms')
      .values({ cartId: lockedCart(ctx.db, cartId), farmId: input.farmId, deliveryOn: null, slot: null, ...wish })
      .onConflict((conflict) => conflict.columns(['cartId', 'farmId']).doUpdateSet(wish))
      .execute()
    return ok({})
  },
})

export async function ownCart(ctx: Ctx, named: KitchenId | undefined): Promise<CartId> {
  const { buyer, kitchenId } = ownKitchen(ctx, named)
  return cartIdOf(ctx, buyer, kitchenId)
}
