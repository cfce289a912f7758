import type { Reschedule } from '#kernel/enums.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import { differenceOf } from '#modules/ordering/change-delivery.ts'
import { deliveryChangeText } from '#modules/ordering/delivery-change-text.ts'
import { cancelFeeOf } from '#modules/ordering/order.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { AcceptPartForm } from '#modules/ordering/ui/accept-part-form.tsx'
import { ChangeMark } from '#modules/ordering/ui/change-mark.tsx'
import { ChangedNotice } from '#modules/ordering/ui/changed-notice.tsx'
import { LineHead } from '#modules/ordering/ui/line-head.tsx'
import { ProposeDayForm } from '#modules/ordering/ui/propose-day-form.tsx'
import { TaskButton, TaskForm } from '#modules/ordering/ui/task-form.tsx'
import { Head } from '#ui/head.tsx'
import { CartonPanel } from '#ui/market.tsx'
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/**
 * What is to be packed, and the start of packing. Before that: a request to cancel, or a shortage that was found late.
 */
export default function PrepareTask(props: TaskProps) {
  const { order, substitutes, otherDays, formKey, mayAccept, problem, stray } = props
  const otherDay = problemOf(problem, 'proposeDay')
  const short = problemOf(problem, 'shortage')
  return (
    <section className="grid grid-cols-1 gap-4">
      {order.cancelAskedAt && mayAccept && <CancelRequest {...props} />}
      {order.reschedule && mayAccept && <RescheduleRequest {...props} asked={order.reschedule} />}
      <Question head={<Head as="h2">箱詰めする商品</Head>} />
      <ChangedNotice order={order} />
      <Stray problem={stray} />
      <TaskForm task="prepare" formKey={formKey} problem={problemOf(problem, 'prepare')}>
        <ul className="card">
          {order.lines
            .filter((line) => line.quantities.confirmed?.qty)
            .map((line) => (
              <li key={line.id} className="border-t border-line px-4 py-3 first:border-t-0">
                <LineHead line={line} count={line.quantities.confirmed?.qty ?? 0} unit={line.unitLabel}>
                  <ChangeMark line={line} />
                </LineHead>
              </li>
            ))}
        </ul>
        <TaskButton stamp="準備">{ruleOf('prepare').button}</TaskButton>
        <p className="text-sub text-ink-2">箱詰めを開始すると、飲食店は注文をキャンセルできなくなります。</p>
      </TaskForm>
      {mayAccept && (
        <Fold word="出荷できる数量が減った" open={short !== undefined}>
          <AcceptPartForm order={order} substitutes={substitutes} task="shortage" formKey={formKey} problem={short} />
        </Fold>
      )}
      {mayAccept && otherDays.length > 0 && (
        <Fold
          word={
            order.proposedDay
              ? `別のお届け日を提案中（${formatDay(order.proposedDay.deliveryOn)}）`
              : '別のお届け日を提案する'
          }
          open={otherDay !== undefined}
        >
          <ProposeDayForm order={order} days={otherDays} formKey={formKey} problem={otherDay} />
        </Fold>
      )}
    </section>
  )
}

/** The restaurant asks for another day, slot or note. */
function RescheduleRequest({ order, asked, formKey, problem }: TaskProps & { asked: Reschedule }) {
  return (
    <CartonPanel aria-labelledby="reschedule-asked">
      <div className="grid gap-3 bg-surface p-4 text-ink">
        <h2 id="reschedule-asked">
          <span className="text-h3 font-bold">お届けの変更依頼が届いています</span>
        </h2>
        <ul className="font-bold">
          {deliveryChangeText(differenceOf(order, asked)).map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        {asked.deliveryOn !== order.deliveryOn && <p>承諾すると、出荷日は{formatDay(asked.shipOn)}になります。</p>}
        <p>回答しないまま箱詰めの開始時刻になると、変更せずに出荷します。</p>
        <TaskForm
          task="answerReschedule"
          formKey={formKey}
          problem={problemOf(problem, 'answerReschedule')}
          className="gap-3"
        >
          <input type="hidden" name="rescheduleId" value={asked.id} />
          <TaskButton name="agree" value="true" kind="line">
            {ruleOf('agreeReschedule').button}
          </TaskButton>
          <TaskButton name="agree" value="false" kind="line">
            {ruleOf('refuseReschedule').button}
          </TaskButton>
        </TaskForm>
      </div>
    </CartonPanel>
  )
}

/** The restaurant asks to cancel: the farm's fee if it agrees was shown on the page of the order. */
function CancelRequest({ order, formKey, problem }: TaskProps) {
  const reason = order.events.findLast(({ kind }) => kind === 'order_cancel_asked')?.reason
  const fee = cancelFeeOf(order.figures.goodsYen, order.cancelPercent)
  return (
    <CartonPanel aria-labelledby="cancel-asked">
      <div className="grid gap-3 bg-surface p-4 text-ink">
        <h2 id="cancel-asked">
          <span className="text-h3 font-bold">キャンセル依頼が届いています</span>
        </h2>
        {reason && <p>理由：{reason}</p>}
        <p>
          承諾すると、取消料
          {order.moneyShown && (
            <>
              {' '}
              <strong className="num text-h3">{formatYen(fee)}</strong>
            </>
          )}
          {(fee > 0 || !order.moneyShown) && `（商品代の${order.cancelPercent}％）`}
          になります。回答しないまま箱詰めの開始時刻になると、注文どおりに出荷します。
        </p>
        <TaskForm task="answerCancel" formKey={formKey} problem={problemOf(problem, 'answerCancel')} className="gap-3">
          <TaskButton name="agree" value="true" kind="line">
            {ruleOf('agreeCancel').button}
          </TaskButton>
          <TaskButton name="agree" value="false" kind="line">
            {ruleOf('refuseCancel').button}
          </TaskButton>
        </TaskForm>
      </div>
    </CartonPanel>
  )
}
