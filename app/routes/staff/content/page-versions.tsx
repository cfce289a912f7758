import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear, formatMoment } from '#kernel/format.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { pageForStaff } from '#modules/content/page-desk.server.ts'
import { differenceOf } from '#modules/content/page-difference.server.ts'
import { pageAddresses } from '#modules/content/pages.ts'
import { fillPlaceholders } from '#modules/content/placeholders.ts'
import { renderPage } from '#modules/content/render-page.server.ts'
import { PageDifference } from '#modules/content/ui/page-difference.tsx'
import { ProseText } from '#modules/content/ui/prose-text.tsx'
import { VersionStateBadge } from '#modules/content/ui/version-state.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/page-versions.ts'
import { slugIn } from './page-slug.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  ownMeta(`${loaderData?.shown.title ?? 'ページ'}の版（管理）`)

/** `?version=2` shows one of them; without it the one in force today. */
export const loader = page(async (ctx, { request, params, context }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const slug = slugIn(params)
  const { versions, inForce, newest } = await pageForStaff(ctx, slug)
  const asked = new URL(request.url).searchParams.get('version')
  const number = asked === null ? (inForce ?? newest).number : parseWholeNumber(asked)
  const shown = versions.find((version) => version.number === number)
  if (!shown) throw new NotFound('version')
  const before = versions.find((version) => version.number < shown.number)
  const { operator } = context.get(requestFacts)
  return {
    slug,
    versions: versions.map(({ body: _, ...head }) => head),
    shown: { ...shown, body: null },
    html: renderPage(fillPlaceholders(shown.body, operator)).html,
    before: before ? { number: before.number, difference: differenceOf(before.body, shown.body) } : null,
  }
})

export default function PageVersionsPage({
  loaderData: { slug, versions, shown, html, before },
}: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/pages" className="prose-link inline-flex min-h-11 items-center">
          ページの一覧
        </Link>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-h2 font-bold">{shown.title}</h1>
          <p className="flex items-center gap-2 text-ink-2">
            第{shown.number}版 <VersionStateBadge state={shown.state} />
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink kind="line" to={`${pageAddresses[slug]}?version=${shown.number}`}>
            会員が見る画面
          </ButtonLink>
          <May to="page.publish">
            <ButtonLink kind="pine" to={`/admin/pages/${slug}/new`}>
              新しい版を作成
            </ButtonLink>
          </May>
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-4">
          {before && (
            <Panel head={<h2>第{before.number}版との差分</h2>}>
              <PageDifference rows={before.difference} label={`第${before.number}版との差分`} />
            </Panel>
          )}
          <Panel head={<Head as="h2">本文</Head>}>
            <ProseText html={html} />
          </Panel>
        </div>
        <Panel head={<Head as="h2">すべての版</Head>}>
          <ol className="grid grid-cols-1">
            {versions.map((version) => (
              <li key={version.number} className="grid gap-1 border-t border-line py-3 first:border-t-0">
                <p className="flex flex-wrap items-center gap-2">
                  <Link
                    to={`?version=${version.number}`}
                    aria-current={version.number === shown.number ? 'page' : undefined}
                    className="prose-link inline-flex min-h-11 items-center font-bold"
                  >
                    第{version.number}版
                  </Link>
                  <VersionStateBadge state={version.state} />
                </p>
                <p>{version.changeNote}</p>
                <p className="text-sub text-ink-2">
                  {formatDayWithYear(version.effectiveOn)}から・{version.material ? '重要な変更' : '表現の修正'}
                </p>
                <p className="text-sub text-ink-2">
                  <span className="inline-block">{version.author}・</span>
                  <span className="inline-block">{formatMoment(version.publishedAt)}に公開</span>
                </p>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </div>
  )
}
