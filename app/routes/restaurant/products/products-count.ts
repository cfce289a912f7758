import { can } from '#authorization/rules.ts'
import { readWish } from '#modules/products/catalog/product-filter.ts'
import { countFacets } from '#modules/products/catalog/product-list.server.ts'
import { sharedGoods } from '#modules/products/catalog/shared-goods.server.ts'
import { filterOf } from '#modules/products/catalog/wish-filter.ts'
import { page } from '#web/page.server.ts'
import { catalogViewerOf } from '../layout/viewer.server.ts'
import type { Route } from './+types/products-count.ts'

/**
 * How many products a selection of filters would show, and what each further one would leave; for the open filter
 * sheet.
 */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const wish = readWish(new URL(request.url).searchParams, can(ctx.actor, 'price.see', null))
  const filter = filterOf(wish, await catalogViewerOf(ctx, request))
  const { count, facets } = await countFacets(ctx, filter)
  // as the list does
  const shared = await sharedGoods(ctx, filter)
  return Response.json({ count: count + shared.length, facets }, { headers: { 'cache-control': 'private, no-store' } })
})
