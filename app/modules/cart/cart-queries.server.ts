import type { BuyerActor } from '#authorization/actor.ts'
import { authorize, kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can, isBuyer } from '#authorization/rules.ts'
import type { KitchenId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import type { Goods } from './cart-rows.server.ts'
import { type CartFarm, type CartKitchen, type Quote, quoteCart } from './quote.ts'
import { readCart, readKitchen, type StoredCart } from './read-cart.server.ts'

/**
 * The buyer's cart for one kitchen, calculated now; callers that have already read the tax rates pass them in. A
 * restaurant that is not approved (any more) gets its kitchen and days, and an empty cart: its content would reveal
 * prices.
 */
export const cartQuote = query(
  'cart.see',
  async (ctx, kitchenId: KitchenId, rates?: readonly TaxRateRow[]): Promise<Quote> => {
    const buyer = requireBuyer(ctx.actor)
    return quoteStored(ctx, buyer, await readCart(ctx, buyer, kitchenId), rates)
  },
)

/** The quote of what was read of a buyer's cart now. */
export function quoteStored(
  { now }: Pick<Ctx, 'now'>,
  buyer: BuyerActor,
  { taxRates, credit, ...cart }: StoredCart,
  rates?: readonly TaxRateRow[],
): Quote {
  const mayTrade = can(buyer, 'cart.see', buyer)
  return quoteCart({
    now,
    ...cart,
    farms: mayTrade ? cart.farms : [],
    taxRates: rates ?? taxRates,
    ...(mayTrade && { credit }),
  })
}

/**
 * What the cart would cost with these products in these quantities, for the wished day: those that are in it already keep
 * their instructions. Nothing is changed.
 */
export const cartQuoteWith = query(
  'cart.see',
  async (ctx, { kitchenId, goods, on }: { kitchenId: KitchenId; goods: readonly Goods[]; on: JstDate | null }) => {
    const buyer = requireBuyer(ctx.actor)
    authorize(buyer, 'cart.see', buyer)
    const cart = await readCart(ctx, buyer, kitchenId)
    const added = goods.length > 0 ? await readCart(ctx, buyer, kitchenId, goods) : null
    const farms = withGoods(cart.farms, added?.farms ?? [])
    return quoteCart({
      now: ctx.now,
      kitchen: cart.kitchen,
      wishedOn: on ?? cart.wishedOn,
      farms,
      taxRates: cart.taxRates,
    })
  },
)

/** The farms of a cart with the lines of others in their quantities; a farm keeps its chosen day, and a line its instructions. */
function withGoods(inCart: readonly CartFarm[], added: readonly CartFarm[]): CartFarm[] {
  const qty = new Map(added.flatMap(({ lines }) => lines.map((line) => [line.productId, line.qty])))
  const there = new Set(inCart.flatMap(({ lines }) => lines.map(({ productId }) => productId)))
  const fresh = added
    .map((farm) => ({ ...farm, lines: farm.lines.filter(({ productId }) => !there.has(productId)) }))
    .filter(({ lines }) => lines.length > 0)
  const grown = inCart.map((farm) => ({
    ...farm,
    lines: [
      ...farm.lines.map((line) => ({ ...line, qty: qty.get(line.productId) ?? line.qty })),
      ...(fresh.find(({ farmId }) => farmId === farm.farmId)?.lines ?? []),
    ],
  }))
  return [...grown, ...fresh.filter(({ farmId }) => !inCart.some((farm) => farm.farmId === farmId))]
}

/** Where things are delivered to: the named kitchen of the buyer, or the first; null for users without one. */
export const deliveryKitchen = query(
  'public',
  async (ctx, named: KitchenId | undefined): Promise<CartKitchen | null> => {
    const { actor } = ctx
    if (!isBuyer(actor) || (!named && actor.kitchenIds.length === 0)) return null
    const id = kitchenOf(actor, named)
    const { restaurantId } = actor
    // closed days are read from today on
    const { kitchen } = await keptKitchen.one(ctx.db, `${id} ${restaurantId} ${jstDateOf(ctx.now)}`, async () => ({
      restaurantId,
      kitchen: (await readKitchen(ctx, actor, id)).kitchen,
    }))
    return kitchen
  },
)

/** The address and the calendar of kitchens; their carts are read each time. */
const keptKitchen = keptRows<{ restaurantId: RestaurantId; kitchen: CartKitchen }>({
  channel: 'live_doors',
  tagsOf: ({ restaurantId }) => [`restaurant:${restaurantId}`],
  most: 5_000,
})
