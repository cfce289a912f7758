import { Head } from '#ui/head.tsx'
import { PackingForm } from '../packing-form.tsx'
import { problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** What was put into the boxes. */
export default function PackTask({ order, lots, today, formKey, problem, stray }: TaskProps) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">箱に入れたもの</Head>} />
      <Stray problem={stray} />
      <PackingForm
        lines={order.lines}
        lots={lots}
        named={order.lots}
        today={today}
        formKey={formKey}
        problem={problemOf(problem, 'pack')}
      />
    </section>
  )
}
