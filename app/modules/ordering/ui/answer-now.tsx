import { ButtonLink } from '#ui/button.tsx'
import { useLane } from '#ui/device/waiting.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { ruleOf } from '../process/transitions.ts'
import { AcceptStopped } from './accept-stopped.tsx'
import { AnswerDue } from './answer-due.tsx'
import { TaskButton, TaskForm } from './task-form.tsx'

type Props = { order: OrderSummary; address: string; formKey: string; now: Date; mayAccept: boolean }

/** Answers directly on the card: all of it with one press; anything else on the order's page. */
export default function AnswerNow({ order, address, formKey, now, mayAccept }: Props) {
  const waiting = useLane(address)
  if (waiting.length > 0)
    return (
      <ButtonLink size="lg" to={address} className="mt-2 w-full">
        未送信（{waiting.length}） 続ける
        <span className="visually-hidden">（{order.restaurant.name}）</span>
      </ButtonLink>
    )
  if (!mayAccept)
    return (
      <>
        <AnswerDue order={order} now={now} />
        <AcceptStopped />
        <ButtonLink kind="line" size="lg" to={address}>
          注文を見る
          <span className="visually-hidden">（{order.restaurant.name}）</span>
        </ButtonLink>
      </>
    )
  return (
    <>
      <AnswerDue order={order} now={now} />
      <TaskForm task="accept" formKey={formKey} action={address} className="gap-3">
        <input type="hidden" name="version" value={order.version} />
        <TaskButton formKey={formKey}>
          {ruleOf('accept').button}
          <span className="visually-hidden">（{order.restaurant.name}）</span>
        </TaskButton>
      </TaskForm>
      <ButtonLink kind="line" size="lg" to={`${address}?part=1#part`}>
        出荷できない商品がある
        <span className="visually-hidden">（{order.restaurant.name}）</span>
      </ButtonLink>
    </>
  )
}
