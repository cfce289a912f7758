import { formatDeadline, formatRemaining } from '#kernel/format.ts'
import { instructionOf, instructionText } from '#modules/ordering/instruction.ts'
import { reservedQuantity } from '#modules/ordering/reserved-quantity.ts'
import { Question, Stray, type TaskProps } from './task-parts.tsx'

/** The restaurant is asked. Nothing to do: without an answer the shown instruction applies at that time. */
export default function AskedTask({ order, now, stray }: TaskProps) {
  if (!order.proposal || !order.proposalDueAt) return null
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<h2 className="font-bold">飲食店の回答待ち</h2>} />
      <Stray problem={stray} />
      <p className="rounded-control bg-tag-tint px-3 py-2 text-center">
        <strong className="whitespace-nowrap">{formatDeadline(order.proposalDueAt, now)}</strong>に決定します
        <span className="ms-2 whitespace-nowrap text-ink-2">{formatRemaining(order.proposalDueAt, now)}</span>
      </p>
      <ul className="card">
        {order.proposal.lines.map(({ lineId, stated }) => {
          const line = order.lines.find(({ id }) => id === lineId)
          return line ? (
            <li key={lineId} className="grid gap-1 border-t border-line px-4 py-3 first:border-t-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-h4 font-bold">
                {line.name}
                <span>
                  {reservedQuantity(line)} → {stated}
                  {line.unitLabel}
                </span>
              </p>
              <p className="text-sub">回答がない場合：{instructionText(instructionOf(line))}</p>
            </li>
          ) : null
        })}
      </ul>
      <p>お待ちいただく必要はありません。決定後、箱詰めする商品をここに表示します。</p>
    </section>
  )
}
