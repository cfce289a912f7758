import { formatMoment } from '#kernel/format.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { recallName } from '../recalls/recall-labels.ts'
import type { RecallRow } from '../recalls/recall-queries.server.ts'

/** Recalls and rehearsals: the open ones, and their progress. */
export default function RecallList({ base, recalls }: { base: '/farmer' | '/admin'; recalls: readonly RecallRow[] }) {
  return (
    <>
      <p>
        <ButtonLink kind="line" size="lg" to={`${base}/lots`}>
          ロットを選択して開始する
        </ButtonLink>
      </p>
      {recalls.length === 0 ? (
        <EmptyState>
          回収・訓練の記録はありません。年に一度は訓練を行い、全員への連絡にかかる時間を確認することをおすすめします。
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {recalls.map((it) => (
            <li key={it.id} className="card grid grid-cols-1 gap-1 p-4">
              <p className="flex flex-wrap items-center gap-2">
                <Link
                  to={`${base}/recalls/${it.id}`}
                  className="prose-link inline-flex min-h-11 items-center text-h4 font-bold"
                >
                  {recallName(it)}
                </Link>
                <RecallBadge recall={it} />
                {base === '/admin' && <b>{it.farm}</b>}
              </p>
              <p>{it.lots.map(({ name, code }) => `${name} ${code}`).join('、')}</p>
              <p className="text-sub text-ink-2">{it.reason}</p>
              <p className="text-sub tabular-nums">
                {formatMoment(it.begunAt)} {it.begunBy}・{it.restaurants}店のうち、
                <span className="inline-block">
                  既読 {it.read}・回答 {it.answered}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function RecallBadge({ recall }: { recall: { rehearsal: boolean; closedAt: Date | null } }) {
  if (recall.rehearsal) return <Badge tone="tag">{recall.closedAt ? '訓練終了' : '訓練中'}</Badge>
  return <Badge tone={recall.closedAt ? 'matcha' : 'akane'}>{recall.closedAt ? '終了' : '回収中'}</Badge>
}
