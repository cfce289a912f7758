import { Head } from '#ui/head.tsx'
import { PackingForm } from '../packing-form.tsx'
import { ShippingForm } from '../shipping-form.tsx'
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** The numbers on the labels; what was packed can still be put right. */
export default function ShipTask(props: TaskProps) {
  const { order, lots, today, formKey, problem, stray } = props
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">送り状の番号</Head>} />
      <Stray problem={stray} />
      <ShippingForm parcels={order.parcels} formKey={formKey} problem={problemOf(problem, 'ship')} />
      <Fold word="箱づめを直す">
        <PackingForm
          lines={order.lines}
          lots={lots}
          named={order.lots}
          today={today}
          formKey={formKey}
          problem={undefined}
        />
      </Fold>
    </section>
  )
}
