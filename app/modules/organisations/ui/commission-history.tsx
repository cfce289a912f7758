import { formatDayWithYear } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { PlainTable } from '#ui/plain-table.tsx'
import type { Agreement } from '../commission/agreements.server.ts'
import { commissionAnswerWord, rateText } from '../commission/commission-labels.ts'

const heads = ['手数料率', '適用開始日', '理由', '回答'] as const

/** Every rate that was proposed to a farm, and what became of it. */
export const CommissionHistory = ({ agreements }: { agreements: readonly Agreement[] }) => (
  <PlainTable label="手数料率の履歴" heads={heads} className="min-w-[36rem]">
    {agreements.map((it) => (
      <tr key={it.id} className="border-b border-line last:border-b-0">
        <th scope="row" className="px-3 py-2 text-start font-bold tabular-nums">
          {rateText(it.commissionBp)}
        </th>
        <td className="px-3 whitespace-nowrap">{formatDayWithYear(it.fromOn)}</td>
        <td className="px-3">{it.reason}</td>
        <td className="px-3">
          {it.answer === null ? '回答待ち' : commissionAnswerWord[it.answer]}
          {it.answeredAt && (
            <span className="block text-ink-2">
              {formatDayWithYear(jstDateOf(it.answeredAt))} {it.answeredBy}
            </span>
          )}
        </td>
      </tr>
    ))}
  </PlainTable>
)
