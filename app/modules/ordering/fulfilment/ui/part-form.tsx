import { formatDay } from '#kernel/format.ts'
import type { ParcelId } from '#kernel/ids.ts'
import { toSend } from '#modules/ordering/order.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { restOf } from '#modules/ordering/rest-of.ts'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { LotField, PackedLineFields } from './packing-form.tsx'
import { ParcelFields } from './shipping-form.tsx'
import type { TaskProps } from './tasks/task-parts.tsx'

type Props = Pick<TaskProps, 'order' | 'lots' | 'today' | 'restDays' | 'formKey'> & {
  part: 'first' | 'rest'
  problem: TaskProblem | undefined
}

/** What is sent now, with its labels, in one press. The first part promises a day for the rest. */
export default function PartForm({ order, lots, today, restDays, formKey, part, problem }: Props) {
  const first = part === 'first'
  const lines = order.lines.filter((line) => restOf(line, order.left) > 0)
  const boxes = toSend(order.parcels)
  const isForRest = (id: ParcelId) => order.parcels.some((parcel) => parcel.id === id && parcel.forRest)
  return (
    <TaskForm task={first ? 'shipPart' : 'shipRest'} formKey={formKey} problem={problem}>
      {first && (
        <p>
          残りを選択した日までに届けることを、飲食店に約束します。その日までに出荷しない場合は、先に出荷した分のみになります。
          {order.partFreight
            ? '残りの個口の送料は、飲食店が負担します。'
            : '飲食店の送料は、注文時のまま変わりません。増えた個口の送料は農園の負担です。'}
        </p>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {lines.map((line) => (
          <li key={`${line.id} ${restOf(line, order.left)}`}>
            <PackedLineFields line={line} most={restOf(line, order.left)} part={part} problem={problem}>
              <LotField
                line={line}
                lots={lots.get(line.productId) ?? []}
                today={today}
                chosen={problem?.typed[`lot.${line.id}`]}
                error={problem?.fields[`lot.${line.id}`]}
              />
            </PackedLineFields>
          </li>
        ))}
      </ul>
      {first && (
        <SelectField
          label="残りのお届け日"
          name="restOn"
          help="飲食店が待てる日までの中から選択できます"
          defaultValue={problem?.typed.restOn ?? restDays.at(-1)}
          error={problem?.fields.restOn}
        >
          {restDays.map((day) => (
            <option key={day} value={day}>
              {formatDay(day)}まで
            </option>
          ))}
        </SelectField>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {boxes.map((parcel, index) => (
          <li key={parcel.id} className="card p-4">
            <ParcelFields
              parcel={parcel}
              used={order.proposedCarriers}
              at={index + 1}
              of={boxes.length}
              problem={problem}
              {...(first && boxes.length > 1 && { optional: '数字12桁。後で出荷する個口は空欄のままにしてください' })}
            />
            {isForRest(parcel.id) && !order.partFreight && (
              <p className="mt-2 text-sub text-ink-2">飲食店の送料にはなりません。</p>
            )}
          </li>
        ))}
      </ul>
      <TaskButton stamp="出荷">{ruleOf(first ? 'shipPart' : 'ship').button}</TaskButton>
    </TaskForm>
  )
}
