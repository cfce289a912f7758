import { formatDayWithYear, formatMonth, formatYen } from '#kernel/format.ts'
import { Link } from '#ui/link.tsx'
import type { NextPayout as Next } from '../farm-sales.server.ts'
import { obstacleSentence } from '../pay-run-labels.ts'
import '#styles/kit/stat.css'

/** When how much is paid to the farm next; where nothing is planned, `terms`: when farms are paid. */
export function NextPayout({ next, terms }: { next: Next; terms?: never } | { next: Next | null; terms: string }) {
  return (
    <section aria-labelledby="next-payout" className="card grid content-start grid-cols-1 gap-2 p-4">
      <h2 id="next-payout" className="text-h3 font-bold">
        次回の振込{next?.documentId === null && '（見込み）'}
      </h2>
      {!next && <p className="text-lead">予定している振込はありません。支払いの条件：{terms}。</p>}
      {next && (
        <p className="figure-fits">
          <span className="num">{formatYen(next.yen)}</span>
        </p>
      )}
      {next?.documentId === null && (
        <p>
          {formatDayWithYear(next.payOn)}に振り込む予定です。{formatMonth(next.month)}
          分のうち、金額が確定した納品から手数料を差し引いた額です。
        </p>
      )}
      {next?.documentId && (
        <>
          <p className="text-lead">
            {next.obstacle
              ? obstacleSentence[next.obstacle]
              : `${formatDayWithYear(next.payOn)}に振り込みます。振込手数料は当社が負担します。`}
          </p>
          {next.heldYen > 0 && <p>確認中の明細 {formatYen(next.heldYen)} は、確認後に振り込みます。</p>}
          <Link
            to={`/farmer/sales/statements/${next.documentId}`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            支払通知書を確認する
          </Link>
        </>
      )}
    </section>
  )
}
