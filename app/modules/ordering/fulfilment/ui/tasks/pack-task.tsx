import { Suspense } from 'react'
import { parcelSizes } from '#modules/ordering/parcel-sizes.ts'
import { Head } from '#ui/head.tsx'
import { GiveUpForm } from '../give-up-form.tsx'
import { PackingForm } from '../packing-form.tsx'
// Most orders leave as they were planned.
import ParcelsForm from '../parcels-form.tsx' with { load: 'later' }
import PartForm from '../part-form.tsx' with { load: 'later' }
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** What was put into the boxes. */
export default function PackTask(props: TaskProps) {
  const { order, lots, today, formKey, mayAccept, restDays, problem, stray } = props
  const part = problemOf(problem, 'shipPart')
  const parcels = problemOf(problem, 'parcels')
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
      {props.arrangement && (
        <Fold
          id="parcels"
          word={`個口と中身（${props.arrangement.parcels.length}個口：${parcelSizes(props.arrangement.parcels)}）`}
          open={parcels !== undefined}
        >
          <Suspense>
            <ParcelsForm
              key={props.arrangement.version}
              arrangement={props.arrangement}
              lines={order.lines}
              formKey={formKey}
              problem={parcels}
            />
          </Suspense>
        </Fold>
      )}
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
