import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { type Quote, quoteCart } from '#modules/cart/quote.ts'
import type { SeenQuote } from '#modules/cart/seen-quote.ts'
import { taxRates } from '#modules/tax/tax-rates.server.ts'
import { judge } from '../order-process.ts'
import type { OrderingRefusal } from '../refusal-text.ts'
import { whyNot } from '../why-not.ts'
import { type PracticeWish, practiceCart } from './practice-market.ts'

/**
 * What practice products would cost this kitchen and when they would arrive: calculated like a real cart, with its days
 * off, its freight, and the current taxes. Reads only.
 */
export async function practiceQuote(ctx: Ctx, kitchenId: KitchenId, wish: PracticeWish): Promise<Quote> {
  requireBuyer(ctx.actor)
  const rates = await taxRates(ctx)
  const { kitchen } = await cartQuote(ctx, kitchenId, rates)
  const farms = practiceCart(wish.amounts)
  return quoteCart({ now: ctx.now, kitchen, wishedOn: wish.wishedOn, farms, taxRates: rates })
}

export type PracticeDone = { quote: Quote; pending: boolean }

/**
 * Everything that is checked when ordering (place-order.server.ts), without writing: the same refusals, the same limit
 * above which an owner is asked. What would follow can be read from the days of the quote.
 */
export async function practiceOrder(
  ctx: Ctx,
  { kitchenId, seen, ...wish }: PracticeWish & { kitchenId: KitchenId; seen: SeenQuote },
): Promise<Result<PracticeDone, OrderingRefusal>> {
  const { orderLimitYen: limit } = requireBuyer(ctx.actor)
  const quote = await practiceQuote(ctx, kitchenId, wish)
  const refused = whyNot(quote, seen)
  if (refused) return refused
  const pending = limit !== null && quote.spendingTotalYen > limit
  for (const { day } of quote.farms) {
    if (!day) return refuse('not_orderable')
    const facts = { ...day, state: 'draft' as const, deliveredAt: null, inspectHours: 48 }
    const judged = judge(facts, pending ? 'request' : 'place', 'buyer', ctx.now)
    if (!judged.ok) return judged
  }
  return ok({ quote, pending })
}
