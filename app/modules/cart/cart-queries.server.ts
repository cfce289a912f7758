import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { can } from '#access/rules.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { TaxRateRow } from '#modules/tax/consumption-tax.ts'
import { taxRates } from '#modules/tax/tax-rates.server.ts'
import { readCart } from './cart-store.server.ts'
import { type Quote, quoteCart } from './quote.ts'

/**
 * The buyer's cart for one kitchen, reckoned now; whoever has read the tax rates already hands them over. A restaurant that is not approved (any more) has its
 * kitchen and days, for looking around, and an empty cart: whatever lay in it would tell its prices.
 */
export async function cartQuote(ctx: Ctx, kitchenId: KitchenId, rates?: readonly TaxRateRow[]): Promise<Quote> {
  const buyer = requireBuyer(ctx.actor)
  const cart = await readCart(ctx, buyer, kitchenId)
  const farms = can(buyer, 'cart.see', buyer) ? cart.farms : []
  return quoteCart({ now: ctx.now, ...cart, farms, taxRates: rates ?? (await taxRates(ctx)) })
}
