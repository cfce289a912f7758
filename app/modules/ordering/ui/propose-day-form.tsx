import { formatDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { SelectField } from '#ui/field.tsx'
import type { OrderDetail } from '../order-queries.server.ts'
import { TaskButton, TaskForm, type TaskProblem } from './task-form.tsx'

type Props = { order: OrderDetail; days: readonly JstDate[]; formKey: string; problem: TaskProblem | undefined }

/**
 * The farm proposes another day, for a new order together with its acceptance; which of them are possible is calculated when
 * it is sent.
 */
export function ProposeDayForm({ order, days, formKey, problem }: Props) {
  const isNew = order.state === 'placed'
  return (
    <TaskForm task={isNew ? 'acceptWithDay' : 'proposeDay'} formKey={formKey} problem={problem}>
      <input type="hidden" name="version" value={order.version} />
      <p>
        {isNew ? 'すべて受注し、飲食店に別のお届け日を提案します。' : ''}
        {order.proposedDay ? `${formatDay(order.proposedDay.deliveryOn)}を提案しています。` : ''}
        飲食店が承諾するまで、お届け日は{formatDay(order.deliveryOn)}
        のままです。数量と価格は変わりません。承諾されると、変更・キャンセルの締切は新しいお届け日の締切に変わります。
        {isNew ? '元のお届け日に出荷できない場合は、箱詰めの開始前に、出荷できる数量を登録してください。' : ''}
      </p>
      <SelectField
        label="提案するお届け日"
        name="deliveryOn"
        defaultValue={problem?.typed.deliveryOn}
        error={problem?.fields.deliveryOn}
      >
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDay(day)}
          </option>
        ))}
      </SelectField>
      <TaskButton kind="line">{isNew ? '受注して別のお届け日を提案する' : ruleOf('proposeDay').button}</TaskButton>
    </TaskForm>
  )
}
