import { requireBuyer } from '#authorization/authorize.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { SeenQuote } from '#modules/cart/cart-input.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { type Quote, quoteCart } from '#modules/cart/quote.ts'
import { freightOfFarms } from '#modules/delivery/freight-of-farms.server.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { blockers } from '../blockers.ts'
import { checkTransition } from '../order-process.ts'
import type { OrderingRefusal } from '../refusal-text.ts'
import { type DryRunWish, dryRunCart } from './dry-run-market.ts'

/**
 * What practice products would cost this kitchen and when they would arrive: calculated like a real cart, with its days
 * off, its freight, and the current taxes. Reads only.
 */
export const dryRunQuote = query('own', async (ctx, kitchenId: KitchenId, wish: DryRunWish): Promise<Quote> => {
  requireBuyer(ctx.actor)
  const rates = await taxRates(ctx)
  const { kitchen } = await cartQuote(ctx, kitchenId, rates)
  const cart = dryRunCart(wish.amounts)
  // as of a farm that has no freight table of its own
  const freight = await freightOfFarms(ctx.db, cart, kitchen)
  const farms = cart.map((farm) => ({ ...farm, freight: freight.get(farm.farmId) ?? farm.freight }))
  return quoteCart({ now: ctx.now, kitchen, wishedOn: wish.wishedOn, farms, taxRates: rates })
})

export type DryRunDone = { quote: Quote; pending: boolean }

/**
 * Everything that is checked when ordering (place-order.server.ts), without writing: the same refusals, the same limit
 * above which an owner is asked. What would follow can be read from the days of the quote.
 */
export const dryRunOrder = query(
  'own',
  async (
    ctx,
    { kitchenId, seen, ...wish }: DryRunWish & { kitchenId: KitchenId; seen: SeenQuote },
  ): Promise<Result<DryRunDone, OrderingRefusal>> => {
    const { orderLimitYen: limit } = requireBuyer(ctx.actor)
    const quote = await dryRunQuote(ctx, kitchenId, wish)
    const refused = blockers(quote, seen)
    if (refused) return refused
    const pending = limit !== null && quote.spendingTotalYen > limit
    for (const { day } of quote.farms) {
      if (!day) return refuse('not_orderable')
      const facts = { ...day, state: 'draft' as const, deliveredAt: null, inspectHours: 48 }
      const judged = checkTransition(facts, pending ? 'request' : 'place', 'buyer', ctx.now)
      if (!judged.ok) return judged
    }
    return ok({ quote, pending })
  },
)
