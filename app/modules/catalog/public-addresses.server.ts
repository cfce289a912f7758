import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'

/** The most a sitemap may list (sitemaps.org: 50,000 addresses a file), with room for our fixed pages. */
export const addressesPerSitemap = 49_900

/**
 * The addresses of goods on sale and of their farms, as search engines may show them: farms first, then the
 * newest goods, up to the size of one sitemap. One query.
 */
export async function publicAddresses(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    (select '/restaurant/farmers/' || id as address from farms where status = 'approved' order by id)
    union all
    (select '/restaurant/products/' || product_id from product_search where visible
      order by listed_at desc, product_id desc)
    limit ${addressesPerSitemap}`.execute(ctx.db)
  return rows.map(({ address }) => address)
}
