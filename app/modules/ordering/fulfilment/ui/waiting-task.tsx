import { CloudOff } from 'lucide-react'
import { formatMoment } from '#kernel/format.ts'
import type { QueuedMutation } from '#ui/device/queued-mutation.ts'
import { Notice } from '#ui/notice.tsx'
import { afterQueuedMutations } from '../after-queued-mutations.ts'
import { OrderTask } from './order-task.tsx'
import type { TaskProps } from './tasks/task-parts.tsx'

type Props = Omit<TaskProps, 'stray'> & { presses: readonly QueuedMutation[] }

/** An order with steps queued on this device: what they are, and the step after them. */
export default function WaitingTask({ presses, ...props }: Props) {
  const waiting = presses.filter(({ refused }) => refused === null)
  const isStopped = waiting.length < presses.length
  const { order, packed, open } = afterQueuedMutations(props, waiting)
  return (
    <div className="grid grid-cols-1 gap-4">
      {waiting.length > 0 && (
        <ul aria-label="未送信" className="card grid grid-cols-1">
          {waiting.map((press) => (
            <li
              key={press.key}
              className="flex flex-wrap items-center gap-x-3 border-t border-line px-4 py-2 font-bold first:border-t-0"
            >
              <span className="inline-flex items-center gap-1.5 rounded-tag bg-ai-tint px-2 py-0.5 text-ai">
                <CloudOff aria-hidden="true" size={20} />
                未送信
              </span>
              {press.label.trim()}
              <time dateTime={new Date(press.pressedAt).toISOString()} className="ms-auto text-sub tabular-nums">
                {formatMoment(new Date(press.pressedAt))}
              </time>
            </li>
          ))}
        </ul>
      )}
      {isStopped ? (
        <Notice>上の質問に回答すると、続行できます。</Notice>
      ) : open ? (
        <Notice>次の操作は、飲食店の事前の指示によって決まります。接続後、ここに表示します。</Notice>
      ) : (
        <OrderTask {...props} order={order} packed={packed} />
      )}
    </div>
  )
}
