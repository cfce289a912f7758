import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { can } from '#access/rules.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { taxRates } from '#modules/tax/tax-rates.server.ts'
import { readCart } from './cart-store.server.ts'
import { type Quote, quoteCart } from './quote.ts'

/**
 * The buyer's cart for one kitchen, reckoned now. A restaurant that is not approved (any more) has its
 * kitchen and days, for looking around, and an empty cart: whatever lay in it would tell its prices.
 */
export async function cartQuote(ctx: Ctx, kitchenId: KitchenId): Promise<Quote> {
  const buyer = requireBuyer(ctx.actor)
  const [cart, rates] = [await readCart(ctx, buyer, kitchenId), await taxRates(ctx)]
  const farms = can(buyer, 'cart.see', buyer) ? cart.farms : []
  return quoteCart({ now: ctx.now, ...cart, farms, taxRates: rates })
}
