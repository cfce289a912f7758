import { Suspense } from 'react'
import { Head } from '#ui/head.tsx'
import { GiveUpForm } from '../give-up-form.tsx'
import { PackingForm } from '../packing-form.tsx'
import PartForm from '../part-form.tsx' with { load: 'later' }
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** What was put into the boxes. */
export default function PackTask(props: TaskProps) {
  const { order, lots, today, formKey, mayAccept, restDays, problem, stray } = props
  const part = problemOf(problem, 'shipPart')
  const gone = problemOf(problem, 'giveUp')
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">箱詰めした商品</Head>} />
      <Stray problem={stray} />
      <PackingForm
        lines={order.lines}
        weighing={props.weighing}
        lots={lots}
        named={order.lots}
        today={today}
        formKey={formKey}
        problem={problemOf(problem, 'pack')}
      />
      {restDays.length > 0 && (
        <Fold word="一部を先に出荷する" open={part !== undefined}>
          <Suspense>
            <PartForm {...props} part="first" problem={part} />
          </Suspense>
        </Fold>
      )}
      {mayAccept && (
        <Fold word="この注文を出荷できなくなった" open={gone !== undefined}>
          <GiveUpForm formKey={formKey} problem={gone} />
        </Fold>
      )}
    </section>
  )
}
