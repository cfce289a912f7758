import { formatDay } from '#kernel/format.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { SelectField } from '#ui/field.tsx'
import type { OrderDetail } from '../order-queries.server.ts'
import { TaskButton, TaskForm, type TaskProblem } from './task-form.tsx'

/** How far ahead a farm proposes a day. */
const daysAhead = 21

type Props = { order: OrderDetail; today: JstDate; formKey: string; problem: TaskProblem | undefined }

/** The farm proposes another day; which of them are possible is calculated when it is sent. */
export function ProposeDayForm({ order, today, formKey, problem }: Props) {
  const days = Array.from({ length: daysAhead }, (_, ahead) => addDays(today, ahead + 1))
  return (
    <TaskForm task="proposeDay" formKey={formKey} problem={problem}>
      <input type="hidden" name="version" value={order.version} />
      <p>
        {order.proposedDay ? `${formatDay(order.proposedDay.deliveryOn)}を提案しています。` : ''}
        飲食店が承諾するまで、お届け日は{formatDay(order.deliveryOn)}のままです。数量と価格は変わりません。
      </p>
      <SelectField
        label="提案するお届け日"
        name="deliveryOn"
        defaultValue={problem?.typed.deliveryOn ?? order.proposedDay?.deliveryOn}
        error={problem?.fields.deliveryOn}
      >
        {days
          .filter((day) => day !== order.deliveryOn)
          .map((day) => (
            <option key={day} value={day}>
              {formatDay(day)}
            </option>
          ))}
      </SelectField>
      <TaskButton formKey={formKey} kind="line">
        {ruleOf('proposeDay').button}
      </TaskButton>
    </TaskForm>
  )
}
