import { formatDeadline, formatRemaining } from '#kernel/format.ts'
import type { OrderSummary } from '../order-queries.server.ts'

/** By when to answer, and how much time is left. */
export function AnswerDue({ order, now }: { order: Pick<OrderSummary, 'answerDueAt'>; now: Date }) {
  return (
    <p className="rounded-control bg-tag-tint px-3 py-1 text-center">
      <strong className="inline-block">{formatDeadline(order.answerDueAt, now)}</strong>までに回答
      <span className="ms-2 inline-block text-ink-2">{formatRemaining(order.answerDueAt, now)}</span>
    </p>
  )
}
