import type { BuyerActor } from '#authorization/actor.ts'
import { authorize, kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'

export type OwnKitchen = { buyer: BuyerActor; kitchenId: KitchenId }

/** The named kitchen of the buyer, or the first, if they may change its cart; `NotFound` for any other. */
export function ownKitchen(ctx: Ctx, named: KitchenId | undefined): OwnKitchen {
  const buyer = requireBuyer(ctx.actor)
  const kitchenId = kitchenOf(buyer, named)
  if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
  authorize(ctx.actor, 'cart.change', { personId: buyer.personId, restaurantId: buyer.restaurantId })
  return { buyer, kitchenId }
}
