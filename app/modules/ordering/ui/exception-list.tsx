import { formatMoment, formatNumber } from '#kernel/format.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import type { ExceptionKind, OrderException } from '../staff-exceptions.server.ts'
import { StateBadge } from './state-badge.tsx'

const appearance: Record<ExceptionKind, { word: string; tone: BadgeTone; when: string }> = {
  late: { word: '出荷の遅れ', tone: 'akane', when: 'から' },
  parcel_back: { word: '荷物の返送', tone: 'akane', when: 'から' },
  parcel_late: { word: '到着の遅れ', tone: 'akane', when: 'から' },
  disputed: { word: '報告あり', tone: 'kaki', when: 'から' },
  unanswered: { word: '回答なし', tone: 'tag', when: 'まで' },
  asked: { word: '変更確認待ち', tone: 'ai', when: 'まで' },
  cancel_asked: { word: 'キャンセル依頼', tone: 'tag', when: 'から' },
  sent_back: { word: '返送', tone: 'akane', when: 'から' },
}

/** Orders with problems, above all others. */
export function ExceptionList({ exceptions }: { exceptions: readonly OrderException[] }) {
  return (
    <section aria-labelledby="exceptions" className="card grid grid-cols-1">
      <h2 id="exceptions" className="px-4 pt-3 text-h4 font-bold">
        優先して確認する注文 <span className="num">{formatNumber(exceptions.length)}</span>件
      </h2>
      {exceptions.length === 0 && <p className="px-4 pt-1 pb-4 text-sub">すべての注文が、予定どおり進んでいます。</p>}
      <ul className="grid grid-cols-1">
        {exceptions.map((it) => {
          const { word, tone, when } = appearance[it.kind]
          return (
            <li
              key={it.id}
              className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 py-1 first:border-t-0"
            >
              <span className="w-32 shrink-0">
                <Badge tone={tone}>{word}</Badge>
              </span>
              <Link
                to={`/admin/orders/${it.id}`}
                className="prose-link inline-flex min-h-11 items-center font-bold tabular-nums"
              >
                {it.number}
              </Link>
              <span className="min-w-0 grow">
                {it.farm} → <b>{it.restaurant}</b>
                <span className="ms-2 text-sub text-ink-2 tabular-nums">{it.farmPhone}</span>
              </span>
              <StateBadge state={it.state} />
              <span className="text-sub tabular-nums">
                {formatMoment(it.at)}
                {when}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
