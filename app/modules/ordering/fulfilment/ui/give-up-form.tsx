import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { TextField } from '#ui/field.tsx'

type Props = { formKey: string; problem: TaskProblem | undefined }

/** Force majeure: the whole order is not sent, and the restaurant pays nothing. */
export function GiveUpForm({ formKey, problem }: Props) {
  return (
    <TaskForm task="giveUp" formKey={formKey} problem={problem}>
      <p>
        災害・病害・運休などで、この注文をすべて出荷できなくなった場合のみ押してください。注文はキャンセルになり、運営にも通知されます。
      </p>
      <TextField
        label="状況"
        name="reason"
        autoComplete="off"
        maxLength={200}
        help="飲食店に通知されます"
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <TaskButton kind="danger">{ruleOf('giveUp').button}</TaskButton>
    </TaskForm>
  )
}
