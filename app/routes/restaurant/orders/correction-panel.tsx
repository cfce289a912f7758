import { Form, useNavigation } from 'react-router'
import { effectText } from '#modules/ordering/adjustments/adjustment-request-text.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { RequestFacts, RequestState } from '#modules/ordering/ui/correction-requests.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'

type Props = { order: OrderDetail; formKey: string; now: Date; words: string | undefined }

/** The farm asks to correct a weight, or states what came back: what it changes in yen, and two buttons. */
export default function CorrectionPanel({ order, formKey, now, words }: Props) {
  const { formData } = useNavigation()
  const busy = formData?.get('intent') === 'answerCorrection' ? formData.get('agree') : null
  return (
    <section aria-labelledby="corrections" className="card grid grid-cols-1 gap-4 p-4 print:hidden">
      <h2 id="corrections" className="text-h3 font-bold">
        農園からの訂正・返品の依頼
      </h2>
      {order.adjustmentRequests.map((request) => (
        <article key={request.id} className="grid grid-cols-1 gap-2 border-t border-line pt-3 first-of-type:border-0">
          {request.state !== 'asked' && <RequestState state={request.state} />}
          <RequestFacts request={request} order={order} now={now} />
          {request.state === 'asked' && (
            <Form method="post" className="grid grid-cols-1 gap-3">
              <input type="hidden" name="intent" value="answerCorrection" />
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="requestId" value={request.id} />
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-2 font-bold">
                商品代の変更（税抜）
                <span className="num-col text-h4">
                  {effectText(request.lines.reduce((sum, { yen }) => sum + yen, 0))}
                </span>
              </p>
              <TextArea label="農園へのメッセージ" need="optional" name="words" limit={400} defaultValue={words} />
              <div className="grid gap-2 sm:grid-cols-2">
                <Button name="agree" value="true" size="lg" busy={busy === 'true'}>
                  同意する
                </Button>
                <Button name="agree" value="false" kind="line" size="lg" busy={busy === 'false'}>
                  同意しない
                </Button>
              </div>
            </Form>
          )}
        </article>
      ))}
    </section>
  )
}
