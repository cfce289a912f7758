import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PageVersionId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { fillPlaceholders } from './placeholders.ts'
import { type RenderedPage, renderPage } from './render-page.server.ts'
import { versionInForce, versionsOn } from './versions.ts'

type Asked = {
  slug: string
  operator: Operator
  /** An earlier or a planned version; by default the one in force today. */
  number?: number | undefined
  /** Words to mark and to list. */
  query?: string
}

/**
 * A page, public: the version in force today, or the requested one, with the list of all. If the first version is not
 * in force yet, it is shown, marked as planned.
 */
export const readPage = query(
  'public',
  async (ctx: Pick<Ctx, 'db' | 'now'>, { slug, operator, number, query: words = '' }: Asked) => {
    const today = jstDateOf(ctx.now)
    const heads = await versionHeads(ctx.db, slug)
    const versions = versionsOn(heads, today)
    const wanted = number ?? versionInForce(heads, today)?.number ?? versions.at(-1)?.number
    const shown = versions.find((version) => version.number === wanted)
    if (!shown) throw new NotFound('page')
    const { title, body } = await ctx.db
      .selectFrom('pageVersions')
      .select(['title', 'body'])
      .where('id', '=', shown.id)
      .executeTakeFirstOrThrow()
    const markdown = fillPlaceholders(body, operator)
    const rendered = words.trim() ? renderPage(markdown, words) : rememberedPage(operator, shown.id, markdown)
    return { slug, title, markdown, ...rendered, shown, versions }
  },
)

export type ReadPage = Awaited<ReturnType<typeof readPage>>

const versionHeads = (db: DbOrTx, slug: string) =>
  db
    .selectFrom('pageVersions')
    .select(['id', 'number', 'effectiveOn', 'changeNote', 'material'])
    .where('slug', '=', slug)
    .execute()

/** A version never changes and the operator is the same until the next start: it is rendered once. */
const rendered = new WeakMap<Operator, Map<PageVersionId, RenderedPage>>()

function rememberedPage(operator: Operator, id: PageVersionId, markdown: string): RenderedPage {
  const ofOperator = rendered.get(operator) ?? new Map<PageVersionId, RenderedPage>()
  rendered.set(operator, ofOperator)
  const page = ofOperator.get(id) ?? renderPage(markdown)
  ofOperator.set(id, page)
  return page
}
