import { Form } from 'react-router'
import { formatTime } from '#kernel/format.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { TaskButton } from '#modules/ordering/ui/task-form.tsx'
import type { RideRow } from '#modules/runs/run-queries.server.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { useFormKey } from '#ui/use-form-key.ts'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'

type Props = {
  day: JstDate
  rides: readonly RideRow[]
  /** A form key for each kitchen. */
  keys: ReadonlyMap<KitchenId, string>
  now: Date
  problem: Problem | undefined
}

/** The driver records, kitchen by kitchen, when what the run brings was delivered and who took it. */
export function HandOverRunForm({ day, rides, keys, now, problem }: Props) {
  const kitchens = [
    ...Map.groupBy(
      rides.filter(({ state }) => state === 'shipped'),
      ({ kitchenId }) => kitchenId,
    ),
  ]
  const hasForm = kitchens.some(([kitchenId]) => kitchenId === problem?.typed.kitchenId)
  return (
    <section aria-labelledby="hand-over" className="card grid grid-cols-1 gap-2 p-4 print:hidden">
      <h3 id="hand-over" className="text-h4 font-bold">
        納品を記録する
      </h3>
      {problem && !hasForm && <RefusalNotice problem={problem} />}
      <p className="text-sub">
        {kitchens.length === 0
          ? '農園が出荷を登録すると、ここで納品を記録できます。'
          : '飲食店ごとに記録します。農園が出荷済みの注文は、すべて納品済みになります。'}
      </p>
      {kitchens.map(([kitchenId, [first, ...others]]) => {
        const wrong = problem?.typed.kitchenId === kitchenId ? problem : undefined
        return (
          first && (
            <Disclosure
              key={kitchenId}
              summary={`${first.restaurant} ${first.kitchen}（${others.length + 1}件）`}
              open={wrong !== undefined}
            >
              <KitchenForm key={day} {...{ day, now }} ride={first} made={keys.get(kitchenId) ?? ''} problem={wrong} />
            </Disclosure>
          )
        )
      })}
    </section>
  )
}

type KitchenFormProps = Pick<Props, 'day' | 'now' | 'problem'> & { ride: RideRow; made: string }

function KitchenForm({ day, ride, made, now, problem }: KitchenFormProps) {
  const formKey = useFormKey(made)
  return (
    <Form method="post" action={`?day=${day}`} noValidate preventScrollReset className="grid grid-cols-1 gap-4">
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="intent" value="handOver" />
      <input type="hidden" name="rideDay" value={day} />
      <input type="hidden" name="kitchenId" value={ride.kitchenId} />
      {problem && <RefusalNotice problem={problem} />}
      <DateField
        label="納品日"
        name="day"
        need="required"
        defaultValue={problem?.typed.day ?? jstDateOf(now)}
        error={problem?.fields.day}
      />
      <TextField
        label="時刻"
        name="time"
        need="required"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        help="例 9:30"
        defaultValue={problem?.typed.time ?? formatTime(now)}
        error={problem?.fields.time}
      />
      <TextField
        label="受取者"
        name="receivedBy"
        need="required"
        autoComplete="off"
        maxLength={60}
        help="受け取った方のお名前。置き配の場合は置いた場所（例 裏口に置き配）"
        defaultValue={problem?.typed.receivedBy ?? ''}
        error={problem?.fields.receivedBy}
      />
      <p>
        <TaskButton formKey={formKey}>
          納品を記録する<span className="visually-hidden">：{ride.restaurant}</span>
        </TaskButton>
      </p>
    </Form>
  )
}
