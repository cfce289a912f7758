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
      <Question head={<h2 className="font-bold">残りを送る</h2>} />
      <Stray problem={stray} />
      {order.restOn && (
        <p className="rounded-control bg-tag-tint px-3 py-2">
          <strong className="whitespace-nowrap">{formatDay(order.restOn)}</strong>
          までに届ける約束です。この日のうちに発送がないと、先に送った分だけになります。
        </p>
      )}
      <PartForm {...props} part="rest" problem={problemOf(problem, 'shipRest')} />
      <section aria-label="先に送った箱" className="card grid grid-cols-1 gap-2 p-4">
        <h3 className="font-bold">先に送った箱</h3>
        <ParcelList parcels={order.parcels.filter(({ sentFirst }) => sentFirst)} />
      </section>
      {mayAccept && (
        <Fold word={ruleOf('dropRest').button} open={gone !== undefined}>
          <TaskForm task="dropRest" formKey={formKey} problem={gone}>
            <p>先に送った分だけになり、お店は残りの分を払いません。お店にメールで伝わります。</p>
            <TextField
              label="わけ"
              name="reason"
              autoComplete="off"
              maxLength={200}
              help="お店に伝わります"
              defaultValue={gone?.typed.reason}
              error={gone?.fields.reason}
            />
            <TaskButton formKey={formKey} kind="danger">
              {ruleOf('dropRest').button}
            </TaskButton>
          </TaskForm>
        </Fold>
      )}
    </section>
  )
}
