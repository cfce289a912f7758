import { createCookie } from 'react-router'
import type { BuyerActor } from '#access/actor.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'

/** For which of its kitchens somebody is ordering; only a choice, the right to it is asked by the use case. */
export const kitchenCookie = createCookie('kitchen', { path: '/', sameSite: 'lax', maxAge: 365 * 24 * 3600 })

export async function chosenKitchen(request: Request, buyer: BuyerActor): Promise<KitchenId> {
  const chosen: unknown = await kitchenCookie.parse(request.headers.get('cookie'))
  const kitchen = buyer.kitchenIds.find((id) => id === chosen) ?? buyer.kitchenIds[0]
  if (!kitchen) throw new NotFound('kitchen')
  return kitchen
}
