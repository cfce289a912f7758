import { formatDay, formatMoment } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { kindWord } from '../inquiry.ts'
import type { QueuedInquiry } from '../inquiry-queries.server.ts'
import { InquiryStateBadge } from './own-inquiries.tsx'

const heads = ['番号', '待ち時間', '回答期限', '状態', '担当', '種類', 'お名前', '内容'] as const

/** The queue: the longest waiting comes first. */
export function InquiryTable({
  inquiries,
  now,
  today,
}: {
  inquiries: readonly QueuedInquiry[]
  now: Date
  today: JstDate
}) {
  return (
    <PlainTable label="お問い合わせ一覧" heads={heads} className="min-w-[58rem]">
      {inquiries.map((inquiry) => (
        <tr key={inquiry.id} className="border-b border-line last:border-b-0 hover:bg-ai-tint">
          <th scope="row" className="px-3 text-start font-bold whitespace-nowrap">
            <Link
              to={`/admin/inquiries/${inquiry.id}`}
              className="prose-link inline-flex min-h-11 items-center tabular-nums"
            >
              {inquiry.number}
            </Link>
          </th>
          <td className="px-3 whitespace-nowrap tabular-nums">
            {inquiry.firstAnsweredAt ? `${formatMoment(inquiry.firstAnsweredAt)}に回答` : waited(inquiry.sentAt, now)}
          </td>
          <td className="px-3 whitespace-nowrap tabular-nums">
            {formatDay(inquiry.answerDueOn)}
            {inquiry.state !== 'done' && !inquiry.firstAnsweredAt && inquiry.answerDueOn < today && (
              <span className="ms-2">
                <Badge tone="akane">期限切れ</Badge>
              </span>
            )}
          </td>
          <td className="px-3 whitespace-nowrap">
            <InquiryStateBadge state={inquiry.state} />
          </td>
          <td className="px-3 whitespace-nowrap">{inquiry.assignee}</td>
          <td className="px-3 whitespace-nowrap">{kindWord[inquiry.kind]}</td>
          <td className="px-3">
            <b>{inquiry.name}</b>
            {inquiry.organisation && <span className="block text-caption text-ink-2">{inquiry.organisation}</span>}
          </td>
          <td className="max-w-80 truncate px-3">{inquiry.beginning}</td>
        </tr>
      ))}
    </PlainTable>
  )
}

/** 35分, 4時間, 2日: in whole units, rounded down. */
export function waited(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  if (minutes < 60) return `${minutes}分`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}時間`
  return `${Math.floor(minutes / (24 * 60))}日`
}
