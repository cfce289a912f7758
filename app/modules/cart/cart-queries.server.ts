import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { taxRates } from '#modules/tax/tax-rates.server.ts'
import { readCart } from './cart-store.server.ts'
import { type Quote, quoteCart } from './quote.ts'

/** The buyer's cart for one kitchen, reckoned now. */
export async function cartQuote(ctx: Ctx, kitchenId: KitchenId): Promise<Quote> {
  const buyer = requireBuyer(ctx.actor)
  const [cart, rates] = [await readCart(ctx, buyer, kitchenId), await taxRates(ctx)]
  return quoteCart({ now: ctx.now, ...cart, taxRates: rates })
}
