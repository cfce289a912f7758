import { NotFound } from '#kernel/errors.ts'
import { type PageSlug, pageSlugs } from '#modules/content/pages.ts'

/** The page of an address; there are no others. */
export function slugIn(params: { slug: string }): PageSlug {
  const slug = pageSlugs.find((known) => known === params.slug)
  if (!slug) throw new NotFound('page')
  return slug
}
