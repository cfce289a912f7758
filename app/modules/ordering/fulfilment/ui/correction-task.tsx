import { mayAskOn } from '#modules/ordering/adjustments/adjustment-request.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { RequestFacts, RequestState } from '#modules/ordering/ui/correction-requests.tsx'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Fold, problemOf, type TaskProps } from './tasks/task-parts.tsx'

type Props = Pick<TaskProps, 'order' | 'formKey' | 'now' | 'mayAccept' | 'problem'>

/** After shipping: a wrong weight is corrected, or a return recorded, with the restaurant's agreement. */
export default function CorrectionTask({ order, formKey, now, mayAccept, problem }: Props) {
  const requests = order.adjustmentRequests
  const open = requests.find(({ state }) => state === 'asked' || state === 'agreed')
  const asked = problemOf(problem, 'requestCorrection')
  const lines = order.lines.filter((line) => (line.quantities.shipped?.qty ?? 0) > 0)
  return (
    <>
      {requests.length > 0 && (
        <section aria-labelledby="corrections" className="card grid grid-cols-1 gap-4 p-4">
          <h2 id="corrections" className="text-h3 font-bold">
            訂正・返品の依頼
          </h2>
          {requests.map((request) => (
            <article
              key={request.id}
              className="grid grid-cols-1 gap-2 border-t border-line pt-3 first-of-type:border-0"
            >
              <RequestState state={request.state} />
              <RequestFacts request={request} order={order} now={now} />
              {request.state === 'asked' && mayAccept && (
                <TaskForm
                  task="withdrawCorrection"
                  formKey={formKey}
                  problem={problemOf(problem, 'withdrawCorrection')}
                >
                  <input type="hidden" name="requestId" value={request.id} />
                  <TaskButton kind="line">依頼を取り下げる</TaskButton>
                </TaskForm>
              )}
            </article>
          ))}
        </section>
      )}
      {mayAccept && !open && lines.length > 0 && mayAskOn(order.deliveryOn, now) && (
        <Fold id="correction" word="重さの訂正・返品を依頼する" open={asked !== undefined}>
          <TaskForm task="requestCorrection" formKey={formKey} problem={asked}>
            <p>
              計量の誤りや、農園に戻った商品がある場合に使用します。飲食店が同意すると、修正伝票が発行されます。変更しない商品は空欄のままにしてください。
            </p>
            <ul className="grid gap-4">
              {lines.map((line) => (
                <li key={line.id}>
                  <LineFields line={line} problem={asked} />
                </li>
              ))}
            </ul>
            <TextArea
              label="理由"
              name="reason"
              limit={400}
              help="飲食店に通知されます"
              defaultValue={asked?.typed.reason}
              error={asked?.fields.reason}
            />
            <TaskButton>飲食店に依頼する</TaskButton>
          </TaskForm>
        </Fold>
      )}
    </>
  )
}

function LineFields({ line, problem }: { line: OrderLine; problem: TaskProblem | undefined }) {
  const { shipped } = line.quantities
  const field = (name: string) => ({
    name: `${name}.${line.id}`,
    defaultValue: problem?.typed[`${name}.${line.id}`],
    error: problem?.fields[`${name}.${line.id}`],
    autoComplete: 'off',
  })
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-card border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 font-bold">{line.name}</legend>
      {line.catchWeight && (
        <TextField
          {...field('weight')}
          label="正しい重さ（kg）"
          help={`出荷時 ${(shipped?.grams ?? 0) / 1_000}kg`}
          inputMode="decimal"
        />
      )}
      <TextField
        {...field('back')}
        label={`返品の数量（${line.unitLabel}）`}
        help={`出荷時 ${shipped?.qty ?? 0}${line.unitLabel}`}
        inputMode="numeric"
      />
      {line.catchWeight && <TextField {...field('backKg')} label="返品の重さ（kg）" inputMode="decimal" />}
    </fieldset>
  )
}
