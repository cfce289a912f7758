import type { OrderSummary } from '../order-queries.server.ts'
import { ruleOf } from '../process/transitions.ts'
import { ReasonField } from './reason-field.tsx'
import { TaskButton, TaskForm, type TaskProblem } from './task-form.tsx'

type Props = { order: OrderSummary; formKey: string; problem: TaskProblem | undefined }

/** The last choice: decline. The restaurant is given the reason. */
export function DeclineForm({ order, formKey, problem }: Props) {
  return (
    <TaskForm task="decline" formKey={formKey} problem={problem}>
      <p>{order.restaurant.name}の注文をすべて辞退します。後から受注することはできません。</p>
      <ReasonField label="辞退する理由" name="reason" chosen={problem?.typed.reason} error={problem?.fields.reason} />
      <TaskButton kind="danger">{ruleOf('decline').button}</TaskButton>
    </TaskForm>
  )
}
