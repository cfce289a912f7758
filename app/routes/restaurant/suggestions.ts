import { suggestions } from '#modules/products/catalog/suggestions.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/suggestions.ts'

/** What the search field offers while somebody types; for our script. The same for everybody, for a minute. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const found = await suggestions(ctx, new URL(request.url).searchParams.get('q') ?? '')
  return Response.json(found, { headers: { 'cache-control': 'private, max-age=60' } })
})
