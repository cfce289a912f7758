import { Form, useNavigation } from 'react-router'
import { formatDeadline } from '#kernel/format.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import type { Problem } from '../form.ts'

type Props = { order: OrderDetail; formKey: string; now: Date; problem: Problem | undefined }

/** Taking it back: its own step, or the reason why it is too late. */
export function CancelPanel({ order, formKey, now, problem }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  const cancel = order.actions.find(({ name }) => name === 'cancel')
  if (!cancel) return null
  if (cancel.refusal)
    return (
      <section aria-label="取り消し" className="card p-4 text-sub text-ink-2">
        取り消しの締切（{formatDeadline(order.cutoffAt, now)}
        ）をすぎたので、画面からは取り消せません。農園に電話で相談してください。
      </section>
    )
  return (
    <details className="card group" open={problem !== undefined || undefined}>
      <summary className="flex min-h-14 items-center gap-2 px-4 font-bold">
        注文を取り消す
        <span className="ms-auto text-caption font-normal text-ink-2">{formatDeadline(order.cutoffAt, now)}まで</span>
      </summary>
      <Form method="post" className="grid gap-3 border-t border-line p-4">
        <p>
          {order.farm.name}の{order.lines.length}
          品を取り消します。お金はかかりません。取り消したあとは、もとにもどせません。
        </p>
        <input type="hidden" name="key" value={formKey} />
        <TextField
          label="理由"
          need="optional"
          name="reason"
          autoComplete="off"
          maxLength={200}
          help="農園に伝わります"
          defaultValue={problem?.typed.reason}
          error={problem?.fields.reason}
        />
        <Button kind="danger" busy={busy}>
          {cancel.button}
        </Button>
      </Form>
    </details>
  )
}
