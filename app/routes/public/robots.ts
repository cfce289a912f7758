import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/robots.ts'

/** Private pages are not for search engines; with indexing off, nothing is. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { secureOrigin, searchEngines } = context.get(requestFacts)
  const lines = searchEngines
    ? [
        'User-agent: *',
        ...[
          '/admin',
          '/api/',
          '/calendar/',
          '/auth',
          '/test',
          '/restaurant/cart',
          '/restaurant/order',
          '/restaurant/arrivals',
          '/restaurant/receiving',
          '/restaurant/favourites',
        ].map((path) => `Disallow: ${path}`),
        `Sitemap: ${secureOrigin}/sitemap.xml`,
      ]
    : ['User-agent: *', 'Disallow: /']
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
