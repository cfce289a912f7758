import { suggestions } from '#modules/products/catalog/suggestions.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/suggestions.ts'

/** The suggestions of the search field; for our script. The same for everyone, cached for a minute. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const found = await suggestions(ctx, new URL(request.url).searchParams.get('q') ?? '')
  return Response.json(found, { headers: { 'cache-control': 'private, max-age=60' } })
})
