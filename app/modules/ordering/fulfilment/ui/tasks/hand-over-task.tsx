import { Form } from 'react-router'
import { formatTime } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import ClaimPhotosField from '#modules/ordering/ui/claim-photos-field.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { TaskButton, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Head } from '#ui/head.tsx'
import { useFormKey } from '#ui/use-form-key.ts'

type Props = { order: OrderDetail; formKey: string; now: Date; problem: TaskProblem | undefined }

/** What left without a tracking number is delivered: when, to whom, and a photo if the farmer took one. */
export default function HandOverTask({ order, formKey: made, now, problem }: Props) {
  const formKey = useFormKey(made, 'handOver')
  const { fields = {}, typed = {} } = problem ?? {}
  return (
    <section className="card grid grid-cols-1 gap-4 p-4" aria-labelledby="hand-over">
      <Head as="h2" id="hand-over" className="text-h3">
        納品を記録する
      </Head>
      <p>
        {order.restaurant.name}
        にお渡ししたら記録してください。記録しない場合は、飲食店の検収、またはお届け日の翌日の終わりに納品済みになります。
      </p>
      {problem && <ProblemNotice problem={problem} />}
      <Form method="post" encType="multipart/form-data" noValidate className="grid grid-cols-1 gap-4">
        <input type="hidden" name="intent" value="handOver" />
        <input type="hidden" name="key" value={formKey} />
        <DateField
          label="納品日"
          name="day"
          need="required"
          defaultValue={typed.day ?? jstDateOf(now)}
          error={fields.day}
        />
        <TextField
          label="時刻"
          name="time"
          need="required"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          help="例 9:30"
          defaultValue={typed.time ?? formatTime(now)}
          error={fields.time}
        />
        <TextField
          label="受取者"
          name="receivedBy"
          need="required"
          autoComplete="off"
          maxLength={60}
          help="受け取った方のお名前。置き配の場合は置いた場所（例 裏口に置き配）"
          defaultValue={typed.receivedBy ?? ''}
          error={fields.receivedBy}
        />
        <ClaimPhotosField name="photo" label="納品時の写真" help="1枚まで" error={fields.photo} />
        <p>
          <TaskButton formKey={formKey}>納品を記録する</TaskButton>
        </p>
      </Form>
    </section>
  )
}
