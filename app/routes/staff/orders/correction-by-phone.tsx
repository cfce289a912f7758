import { Form, useNavigation } from 'react-router'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { RequestFacts, RequestState } from '#modules/ordering/ui/correction-requests.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'

type Props = {
  order: OrderDetail
  /** Whether the member of staff may answer for the kitchen. */
  mayAnswer: boolean
  formKey: string
  now: Date
  problem: Problem | undefined
}

/** What the farm asked to correct after shipping; a kitchen that answers by telephone is answered for. */
export function CorrectionByPhone({ order, mayAnswer, formKey, now, problem }: Props) {
  const pressed = useNavigation().formData?.get('agree')
  if (order.adjustmentRequests.length === 0) return null
  return (
    <Panel head={<h2>訂正・返品の依頼</h2>}>
      <div className="grid grid-cols-1 gap-4">
        {order.adjustmentRequests.map((request) => (
          <article key={request.id} className="grid grid-cols-1 gap-2">
            <RequestState state={request.state} />
            <RequestFacts request={request} order={order} now={now} />
            {mayAnswer && request.state === 'asked' && (
              <Form method="post" className="grid grid-cols-1 gap-3 border-t border-line pt-3" noValidate>
                <p className="text-sub font-bold">飲食店から電話で回答があった</p>
                {problem && <Notice tone="akane">{problem.summary}</Notice>}
                <input type="hidden" name="intent" value="answerCorrection" />
                <input type="hidden" name="key" value={formKey} />
                <input type="hidden" name="requestId" value={request.id} />
                <TextField
                  label="理由"
                  name="reason"
                  autoComplete="off"
                  maxLength={200}
                  help="履歴に残り、取引先にも表示されます（例：店長から電話）"
                  defaultValue={problem?.typed.reason}
                  error={problem?.fields.reason}
                />
                <StaffProof id="correction-proof" problem={problem} />
                <div className="flex flex-wrap gap-3">
                  <Button name="agree" value="true" busy={pressed === 'true'}>
                    同意したと登録する
                  </Button>
                  <Button name="agree" value="false" kind="line" busy={pressed === 'false'}>
                    同意しないと登録する
                  </Button>
                </div>
              </Form>
            )}
          </article>
        ))}
      </div>
    </Panel>
  )
}
