import { formatDay, formatYen } from '#kernel/format.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import type { payRuns } from '#modules/payouts/pay-run.server.ts'
import { type PayRunState, payRunWord } from '#modules/payouts/pay-run-labels.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { PlainTable } from '#ui/plain-table.tsx'

type Run = Awaited<ReturnType<typeof payRuns>>[number] & { state: PayRunState }

/** Every run, the newest first, with how it stands. */
export function PayRunList({ runs }: { runs: readonly Run[] }) {
  return (
    <Panel head={<h2 id="runs">振込の一覧</h2>}>
      {runs.length === 0 ? (
        <EmptyState>振込はまだありません</EmptyState>
      ) : (
        <PlainTable
          className="min-w-[44rem]"
          label="振込の一覧"
          heads={[
            '振込日',
            '状態',
            { figures: '件数' },
            { figures: '合計' },
            { figures: '組戻し・振込不能' },
            '作成',
            '承認',
          ]}
        >
          {runs.map((run) => (
            <tr key={run.id} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-3 text-start whitespace-nowrap">
                <Link to={`/admin/payouts/${run.id}`} className="prose-link inline-flex min-h-11 items-center">
                  {formatDay(run.payOn)}
                </Link>
              </th>
              <td className="px-3 whitespace-nowrap">{payRunWord[run.state]}</td>
              <td className="px-3 text-end tabular-nums">{run.itemCount}</td>
              <td className="px-3 text-end tabular-nums">{formatYen(run.totalYen)}</td>
              <td className="px-3 text-end tabular-nums">{Number(run.returned)}</td>
              <td className="px-3">{run.maker}</td>
              <td className="px-3">{run.releaser ?? '—'}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Panel>
  )
}
