import type { RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { readPage } from '#modules/content/page-queries.server.ts'
import type { PageSlug } from '#modules/content/pages.ts'
import { requestFacts } from '#web/request-context.ts'

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** A content page: today's version, `?version=1` an earlier or planned one, `?q=締切` with highlights. */
export async function contentPage(ctx: Ctx, { request, context }: RouteArgs, slug: PageSlug) {
  const asked = new URL(request.url).searchParams
  const version = asked.get('version')
  const number = version === null ? undefined : parseWholeNumber(version)
  if (number === null) throw new NotFound('version')
  const query = (asked.get('q') ?? '').slice(0, 100).trim()
  const { operator } = context.get(requestFacts)
  const { markdown: _, ...page } = await readPage(ctx, { slug, operator, number, query })
  return { ...page, query, today: jstDateOf(ctx.now) }
}
