import { formatDeadline, formatMoment } from '#kernel/format.ts'
import type { AdjustmentRequest } from '../adjustments/adjustment-request.ts'
import { changeText, effectText, requestStateWord } from '../adjustments/adjustment-request-text.ts'
import type { OrderDetail } from '../order-queries.server.ts'

type Order = Pick<OrderDetail, 'lines' | 'moneyShown'>

/** What a farm asked to correct: line by line with its effect, and what became of it. */
export function RequestFacts({ request, order, now }: { request: AdjustmentRequest; order: Order; now: Date }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul className="grid gap-1">
        {request.lines.map((change) => {
          const line = order.lines.find(({ id }) => id === change.lineId)
          return (
            line && (
              <li key={line.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0">
                  <span className="font-bold">{line.name}</span>　{changeText(line, change)}
                </span>
                {order.moneyShown && isOpen(request) && (
                  <span className="num-col ms-auto">{effectText(change.yen)}（税抜）</span>
                )}
              </li>
            )
          )
        })}
      </ul>
      <p className="text-sub">理由：{request.reason}</p>
      {request.words !== '' && <p className="text-sub">飲食店より：{request.words}</p>}
      <p className="text-sub text-ink-2">
        {formatMoment(request.askedAt)}に依頼
        {request.state === 'asked' && (
          <>
            ・<strong className="text-ink">{formatDeadline(request.dueAt, now)}まで</strong>
            に回答がない場合は変更しません
          </>
        )}
      </p>
    </div>
  )
}

/** Before it is answered the effect is calculated; afterwards the correction itself states it. */
const isOpen = ({ state }: AdjustmentRequest) => state === 'asked' || state === 'agreed'

export const RequestState = ({ state }: Pick<AdjustmentRequest, 'state'>) => (
  <p className={`w-fit rounded-tag px-2 py-0.5 font-bold ${state === 'asked' ? 'bg-tag text-tag-ink' : 'bg-sunken'}`}>
    {requestStateWord[state]}
  </p>
)
