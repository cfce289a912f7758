import { Undo2 } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { formatDeadline } from '#kernel/format.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { Button } from '#ui/button.tsx'

type Props = { order: Pick<OrderDetail, 'answerUndoUntil'>; formKey: string; now: Date }

/** The restaurant's answer to the farm's question, which it can take back until the time to answer is over. */
export default function AnsweredPanel({ order: { answerUndoUntil }, formKey, now }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'reopen'
  if (!answerUndoUntil) return null
  return (
    <Form method="post" className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4 print:hidden">
      <input type="hidden" name="intent" value="reopen" />
      <input type="hidden" name="key" value={formKey} />
      <p className="min-w-0 grow basis-60">
        農園からの変更依頼に回答済みです。
        <span className="inline-block">{formatDeadline(answerUndoUntil, now)}まで、回答を変更できます。</span>
      </p>
      <Button kind="line" busy={busy}>
        <Undo2 aria-hidden="true" />
        {ruleOf('reopen').button}
      </Button>
    </Form>
  )
}
