import type { BuyerActor } from '#authorization/actor.ts'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { valueCookie } from './session-cookie.server.ts'

/** The kitchen for which the user is ordering; only a selection, the use case checks the right to it. */
export const kitchenCookie = valueCookie('__Host-kitchen')

export async function chosenKitchen(request: Request, buyer: BuyerActor): Promise<KitchenId> {
  const chosen: unknown = await kitchenCookie.parse(request.headers.get('cookie'))
  const kitchen = buyer.kitchenIds.find((id) => id === chosen) ?? buyer.kitchenIds[0]
  if (!kitchen) throw new NotFound('kitchen')
  return kitchen
}

/** The field of a form that the cookie fills in. */
export const kitchenField = async ({ request }: { request: Request }, ctx: Ctx) => ({
  kitchenId: await chosenKitchen(request, requireBuyer(ctx.actor)),
})
