import { can } from '#authorization/rules.ts'
import { readWish } from '#modules/products/catalog/product-filter.ts'
import { countFacets } from '#modules/products/catalog/product-list.server.ts'
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
  const counted = await countFacets(ctx, filterOf(wish, await catalogViewerOf(ctx, request)))
  return Response.json(counted, { headers: { 'cache-control': 'private, no-store' } })
})
