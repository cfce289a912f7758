import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'

/** The maximum for a sitemap (sitemaps.org: 50,000 addresses per file), leaving room for our fixed pages. */
export const addressesPerSitemap = 49_900

/**
 * The addresses of products on sale and of their farms, for search engines: farms first, then the newest products, up
 * to the size of one sitemap. One query.
 */
export const publicAddresses = query('public', async (ctx: Ctx): Promise<string[]> => {
  const { rows } = await sql<{ address: string }>`
    (select '/restaurant/farmers/' || id as address from farms where ${isPublicFarm('farms')} order by id)
    union all
    (select '/restaurant/products/' || product_id from product_search where visible
      order by listed_at desc, product_id desc)
    limit ${addressesPerSitemap}`.execute(ctx.db)
  return rows.map(({ address }) => address)
})
