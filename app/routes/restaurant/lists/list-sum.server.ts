import type { Ctx } from '#authorization/ctx.ts'
import type { JstDate } from '#kernel/jst.ts'
import { cartQuoteWith } from '#modules/cart/cart-queries.server.ts'
import type { Quote } from '#modules/cart/quote.ts'
import type { Sum } from '#modules/cart/ui/cart-sum.tsx'
import type { OpenShoppingList } from '#modules/shopping-lists/open-list.server.ts'
import { amountsAtFirst } from '#modules/shopping-lists/wanted.ts'

/** What a list with its usual quantities comes to, together with the cart. */
export async function sumOfList(
  ctx: Ctx,
  { quote, list, on }: { quote: Quote; list: OpenShoppingList; on: JstDate | null },
): Promise<Sum> {
  const amounts = amountsAtFirst(
    list,
    quote.farms.flatMap(({ lines }) => lines),
  )
  const goods = [...amounts].flatMap(([productId, qty]) => (qty > 0 ? [{ productId, qty }] : []))
  return sumOf(await cartQuoteWith(ctx, { kitchenId: quote.kitchen.kitchenId, goods, on }))
}

/** Without the commission and the farms' settings. */
export const sumOf = ({ totalYen, ceilingTotalYen, farms }: Quote): Sum => ({
  totalYen,
  ceilingTotalYen,
  farms: farms.map(({ name, freightWaived, missingToFreeYen }) => ({ name, freightWaived, missingToFreeYen })),
})
