import { formatMoment } from '#kernel/format.ts'
import { reasonWord } from '#modules/messaging/messaging-labels.ts'
import type { ReportInQueue } from '#modules/messaging/moderate-conversations.server.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { inquiryStateWord } from '#modules/support/inquiry.ts'
import type { InquiryAbout } from '#modules/support/inquiry-queries.server.ts'
import { Link } from '#ui/link.tsx'

type Props = {
  /** Words for the lists of orders and claims: the names of both sides. */
  between: readonly string[]
  inquiries: readonly InquiryAbout[]
  reports: readonly Pick<ReportInQueue, 'id' | 'reason' | 'at' | 'closedAt'>[]
}

const link = 'prose-link inline-flex min-h-11 items-center tabular-nums'

/** From an order or a claim to what else there is between its two sides. */
export function RelatedPanel({ between, inquiries, reports }: Props) {
  const q = new URLSearchParams({ q: between.join(' ') })
  return (
    <Panel head={<h2>関連</h2>}>
      <ul className="grid grid-cols-1 text-sub">
        <li>
          <Link to={`/admin/orders?${q}`} className={link}>
            この飲食店と農園の注文
          </Link>
        </li>
        <li>
          <Link to={`/admin/claims?${q}`} className={link}>
            この飲食店と農園の報告
          </Link>
        </li>
        {inquiries.map(({ id, number, state }) => (
          <li key={id}>
            <Link to={`/admin/inquiries/${id}`} className={link}>
              お問い合わせ {number}（{inquiryStateWord[state]}）
            </Link>
          </li>
        ))}
        {reports.map(({ id, reason, at, closedAt }) => (
          <li key={id}>
            <Link to={`/admin/talks/${id}`} className={link}>
              チャットの報告 {formatMoment(at)} {reasonWord[reason]}（{closedAt ? '対応済み' : '未対応'}）
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
