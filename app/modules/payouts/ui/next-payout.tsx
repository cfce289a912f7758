import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { Link } from '#ui/link.tsx'

type Next = { documentId: string; payOn: JstDate; yen: Yen; heldYen: Yen }

/** When how much is paid to the farm next. */
export function NextPayout({ next }: { next: Next | null }) {
  return (
    <section aria-labelledby="next-payout" className="card grid content-start grid-cols-1 gap-2 p-4">
      <h2 id="next-payout" className="text-h3 font-bold">
        次回の振込
      </h2>
      {next ? (
        <>
          <p className="text-h2 font-bold tabular-nums">{formatYen(next.yen)}</p>
          <p className="text-lead">{formatDayWithYear(next.payOn)}に振り込みます。振込手数料は運営が負担します。</p>
          {next.heldYen > 0 && <p>確認中の明細 {formatYen(next.heldYen)} は、確認後に振り込みます。</p>}
          <Link
            to={`/farmer/sales/statements/${next.documentId}`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            支払通知書を確認する
          </Link>
        </>
      ) : (
        <p className="text-lead">予定している振込はありません。毎月末に締め、翌月15日までに振り込みます。</p>
      )}
    </section>
  )
}
