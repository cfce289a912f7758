import { publicAddresses } from '#modules/products/catalog/public-addresses.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/sitemap.ts'

/** Text pages; products and farms come from the database. */
const pages = [
  '/',
  '/restaurant/products',
  '/restaurant/farmers',
  '/restaurant/Guide',
  '/farmer/Guide',
  '/restaurant/law',
  '/restaurant/PrivacyPolicy',
  '/restaurant/UserPolicy',
  '/restaurant/Inquiry',
]

/** For search engines: every public address (sitemaps.org, version 0.9). */
export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  const { secureOrigin } = context.get(requestFacts)
  const urls = [...pages, ...(await publicAddresses(ctx))].map((path) => `<url><loc>${secureOrigin}${path}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
})
