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
      <ButtonLink size="lg" to={address} className="m-3">
        未送信（{waiting.length}） 続ける
        <span className="visually-hidden">（{order.restaurant.name}）</span>
      </ButtonLink>
    )
  if (!mayAccept)
    return (
      <div className="grid grid-cols-1 gap-3 p-3">
        <AnswerDue order={order} now={now} />
        <AcceptStopped />
        <ButtonLink kind="line" size="lg" to={address}>
          注文を見る
          <span className="visually-hidden">（{order.restaurant.name}）</span>
        </ButtonLink>
      </div>
    )
  return (
    <>
      <div className="px-3">
        <AnswerDue order={order} now={now} />
      </div>
      <TaskForm
        task="accept"
        formKey={formKey}
        action={address}
        className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] gap-2 bg-surface px-3 pt-2"
      >
        <input type="hidden" name="version" value={order.version} />
        <TaskButton stamp="受注">
          {ruleOf('accept').button}
          <span className="visually-hidden">（{order.restaurant.name}）</span>
        </TaskButton>
      </TaskForm>
      <ButtonLink kind="line" size="lg" to={`${address}?part=1#part`} className="mx-3 my-3">
        出荷できない商品がある
        <span className="visually-hidden">（{order.restaurant.name}）</span>
      </ButtonLink>
    </>
  )
}
