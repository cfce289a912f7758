import { formatMoment, formatNumber } from '#kernel/format.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/table-column.ts'
import { audienceWord, endText } from '../announcement.ts'
import type { ListedAnnouncement } from '../announcement-queries.server.ts'
import { AnnouncementStateBadge } from './announcement-state.tsx'

const columns: readonly Column<ListedAnnouncement>[] = [
  { key: 'title', head: '見出し', cell: ({ title }) => title },
  { key: 'state', head: '状態', nowrap: true, cell: ({ state }) => <AnnouncementStateBadge state={state} /> },
  { key: 'audience', head: '対象', nowrap: true, cell: ({ audience }) => audienceWord[audience] },
  { key: 'from', head: 'いつから', nowrap: true, cell: ({ startsAt }) => formatMoment(startsAt) },
  { key: 'to', head: 'いつまで', nowrap: true, cell: ({ endsAt }) => endsAt && endText(endsAt) },
  { key: 'mail', head: 'メール', nowrap: true, cell: mailText },
  { key: 'closed', head: '閉じた人', figures: true, cell: ({ closedBy }) => formatNumber(closedBy) },
  { key: 'author', head: '書いた人', nowrap: true, cell: ({ author }) => author },
]

function mailText({ byMail, mailedAt, state }: ListedAnnouncement): string | null {
  if (!byMail) return null
  if (mailedAt) return `${formatMoment(mailedAt)}に送りました`
  return state === 'shown' ? '送っています' : state === 'planned' ? 'はじめの日時に送ります' : '送りませんでした'
}

/** Every announcement, latest beginning first. */
export const AnnouncementTable = ({ announcements }: { announcements: readonly ListedAnnouncement[] }) => (
  <DataTable
    caption="お知らせの一覧"
    noun="お知らせ"
    columns={columns}
    rows={announcements}
    rowId={({ id }) => id}
    rowName={({ title }) => title}
    rowLink={({ id }) => `/admin/announcements/${id}`}
    empty={{ noData: 'まだお知らせはありません', noMatch: 'お知らせはありません' }}
  />
)
