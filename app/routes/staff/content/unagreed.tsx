import { formatDayWithYear, formatNumber } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import {
  mostUnagreed,
  type UnagreedMember,
  unagreedMembers,
} from '#modules/admin/organisations/unagreed-members.server.ts'
import { roleWord } from '#modules/organisations/members/member-labels.ts'
import { SideBadge } from '#modules/organisations/ui/org-badges.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/unagreed.ts'

export const meta: Route.MetaFunction = () => ownMeta('規約に未同意のメンバー（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { ...(await unagreedMembers(ctx)), most: mostUnagreed }
})

const columns: readonly Column<UnagreedMember>[] = [
  { key: 'organisation', head: '会員', cell: ({ organisation }) => organisation },
  { key: 'side', head: '区分', nowrap: true, cell: ({ side }) => <SideBadge side={side} /> },
  { key: 'name', head: 'メンバー', cell: ({ name }) => name },
  { key: 'role', head: '権限', nowrap: true, cell: ({ side, role }) => roleWord[side][role] },
  { key: 'email', head: 'メールアドレス', cell: ({ email }) => email },
  {
    key: 'seen',
    head: '最終利用日',
    nowrap: true,
    cell: ({ seenAt }) => (seenAt ? formatDayWithYear(jstDateOf(seenAt)) : null),
  },
]

/** Whom a change of the terms has not reached yet; they are asked before their next page. */
export default function UnagreedPage({ loaderData: { members, count, most } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2">
        <Head as="span">規約に未同意のメンバー</Head>
      </h1>
      <p className="text-ink-2">
        承認済みの会員のうち、現在の利用規約またはプライバシーポリシーに同意していないメンバーです（
        {formatNumber(count)}名）。次に画面を開いたときに、同意をお願いします。
      </p>
      {count > most && <Notice>最近利用した{formatNumber(most)}名を表示しています。</Notice>}
      <DataTable
        caption="規約に未同意のメンバー"
        noun="メンバー"
        columns={columns}
        rows={members}
        rowId={({ personId, ref }) => `${ref} ${personId}`}
        rowName={({ name, organisation }) => `${organisation} ${name}`}
        rowLink={({ ref }) => `/admin/users/${ref}/account`}
        empty={{ noData: '未同意のメンバーはいません', noMatch: '未同意のメンバーはいません' }}
      />
    </div>
  )
}
