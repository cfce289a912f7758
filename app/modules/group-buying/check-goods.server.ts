import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { refuse } from '#kernel/result.ts'
import { creditOf } from '#modules/credit/credit-standing.server.ts'
import { creditProblem } from '#modules/credit/credit-standing.ts'
import type { GroupQuote } from './group-quote.ts'

const ofTheBox = ['farm_closed', 'too_big_to_ship', 'no_freight'] as const

/** Why the goods of a kitchen cannot be in the box as they are; null: they can. Its own ones are named before those of all. */
export async function whyNot(ctx: Ctx, buyer: BuyerActor, kitchenId: KitchenId, quote: GroupQuote | null) {
  const share = quote?.shares.find((it) => it.kitchenId === kitchenId)
  const farm = share?.quote.farms[0]
  if (!quote || !share || !farm) return refuse('nothing_chosen')
  for (const line of farm.lines)
    if (line.problem) {
      const { name, minQty: min, maxQty: max, orderStep: step } = line
      return refuse(line.problem, { name, min, max, step })
    }
  const whole = ofTheBox.find((problem) => problem === quote.problem)
  if (whole) return refuse(whole)
  if (!quote.day || !farm.day) return refuse('day_impossible')
  const [name] = quote.short
  if (name !== undefined) return refuse('out_of_stock', { name })
  const limit = buyer.orderLimitYen
  if (limit !== null && share.quote.spendingTotalYen > limit) return refuse('over_order_limit', { limit })
  const owes = creditProblem(await creditOf(ctx, buyer.restaurantId), share.quote.totalYen)
  return owes ? refuse('over_credit') : null
}
