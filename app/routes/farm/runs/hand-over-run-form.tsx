import { Form } from 'react-router'
import { formatTime } from '#kernel/format.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { TaskButton } from '#modules/ordering/ui/task-form.tsx'
import type { RideRow } from '#modules/runs/run-queries.server.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'

type Props = {
  day: JstDate
  rides: readonly RideRow[]
  formKey: string
  now: Date
  problem: Problem | undefined
}

/** The driver records, kitchen by kitchen, when what the run brings was delivered and who took it. */
export function HandOverRunForm({ day, rides, formKey, now, problem }: Props) {
  const kitchens = Map.groupBy(
    rides.filter(({ state }) => state === 'shipped'),
    ({ kitchenId }) => kitchenId,
  )
  return (
    <section aria-labelledby="hand-over" className="card grid grid-cols-1 gap-2 p-4 print:hidden">
      <h3 id="hand-over" className="text-h4 font-bold">
        納品を記録する
      </h3>
      <p className="text-sub">
        {kitchens.size === 0
          ? '農園が出荷を登録すると、ここで納品を記録できます。'
          : 'お渡しした飲食店ごとに記録してください。出荷済みのすべての農園の注文が納品済みになります。'}
      </p>
      {[...kitchens].map(([kitchenId, [first, ...others]]) => {
        const wrong = problem?.typed.kitchenId === kitchenId ? problem : undefined
        return (
          first && (
            <Disclosure
              key={kitchenId}
              summary={`${first.restaurant} ${first.kitchen}（${others.length + 1}件）`}
              open={wrong !== undefined}
            >
              <Form method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-4">
                <input type="hidden" name="key" value={formKey} />
                <input type="hidden" name="intent" value="handOver" />
                <input type="hidden" name="rideDay" value={day} />
                <input type="hidden" name="kitchenId" value={kitchenId} />
                {wrong && <RefusalNotice problem={wrong} />}
                <DateField
                  label="納品日"
                  name="day"
                  need="required"
                  defaultValue={wrong?.typed.day ?? jstDateOf(now)}
                  error={wrong?.fields.day}
                />
                <TextField
                  label="時刻"
                  name="time"
                  need="required"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={5}
                  help="例 9:30"
                  defaultValue={wrong?.typed.time ?? formatTime(now)}
                  error={wrong?.fields.time}
                />
                <TextField
                  label="受取者"
                  name="receivedBy"
                  need="required"
                  autoComplete="off"
                  maxLength={60}
                  help="受け取った方のお名前。置き配の場合は置いた場所（例 裏口に置き配）"
                  defaultValue={wrong?.typed.receivedBy ?? ''}
                  error={wrong?.fields.receivedBy}
                />
                <p>
                  <TaskButton formKey={formKey}>
                    納品を記録する<span className="visually-hidden">：{first.restaurant}</span>
                  </TaskButton>
                </p>
              </Form>
            </Disclosure>
          )
        )
      })}
    </section>
  )
}
