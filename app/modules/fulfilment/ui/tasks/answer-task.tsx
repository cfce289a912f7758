import { AcceptAllForm } from '#modules/ordering/ui/accept-all-form.tsx'
import { AcceptPartForm } from '#modules/ordering/ui/accept-part-form.tsx'
import { AcceptStopped } from '#modules/ordering/ui/accept-stopped.tsx'
import { AnswerDue } from '#modules/ordering/ui/answer-due.tsx'
import { DeclineForm } from '#modules/ordering/ui/decline-form.tsx'
import { Head } from '#ui/head.tsx'
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** All of it, some of it, or no. */
export default function AnswerTask({ order, formKey, now, mayAccept, partOpen, problem, stray }: TaskProps) {
  const [all, part, decline] = ['accept', 'acceptPart', 'decline'].map((task) => problemOf(problem, task))
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">ぜんぶ出せますか</Head>} />
      <AnswerDue order={order} now={now} />
      <Stray problem={stray} />
      {mayAccept ? (
        <>
          <AcceptAllForm order={order} formKey={formKey} problem={all} />
          <Fold id="part" word="出せない品がある" open={partOpen || part !== undefined}>
            <AcceptPartForm order={order} formKey={formKey} problem={part} />
          </Fold>
        </>
      ) : (
        <AcceptStopped />
      )}
      <Fold word="この注文を受けられない" open={decline !== undefined}>
        <DeclineForm order={order} formKey={formKey} problem={decline} />
      </Fold>
    </section>
  )
}
