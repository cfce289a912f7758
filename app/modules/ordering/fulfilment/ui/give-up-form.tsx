import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { TextField } from '#ui/field.tsx'

type Props = { formKey: string; problem: TaskProblem | undefined }

/** Force majeure: the whole order is not sent, and the restaurant pays nothing. */
export function GiveUpForm({ formKey, problem }: Props) {
  return (
    <TaskForm task="giveUp" formKey={formKey} problem={problem}>
      <p>
        災害・病気・運休などで、この注文をぜんぶ送れなくなったときだけ押してください。取り消しになり、運営にも伝わります。
      </p>
      <TextField
        label="なにがあったか"
        name="reason"
        autoComplete="off"
        maxLength={200}
        help="お店に伝わります"
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <TaskButton formKey={formKey} kind="danger">
        {ruleOf('giveUp').button}
      </TaskButton>
    </TaskForm>
  )
}
