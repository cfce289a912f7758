import type { Ctx } from '#authorization/ctx.ts'
import { isBuyer } from '#authorization/rules.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { CatalogViewer } from '#modules/products/catalog/wish-filter.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'

/** The day, the kitchen and the cart for a product list; none for a visitor. */
export async function catalogViewerOf(ctx: Ctx, request: Request): Promise<CatalogViewer> {
  const today = jstDateOf(ctx.now)
  if (!isBuyer(ctx.actor)) return { today, kitchen: null, reachedFarms: [] }
  const { quote } = await cartOfPage(ctx, request, ctx.actor)
  const reached = quote.farms.filter(
    ({ freeFreightFromYen, goodsYen }) => freeFreightFromYen !== null && goodsYen >= freeFreightFromYen,
  )
  return { today, kitchen: quote.kitchen, reachedFarms: reached.map(({ farmId }) => farmId) }
}
