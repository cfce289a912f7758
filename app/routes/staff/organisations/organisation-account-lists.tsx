import { formatDay, formatMoment } from '#kernel/format.ts'
import type { OrganisationAccount } from '#modules/admin/organisations/organisation-detail.server.ts'
import { reasonWord } from '#modules/messaging/messaging-labels.ts'
import type { ReportInQueue } from '#modules/messaging/moderate-conversations.server.ts'
import { stateWord } from '#modules/ordering/order-labels.ts'
import { documentKindWord, isReplaced } from '#modules/organisations/documents/document.ts'
import { inquiryStateWord, kindWord } from '#modules/support/inquiry.ts'
import { Link } from '#ui/link.tsx'

export const Nothing = ({ children }: { children: string }) => <p className="text-ink-2">{children}</p>

/** Current sessions. */
export function Devices({ sessions }: { sessions: OrganisationAccount['sessions'] }) {
  if (sessions.length === 0) return <Nothing>サインイン中の端末はありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 gap-1 text-sub">
      {sessions.map((session) => (
        <li key={`${session.name} ${session.seenAt.toISOString()} ${session.ip}`} className="border-b border-line pb-1">
          <b>{session.name}</b>　最終使用 {formatMoment(session.seenAt)}
          <span className="block wrap-anywhere text-ink-2">
            {session.ip} {session.userAgent}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** All submitted documents, including removed ones. */
export function Papers({ papers }: { papers: OrganisationAccount['papers'] }) {
  if (papers.length === 0) return <Nothing>書類はありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 gap-1 text-sub">
      {papers.map((paper) => (
        <li key={paper.id} className="flex flex-wrap items-center gap-x-2">
          <a href={`/admin/documents/${paper.id}`} className="prose-link inline-flex min-h-11 items-center">
            {documentKindWord[paper.kind]}（{paper.fileName}）
          </a>
          <span className="text-ink-2">
            {formatMoment(paper.addedAt)}に追加
            {!paper.removedAt && isReplaced(paper, papers) && '、差し替え済み'}
            {paper.removedAt && `、${formatMoment(paper.removedAt)}に取り下げ`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The newest orders. */
export function Orders({ orders }: { orders: OrganisationAccount['orders']['newest'] }) {
  if (orders.length === 0) return <Nothing>注文はまだありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 text-sub">
      {orders.map((order) => (
        <li key={order.id} className="flex flex-wrap items-center gap-x-3">
          <Link to={`/admin/orders/${order.id}`} className="prose-link inline-flex min-h-11 items-center tabular-nums">
            {order.number}
          </Link>
          {stateWord[order.state]}
          <span className="text-ink-2">お届け {formatDay(order.deliveryOn)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Reports of their conversations, open or closed. */
export function Reports({ reports }: { reports: readonly ReportInQueue[] }) {
  if (reports.length === 0) return <Nothing>チャットの報告はありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 text-sub">
      {reports.map((report) => (
        <li key={report.id} className="flex flex-wrap items-center gap-x-3">
          <Link to={`/admin/talks/${report.id}`} className="prose-link inline-flex min-h-11 items-center tabular-nums">
            {formatMoment(report.at)} {reasonWord[report.reason]}
          </Link>
          {report.restaurant} ⇔ {report.farm}
        </li>
      ))}
    </ul>
  )
}

/** Their inquiries. */
export function Inquiries({ inquiries }: { inquiries: OrganisationAccount['inquiries'] }) {
  if (inquiries.length === 0) return <Nothing>お問い合わせはありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 text-sub">
      {inquiries.map((inquiry) => (
        <li key={inquiry.id} className="flex flex-wrap items-center gap-x-3">
          <Link
            to={`/admin/inquiries/${inquiry.id}`}
            className="prose-link inline-flex min-h-11 items-center tabular-nums"
          >
            {inquiry.number}
          </Link>
          {kindWord[inquiry.kind]}・{inquiryStateWord[inquiry.state]}
          <span className="text-ink-2">{formatMoment(inquiry.sentAt)}</span>
        </li>
      ))}
    </ul>
  )
}
