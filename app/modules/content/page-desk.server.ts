import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type PageSlug, pageSlugs, pagesToAgreeTo } from './pages.ts'
import { versionInForce, versionsOn } from './versions.ts'

const heads = ['slug', 'number', 'title', 'effectiveOn', 'changeNote', 'material', 'publishedAt', 'author'] as const

/** For staff: every page with the version in force today and the planned ones. One query. */
export async function pagesForStaff(ctx: Ctx) {
  requireStaff(ctx)
  const rows = await ctx.db.selectFrom('pageVersions').select(heads).where('slug', 'in', pageSlugs).execute()
  const today = jstDateOf(ctx.now)
  return pageSlugs.flatMap((slug) => {
    const versions = versionsOn(
      rows.filter((row) => row.slug === slug),
      today,
    )
    const inForce = versionInForce(versions, today)
    const [newest] = versions
    if (!newest) return []
    return [
      {
        slug,
        title: (inForce ?? newest).title,
        inForce,
        planned: versions.filter(({ state }) => state === 'planned'),
        count: versions.length,
        agreedTo: pagesToAgreeTo.some((it) => it === slug),
      },
    ]
  })
}
export type ListedPage = Awaited<ReturnType<typeof pagesForStaff>>[number]

/** For staff: one page with all its versions, newest first, and the text of the newest. */
export async function pageForStaff(ctx: Ctx, slug: PageSlug) {
  requireStaff(ctx)
  const rows = await ctx.db
    .selectFrom('pageVersions')
    .select([...heads, 'body'])
    .where('slug', '=', slug)
    .execute()
  const today = jstDateOf(ctx.now)
  const versions = versionsOn(rows, today)
  const [newest] = versions
  if (!newest) throw new NotFound('page')
  return { slug, versions, newest, inForce: versionInForce(versions, today), today }
}
export type DeskPage = Awaited<ReturnType<typeof pageForStaff>>

function requireStaff({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('pages')
  seeOrNotFound(actor, 'desk.see', null)
}
