import { kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import { can, isBuyer } from '#authorization/rules.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { readCart } from './cart-store.server.ts'
import { type CartKitchen, type Quote, quoteCart } from './quote.ts'

/**
 * The buyer's cart for one kitchen, calculated now; callers that have already read the tax rates pass them in. A
 * restaurant that is not approved (any more) gets its kitchen and days, and an empty cart: its content would reveal
 * prices.
 */
export const cartQuote = query(
  'cart.see',
  async (ctx, kitchenId: KitchenId, rates?: readonly TaxRateRow[]): Promise<Quote> => {
    const buyer = requireBuyer(ctx.actor)
    const cart = await readCart(ctx, buyer, kitchenId)
    const farms = can(buyer, 'cart.see', buyer) ? cart.farms : []
    return quoteCart({ now: ctx.now, ...cart, farms, taxRates: rates ?? (await taxRates(ctx)) })
  },
)

/** Where things are delivered to: the named kitchen of the buyer, or the first; null for users without one. */
export const deliveryKitchen = query(
  'public',
  async (ctx, named: KitchenId | undefined): Promise<CartKitchen | null> => {
    const { actor } = ctx
    if (!isBuyer(actor) || (!named && actor.kitchenIds.length === 0)) return null
    return (await readCart(ctx, actor, kitchenOf(actor, named))).kitchen
  },
)
