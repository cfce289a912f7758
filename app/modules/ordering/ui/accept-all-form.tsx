import { ruleOf } from '../order-process.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { LineHead } from './line-head.tsx'
import { TaskButton, TaskForm, type TaskProblem } from './task-form.tsx'

type Props = { order: OrderSummary; formKey: string; problem: TaskProblem | undefined }

/** The first question: can you send all of it? One press answers it. */
export function AcceptAllForm({ order, formKey, problem }: Props) {
  return (
    <TaskForm task="accept" formKey={formKey} problem={problem}>
      <ul className="card">
        {order.lines.map((line) => (
          <li key={line.id} className="border-t border-line px-4 py-3 first:border-t-0">
            <LineHead line={line} count={line.quantities.ordered?.qty ?? 0} unit={line.unitLabel} />
          </li>
        ))}
      </ul>
      <TaskButton formKey={formKey}>{ruleOf('accept').button}</TaskButton>
    </TaskForm>
  )
}
