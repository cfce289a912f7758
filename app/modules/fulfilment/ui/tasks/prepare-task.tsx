import { ruleOf } from '#modules/ordering/order-process.ts'
import { LineHead } from '#modules/ordering/ui/line-head.tsx'
import { TaskButton, TaskForm } from '#modules/ordering/ui/task-form.tsx'
import { Head } from '#ui/head.tsx'
import { problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** What goes into the boxes, and the start of it. */
export default function PrepareTask({ order, formKey, problem, stray }: TaskProps) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">箱づめするもの</Head>} />
      <Stray problem={stray} />
      <TaskForm task="prepare" formKey={formKey} problem={problemOf(problem, 'prepare')}>
        <ul className="card">
          {order.lines
            .filter((line) => line.quantities.confirmed?.qty)
            .map((line) => (
              <li key={line.id} className="border-t border-line px-4 py-3 first:border-t-0">
                <LineHead line={line} count={line.quantities.confirmed?.qty ?? 0} unit={line.unitLabel} />
              </li>
            ))}
        </ul>
        <TaskButton formKey={formKey}>{ruleOf('prepare').button}</TaskButton>
        <p className="text-sub text-ink-2">はじめると、お店は注文を取り消せなくなります。</p>
      </TaskForm>
    </section>
  )
}
