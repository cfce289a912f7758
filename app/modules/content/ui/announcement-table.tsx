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
  { key: 'from', head: '開始日時', nowrap: true, cell: ({ startsAt }) => formatMoment(startsAt) },
  { key: 'to', head: '終了日時', nowrap: true, cell: ({ endsAt }) => endsAt && endText(endsAt) },
  { key: 'mail', head: 'メール', nowrap: true, cell: mailText },
  { key: 'closed', head: '閉じた人数', figures: true, cell: ({ closedBy }) => formatNumber(closedBy) },
  { key: 'author', head: '作成者', nowrap: true, cell: ({ author }) => author },
]

function mailText({ byMail, mailedAt, state }: ListedAnnouncement): string | null {
  if (!byMail) return null
  if (mailedAt) return `${formatMoment(mailedAt)}に送信しました`
  return state === 'shown' ? '送信中' : state === 'planned' ? '開始日時に送信します' : '送信されませんでした'
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
