import { formatDayWithYear, formatNumber } from '#kernel/format.ts'
import { type ListedPage, pagesForStaff } from '#modules/content/page-desk.server.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Head } from '#ui/head.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/pages.ts'

export const meta: Route.MetaFunction = () => ownMeta('ページ（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { pages: await pagesForStaff(ctx) }
})

const columns: readonly Column<ListedPage>[] = [
  { key: 'title', head: 'ページ', cell: ({ title }) => title },
  {
    key: 'inForce',
    head: '現在の版',
    nowrap: true,
    cell: ({ inForce }) => inForce && `第${inForce.number}版（${formatDayWithYear(inForce.effectiveOn)}から）`,
  },
  {
    key: 'planned',
    head: '今後の版',
    cell: ({ planned }) =>
      planned.map(({ number, effectiveOn }) => (
        <Badge key={number} tone="tag">
          第{number}版 {formatDayWithYear(effectiveOn)}から
        </Badge>
      )),
  },
  { key: 'agreed', head: '同意', nowrap: true, cell: ({ agreedTo }) => (agreedTo ? '会員が同意する' : null) },
  { key: 'count', head: '版の数', figures: true, cell: ({ count }) => formatNumber(count) },
]

export default function StaffPagesPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2">
        <Head as="span">ページ</Head>
      </h1>
      <p className="text-ink-2">
        ガイドと規約の版の一覧です。公開した版は変更できません。修正する場合は、新しい版を公開してください。
      </p>
      <ButtonLink to="/admin/unagreed" kind="line" className="justify-self-start">
        規約に未同意のメンバー
      </ButtonLink>
      <DataTable
        caption="ページの一覧"
        noun="ページ"
        columns={columns}
        rows={loaderData.pages}
        rowId={({ slug }) => slug}
        rowName={({ title }) => title}
        rowLink={({ slug }) => `/admin/pages/${slug}`}
        empty={{ noData: 'まだページはありません', noMatch: 'ページはありません' }}
      />
    </div>
  )
}
