import type { ReactNode } from 'react'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import type { OrderDetail } from '../order-queries.server.ts'

type PanelProps = { head: ReactNode; className?: string; children: ReactNode }

export const Panel = ({ head, className, children }: PanelProps) => (
  <section className={`card grid content-start gap-2 p-4 ${className ?? ''}`}>
    <div className="text-h4 font-bold">{head}</div>
    <div className="grid grid-cols-1 content-start gap-3">{children}</div>
  </section>
)

/** The moments at which windows close and timers fire. */
export function OrderDates({ order }: { order: OrderDetail }) {
  const dates = [
    ['注文', formatMoment(order.placedAt)],
    ['締切', formatMoment(order.cutoffAt)],
    ['回答期限', formatMoment(order.answerDueAt)],
    ['箱詰め', formatMoment(order.packAt)],
    ['出荷日', formatDay(order.shipOn)],
    ['お届け', `${formatDay(order.deliveryOn)} ${slotWord[order.slot]}`],
  ]
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sub">
      {dates.map(([word, value]) => (
        <div key={word} className="contents">
          <dt className="text-ink-2">{word}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
