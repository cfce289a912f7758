import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import type { Quote } from '#modules/cart/quote.ts'
import type { TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'

export type CartOfPage = { quote: Quote; rates: TaxRateRow[] }

/** Keyed by the Ctx, which is created for each request and discarded with it. */
const reckoned = new WeakMap<Ctx, Promise<CartOfPage>>()

/**
 * The cart of the current kitchen, calculated once for all loaders of a page. For loaders only: they run after the
 * action, and an action has to read what it has just changed.
 */
export function cartOfPage(ctx: Ctx, request: Request, buyer: BuyerActor): Promise<CartOfPage> {
  const known = reckoned.get(ctx)
  if (known) return known
  const cart = reckon(ctx, request, buyer)
  reckoned.set(ctx, cart)
  return cart
}

async function reckon(ctx: Ctx, request: Request, buyer: BuyerActor): Promise<CartOfPage> {
  const kitchenId = await chosenKitchen(request, buyer)
  const rates = await taxRates(ctx)
  return { rates, quote: await cartQuote(ctx, kitchenId, rates) }
}
