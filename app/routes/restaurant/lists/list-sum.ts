import { requireBuyer } from '#authorization/authorize.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { cartQuoteWith } from '#modules/cart/cart-queries.server.ts'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/list-sum.ts'
import { goodsOfForm } from './list-goods.ts'
import { sumOf } from './list-sum.server.ts'

/** What the quantities in the form of a list come to, together with the cart: for the bar while they are changed. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  const asked = new URL(request.url).searchParams
  const { goods } = goodsOfForm(asked)
  const quote = await cartQuoteWith(ctx, { kitchenId, goods: goods.slice(0, 200), on: parseJstDate(asked.get('on')) })
  return Response.json(sumOf(quote), { headers: { 'cache-control': 'private, no-store' } })
})
