import { useState } from 'react'
import { formatDay } from '#kernel/format.ts'
import type { ShortOrder } from '#modules/ordering/short-orders.server.ts'
import { CountField } from '#modules/ordering/ui/count-field.tsx'
import { SelectField } from '#ui/field.tsx'
import { shortOutcomeWord } from './short-outcome-word.ts'
import '#styles/kit/choice.css'

type Problem = { fields: Record<string, string>; typed: Record<string, string> } | undefined

type Props = { order: ShortOrder; problem: Problem }

/** One order that a missing harvest touches: who, how many, and what is proposed. */
export function ShortOrderFields({ order, problem }: Props) {
  const otherDay = `day.${order.orderId}`
  const taken = problem
    ? (problem.typed.take ?? '').split(',').includes(order.orderId)
    : order.outcome !== null && order.proposedOn === null
  return (
    <article
      aria-labelledby={`short-${order.orderId}`}
      className="card grid h-full grid-cols-1 content-start gap-3 p-4"
    >
      <input type="hidden" name={`order.${order.orderId}`} value={order.version} />
      <h3 id={`short-${order.orderId}`} className="text-h4 font-bold">
        {order.restaurant}
        {order.kitchen && <span className="block text-sub">{order.kitchen}</span>}
      </h3>
      <p className="text-sub">
        出荷日 {formatDay(order.shipOn)}・{order.accepted ? '受注確定' : '回答待ち'}
        {order.proposedOn && `・別のお届け日を提案中（${formatDay(order.proposedOn)}）`}
      </p>
      <label className="choice">
        <input
          type="checkbox"
          name="take"
          value={order.orderId}
          defaultChecked={taken}
          disabled={order.outcome === null}
        />
        <span className="choice-words">
          この注文に回答する
          <small>
            {order.outcome ? shortOutcomeWord[order.outcome] : '変更できる時刻を過ぎています。飲食店に連絡してください'}
          </small>
        </span>
      </label>
      {order.lines.map((line) => (
        <LineFields key={line.lineId} orderId={order.orderId} line={line} problem={problem} />
      ))}
      {order.otherDays.length > 0 && (
        <SelectField
          label="別のお届け日を提案する"
          need="optional"
          help="選択すると、数量は変更せずに、飲食店に提案します"
          name={otherDay}
          defaultValue={problem?.typed[otherDay]}
        >
          <option value="">提案しない</option>
          {order.otherDays.map((day) => (
            <option key={day} value={day}>
              {formatDay(day)}
            </option>
          ))}
        </SelectField>
      )}
    </article>
  )
}

/** 1 … most */
const countsTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1)

type LineProps = { orderId: string; line: ShortOrder['lines'][number]; problem: Problem }

function LineFields({ orderId, line, problem }: LineProps) {
  const { lineId, name, unitLabel, wanted, substitutes, proposed } = line
  const [qty, setQty] = useState(problem?.typed[`qty.${lineId}`] ?? '0')
  const proposal = proposed ? `${proposed.productId}:${proposed.qty}` : ''
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-3">
      <input type="hidden" name={`of.${lineId}`} value={orderId} />
      <p>
        <b>{name}</b>　注文 {wanted}
        {unitLabel}
        <span className="block text-sub">不足時：{line.instruction}</span>
      </p>
      <CountField
        label={
          <>
            出荷できる数量<span className="visually-hidden">（{name}）</span>
          </>
        }
        name={`qty.${lineId}`}
        value={qty}
        onValue={setQty}
        most={wanted}
        unit={unitLabel}
        of={name}
        error={problem?.fields[`qty.${lineId}`]}
      />
      {substitutes.length > 0 && (
        <SelectField
          label={`代替品を送る（${name}）`}
          need="optional"
          help="飲食店が事前に承諾した商品と数量です"
          name={`substitute.${lineId}`}
          defaultValue={problem?.typed[`substitute.${lineId}`] ?? proposal}
        >
          <option value="">送らない</option>
          {substitutes.flatMap((it) =>
            countsTo(Math.min(it.most, wanted, 20)).map((count) => (
              <option key={`${it.productId}-${count}`} value={`${it.productId}:${count}`}>
                {it.name} {count}
                {it.unitLabel}
              </option>
            )),
          )}
        </SelectField>
      )}
    </div>
  )
}
