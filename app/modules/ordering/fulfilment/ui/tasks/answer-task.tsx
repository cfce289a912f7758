import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { AcceptAllForm } from '#modules/ordering/ui/accept-all-form.tsx'
import { AcceptPartForm } from '#modules/ordering/ui/accept-part-form.tsx'
import { AcceptStopped } from '#modules/ordering/ui/accept-stopped.tsx'
import { AnswerDue } from '#modules/ordering/ui/answer-due.tsx'
import { ChangedNotice } from '#modules/ordering/ui/changed-notice.tsx'
import { DeclineForm } from '#modules/ordering/ui/decline-form.tsx'
import { ProposeDayForm } from '#modules/ordering/ui/propose-day-form.tsx'
import { TaskButton, TaskForm } from '#modules/ordering/ui/task-form.tsx'
import { Head } from '#ui/head.tsx'
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/**
 * Accept all, accept some, or decline; where an accepted order has been increased, only the increase can be refused.
 */
export default function AnswerTask({
  order,
  substitutes,
  otherDays,
  formKey,
  now,
  mayAccept,
  partOpen,
  problem,
  stray,
}: TaskProps) {
  const [all, part, otherDay, decline, keep] = ['accept', 'acceptPart', 'acceptWithDay', 'decline', 'keep'].map(
    (task) => problemOf(problem, task),
  )
  const grown = order.acceptedAt !== null
  return (
    <section className="grid grid-cols-1 gap-4">
      {grown ? (
        <Question head={<h2 className="font-bold">増えた分も出荷できますか</h2>} />
      ) : (
        <Question head={<Head as="h2">すべて出荷できますか</Head>} />
      )}
      <AnswerDue order={order} now={now} />
      <ChangedNotice order={order} />
      <Stray problem={stray} />
      {mayAccept ? (
        <>
          <AcceptAllForm order={order} formKey={formKey} problem={all} />
          <Fold id="part" word="出荷できない商品がある" open={partOpen || part !== undefined}>
            <AcceptPartForm order={order} substitutes={substitutes} formKey={formKey} problem={part} />
          </Fold>
          {otherDays.length > 0 && (
            <Fold word="別のお届け日なら出荷できる" open={otherDay !== undefined}>
              <ProposeDayForm order={order} days={otherDays} formKey={formKey} problem={otherDay} />
            </Fold>
          )}
        </>
      ) : (
        <AcceptStopped />
      )}
      {grown ? (
        <Fold word="増えた分は出荷できない" open={keep !== undefined}>
          <TaskForm task="keep" formKey={formKey} problem={keep}>
            <p>前回受注した数量のままにします。増えた分のみ辞退します。</p>
            <TaskButton kind="danger">{ruleOf('keep').button}</TaskButton>
          </TaskForm>
        </Fold>
      ) : (
        <Fold word="この注文を受けられない" open={decline !== undefined}>
          <DeclineForm order={order} formKey={formKey} problem={decline} />
        </Fold>
      )}
    </section>
  )
}
