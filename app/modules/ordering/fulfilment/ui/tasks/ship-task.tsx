import { Suspense } from 'react'
import { parcelSizes } from '#modules/ordering/parcel-sizes.ts'
import { Head } from '#ui/head.tsx'
import { GiveUpForm } from '../give-up-form.tsx'
import { PackingForm } from '../packing-form.tsx'
// Most orders leave as they were planned.
import ParcelsForm from '../parcels-form.tsx' with { load: 'later' }
import PartForm from '../part-form.tsx' with { load: 'later' }
import { ShippingForm } from '../shipping-form.tsx'
import { Fold, problemOf, Question, Stray, type TaskProps } from './task-parts.tsx'

/** The numbers on the labels; what was packed can still be put right. */
export default function ShipTask(props: TaskProps) {
  const { order, lots, today, formKey, mayAccept, restDays, problem, stray } = props
  const packing = problemOf(problem, 'pack')
  const part = problemOf(problem, 'shipPart')
  const parcels = problemOf(problem, 'parcels')
  const gone = problemOf(problem, 'giveUp')
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question
        head={<Head as="h2">{order.parcels.some(({ tracked }) => tracked) ? '送り状番号' : '出荷する個口'}</Head>}
      />
      <Stray problem={stray} />
      <ShippingForm
        parcels={order.parcels}
        lines={order.lines}
        used={order.proposedCarriers}
        formKey={formKey}
        problem={problemOf(problem, 'ship')}
      />
      <Fold word="箱詰めを修正" open={packing !== undefined}>
        <PackingForm
          lines={order.lines}
          weighing={props.weighing}
          lots={lots}
          named={order.lots}
          today={today}
          formKey={formKey}
          problem={packing}
        />
      </Fold>
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
