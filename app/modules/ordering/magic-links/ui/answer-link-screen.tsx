import { formatDay } from '#kernel/format.ts'
import type { ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import type { AnswerStep } from '#modules/ordering/answer-links.server.ts'
import { Destination } from '#modules/ordering/fulfilment/ui/destination.tsx'
import { PackingForm } from '#modules/ordering/fulfilment/ui/packing-form.tsx'
import { ShippingForm } from '#modules/ordering/fulfilment/ui/shipping-form.tsx'
import { Fold, problemOf, Stray } from '#modules/ordering/fulfilment/ui/tasks/task-parts.tsx'
import type { Substitute } from '#modules/ordering/offers.server.ts'
import { boxesOf } from '#modules/ordering/order-counts.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { AcceptAllForm } from '#modules/ordering/ui/accept-all-form.tsx'
import { AcceptPartForm } from '#modules/ordering/ui/accept-part-form.tsx'
import { AnswerDue } from '#modules/ordering/ui/answer-due.tsx'
import { BoxCount } from '#modules/ordering/ui/box-count.tsx'
import { ChangedNotice } from '#modules/ordering/ui/changed-notice.tsx'
import { DeclineForm } from '#modules/ordering/ui/decline-form.tsx'
import { DeliveryNotes } from '#modules/ordering/ui/delivery-notes.tsx'
import { ProposeDayForm } from '#modules/ordering/ui/propose-day-form.tsx'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { wayOfOrder } from '#modules/ordering/way-of-order.ts'
import type { Lot } from '#modules/traceability/lot.server.ts'
import { Crest } from '#ui/market.tsx'

type Props = {
  step: AnswerStep
  order: OrderDetail
  place: string
  prefecture: string
  deliveryHoliday: string | null
  today: JstDate
  now: Date
  formKey: string
  lots: ReadonlyMap<ProductId, readonly Lot[]>
  substitutes: Readonly<Record<string, readonly Substitute[]>>
  /** The days that may be proposed instead (proposable-days.ts). */
  otherDays: readonly JstDate[]
  problem: TaskProblem | undefined
}

const tasksOf: Record<AnswerStep, readonly string[]> = {
  answer: ['accept', 'acceptPart', 'acceptWithDay', 'decline', 'keep'],
  pack: ['pack'],
  ship: ['ship'],
}

const questions: Record<AnswerStep, string> = {
  answer: 'すべて出荷できますか',
  pack: '箱詰めした商品',
  ship: '送り状番号',
}

/** One order, one question, in the largest type: for use in the field without signing in. */
export function AnswerLinkScreen(props: Props) {
  const { step, order, problem } = props
  const known = tasksOf[step].some((task) => task === problem?.typed.intent)
  const grown = step === 'answer' && order.acceptedAt !== null
  return (
    <>
      <About {...props} />
      <DeliveryNotes order={order} />
      <section aria-label="お届け先" className="card p-4">
        <Destination to={order.shipTo} prefecture={props.prefecture} />
      </section>
      <section className="grid grid-cols-1 gap-5 text-lead">
        <h2 className="text-h1 leading-snug font-bold">{grown ? '増えた分も出荷できますか' : questions[step]}</h2>
        <Stray problem={known ? undefined : problem} />
        <Question {...props} grown={grown} />
      </section>
    </>
  )
}

function About({ order, place, deliveryHoliday }: Props) {
  const way = wayOfOrder(order)
  return (
    <section className="flex flex-wrap items-center justify-between gap-3">
      <Crest kanji={order.restaurant.crest} />
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="text-h2 leading-snug font-bold wrap-anywhere">{order.restaurant.name}</h1>
        <p className="text-lead font-bold">
          <span className="whitespace-nowrap">{formatDay(order.deliveryOn, deliveryHoliday)}</span>
          <span className="whitespace-nowrap">{order.slot === 'none' ? '着' : ` ${slotWord[order.slot]}着`}</span>
        </p>
        <p>
          {place}・出荷日 <b className="whitespace-nowrap">{formatDay(order.shipOn)}</b>
        </p>
        {way && <p className="font-bold">{way}</p>}
      </div>
      <BoxCount count={boxesOf(order)} />
    </section>
  )
}

function Question(props: Props & { grown: boolean }) {
  const { step, order, lots, substitutes, otherDays, today, now, formKey, problem, grown } = props
  if (step === 'pack')
    return (
      <PackingForm
        lines={order.lines}
        lots={lots}
        named={order.lots}
        today={today}
        formKey={formKey}
        problem={problemOf(problem, 'pack')}
      />
    )
  if (step === 'ship')
    return (
      <ShippingForm
        parcels={order.parcels}
        lines={order.lines}
        used={order.proposedCarriers}
        formKey={formKey}
        problem={problemOf(problem, 'ship')}
      />
    )
  const [all, part, otherDay, decline, keep] = tasksOf.answer.map((task) => problemOf(problem, task))
  return (
    <>
      <AnswerDue order={order} now={now} />
      <ChangedNotice order={order} />
      <AcceptAllForm order={order} formKey={formKey} problem={all} word="すべて出荷できます" />
      <Fold word="一部なら出荷できます" open={part !== undefined}>
        <AcceptPartForm order={order} substitutes={substitutes} formKey={formKey} problem={part} />
      </Fold>
      {otherDays.length > 0 && (
        <Fold word="別のお届け日なら出荷できます" open={otherDay !== undefined}>
          <ProposeDayForm order={order} days={otherDays} formKey={formKey} problem={otherDay} />
        </Fold>
      )}
      {grown ? (
        <Fold word="増えた分は出荷できません" open={keep !== undefined}>
          <TaskForm task="keep" formKey={formKey} problem={keep}>
            <p>前回受注した数量のままにします。増えた分のみ辞退します。</p>
            <TaskButton kind="danger">{ruleOf('keep').button}</TaskButton>
          </TaskForm>
        </Fold>
      ) : (
        <Fold word="出荷できません" open={decline !== undefined}>
          <DeclineForm order={order} formKey={formKey} problem={decline} />
        </Fold>
      )}
    </>
  )
}
