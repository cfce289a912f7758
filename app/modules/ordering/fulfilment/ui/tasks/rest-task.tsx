import { formatDay } from '#kernel/format.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { TaskButton, TaskForm } from '#modules/ordering/ui/task-form.tsx'
import { TextField } from '#ui/field.tsx'
import PartForm from '../part-form.tsx'
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** A part has left: what is still to be sent, and until when. */
export default function RestTask(props: TaskProps) {
  const { order, formKey, mayAccept, problem, stray } = props
  const gone = problemOf(problem, 'dropRest')
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<h2 className="font-bold">残りを出荷する</h2>} />
      <Stray problem={stray} />
      {order.restOn && (
        <p className="rounded-control bg-tag-tint px-3 py-2">
          <strong className="whitespace-nowrap">{formatDay(order.restOn)}</strong>
          までに届ける約束です。この日のうちに出荷しない場合は、先に出荷した分のみになります。
        </p>
      )}
      <PartForm {...props} part="rest" problem={problemOf(problem, 'shipRest')} />
      <section aria-label="先に出荷した個口" className="card grid grid-cols-1 gap-2 p-4">
        <h3 className="font-bold">先に出荷した個口</h3>
        <ParcelList parcels={order.parcels.filter(({ sentFirst }) => sentFirst)} events={order.parcelEvents} />
      </section>
      {mayAccept && (
        <Fold word={ruleOf('dropRest').button} open={gone !== undefined}>
          <TaskForm task="dropRest" formKey={formKey} problem={gone}>
            <p>先に出荷した分のみになり、飲食店に残りの分は請求されません。飲食店にメールで通知されます。</p>
            <TextField
              label="理由"
              name="reason"
              autoComplete="off"
              maxLength={200}
              help="飲食店に通知されます"
              defaultValue={gone?.typed.reason}
              error={gone?.fields.reason}
            />
            <TaskButton kind="danger">{ruleOf('dropRest').button}</TaskButton>
          </TaskForm>
        </Fold>
      )}
    </section>
  )
}
