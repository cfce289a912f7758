import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Reschedule } from '#kernel/enums.ts'
import { formatDay, formatDeadline, formatYen } from '#kernel/format.ts'
import { answerableUntil, differenceOf } from '#modules/ordering/change-delivery.ts'
import { deliveryChangeText } from '#modules/ordering/delivery-change-text.ts'
import { cancelFeeOf, figuresOf } from '#modules/ordering/order.ts'
import { windowOf } from '#modules/ordering/order-process.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { ruleOf, type TransitionName } from '#modules/ordering/process/transitions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import type { Problem } from '#web/form.ts'

type Props = { order: OrderDetail; formKey: string; now: Date; problem: Problem | undefined }

/** Changing and cancelling, beside the status: what is possible now, what it costs, or why it is too late. */
export function CancelPanel({ order, formKey, now, problem }: Props) {
  const action = (name: TransitionName) => order.actions.find((it) => it.name === name)
  const [cancel, change, ask, move] = [action('cancel'), action('change'), action('askCancel'), action('askReschedule')]
  const window = windowOf(order, now)
  const fee = cancelFeeOf(figuresOf(order, order.lines, []).goodsYen, order.cancelPercent)
  const cost =
    fee > 0 ? `取消料は${formatYen(fee)}（商品代の${order.cancelPercent}％）です。` : '取消料はかかりません。'
  if (order.state === 'cancelled' && order.cancelFeeYen !== null && order.cancelFeeYen > 0)
    return <Said>取消料は{formatYen(order.cancelFeeYen)}です。次回請求に含まれます。</Said>
  if (!cancel && window !== 'W3') return null
  return (
    <>
      {order.proposedDay && <ProposedDay order={order} asked={order.proposedDay} formKey={formKey} now={now} />}
      {change && !change.refusal && (
        <ButtonLink
          kind="line"
          to={`/restaurant/orders/${order.id}/change`}
          aria-label="注文を変更する"
          className="px-3.5! print:hidden"
        >
          変更
        </ButtonLink>
      )}
      {change?.refusal && move && !move.refusal && (
        <ButtonLink kind="line" to={`/restaurant/orders/${order.id}/change`} className="px-3.5! print:hidden">
          お届けの変更を依頼
        </ButtonLink>
      )}
      {cancel && !cancel.refusal && (
        <Fold word="キャンセル" open={problem !== undefined}>
          <p>
            {order.farm.name}の{order.lines.length}
            点をキャンセルします。取消料はかかりません。キャンセル後は元に戻せません。
          </p>
          <ReasonForm intent="cancel" formKey={formKey} button={cancel.button} problem={problem} />
        </Fold>
      )}
      {cancel && !cancel.refusal && (
        <Said>
          {formatDeadline(order.cutoffAt, now)}まで無料で{change && !change.refusal && '変更・'}キャンセルできます。
        </Said>
      )}
      {ask && !ask.refusal && (
        <Fold word="キャンセルの依頼" open={problem !== undefined}>
          <p>
            締切（{formatDeadline(order.cutoffAt, now)}）を過ぎたため、{formatDeadline(order.packAt, now)}
            までに農園が承諾した場合のみキャンセルできます。{cost}
            箱詰めまでに回答がない場合は、注文どおりにお届けします。
          </p>
          <ReasonForm intent="askCancel" formKey={formKey} button={ask.button} problem={problem} />
        </Fold>
      )}
      {order.reschedule && (
        <>
          <Said>
            農園にお届けの変更（{deliveryChangeText(differenceOf(order, order.reschedule)).join('、')}
            ）を依頼しています。{formatDeadline(order.packAt, now)}
            の箱詰めまでに承諾されない場合は、現在の内容でお届けします。
          </Said>
          <WithdrawForm formKey={formKey} />
        </>
      )}
      {order.cancelAskedAt && (
        <Said>
          農園にキャンセルを依頼しています。{formatDeadline(order.packAt, now)}
          の箱詰めまでに回答がない場合は、注文どおりにお届けします。
        </Said>
      )}
      {order.state === 'placed' && cancel?.refusal && (
        <Said>
          締切（{formatDeadline(order.cutoffAt, now)}
          ）を過ぎたため、画面からはキャンセルできません。農園の受注確定後に、ここからキャンセルを依頼できます。
        </Said>
      )}
      {window === 'W3' && (
        <Said>箱詰めが始まったため、キャンセルできません。お困りの場合は、農園に電話でご相談ください。</Said>
      )}
    </>
  )
}

/** The farm proposes another day: what it means, and the two answers. */
function ProposedDay({ order, asked, formKey, now }: Pick<Props, 'order' | 'formKey' | 'now'> & { asked: Reschedule }) {
  const busy = useNavigation().formData?.get('intent') === 'answerDay'
  const until = answerableUntil(order, asked)
  const open = now <= until
  return (
    <Form method="post" aria-labelledby="proposed-day" className="card grid w-full gap-3 p-4 print:hidden">
      <input type="hidden" name="intent" value="answerDay" />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="proposalId" value={asked.id} />
      <h2 id="proposed-day" className="text-h4 font-bold">
        農園から別のお届け日の提案があります
      </h2>
      <p className="font-bold">
        {formatDay(order.deliveryOn)} → {formatDay(asked.deliveryOn)}
      </p>
      <p className="text-sub">
        {open
          ? `数量・価格・送料は変わりません。${formatDeadline(until, now)}の箱詰めまでに回答がない場合、`
          : '箱詰めの開始時刻を過ぎたため、提案されたお届け日には変更できません。'}
        お届け日は{formatDay(order.deliveryOn)}のままです。
      </p>
      <div className="flex flex-wrap gap-3">
        {open && (
          <Button name="agree" value="true" busy={busy}>
            {ruleOf('agreeDay').button}
          </Button>
        )}
        <Button kind="line" name="agree" value="false" busy={busy}>
          {ruleOf('refuseDay').button}
        </Button>
      </div>
    </Form>
  )
}

function WithdrawForm({ formKey }: Pick<Props, 'formKey'>) {
  const busy = useNavigation().formData?.get('intent') === 'withdrawReschedule'
  return (
    <Form method="post" className="print:hidden">
      <input type="hidden" name="intent" value="withdrawReschedule" />
      <input type="hidden" name="key" value={formKey} />
      <Button kind="line" busy={busy}>
        {ruleOf('withdrawReschedule').button}
      </Button>
    </Form>
  )
}

/** Below the status, over the whole width. */
const Said = ({ children }: { children: ReactNode }) => (
  <p className="w-full text-sub text-ink-2 print:hidden">{children}</p>
)

type FoldProps = { word: string; open: boolean; children: ReactNode }

/** A button that opens what it needs below it. */
const Fold = ({ word, open, children }: FoldProps) => (
  <details className="group open:w-full print:hidden" open={open || undefined}>
    <summary
      aria-label={`注文の${word}`}
      className="btn list-none px-3.5! [&::-webkit-details-marker]:hidden"
      data-kind="line"
    >
      {word}
    </summary>
    <div className="mt-2 grid gap-3 rounded-card border border-line p-4">{children}</div>
  </details>
)

type FormProps = { intent: string; formKey: string; button: string; problem: Problem | undefined }

function ReasonForm({ intent, formKey, button, problem }: FormProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={formKey} />
      <TextField
        label="理由"
        need="optional"
        name="reason"
        autoComplete="off"
        maxLength={200}
        help="農園に通知されます"
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <Button kind="danger" busy={busy}>
        {button}
      </Button>
    </Form>
  )
}
