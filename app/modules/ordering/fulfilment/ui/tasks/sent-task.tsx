import { shippedDayOf } from '#modules/ordering/fulfilment/farm-step.ts'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Stamp, stampDay } from '#ui/market.tsx'
import CorrectionTask from '../correction-task.tsx'
import { Stray, type TaskProps } from './task-parts.tsx'

/** The boxes and where they are; and what may still be put right. */
export default function SentTask(props: TaskProps) {
  const { order, justSent, stray } = props
  const day = shippedDayOf(order)
  return (
    <>
      <section className="card grid grid-cols-1 gap-4 p-4">
        <div className="flex items-center justify-between gap-3">
          <Head as="h2" className="text-h3">
            出荷しました
          </Head>
          <Stamp word="出荷" date={day ? stampDay(day) : '済'} lands={justSent} />
        </div>
        <Stray problem={stray} />
        <ParcelList parcels={order.parcels} lines={order.lines} run={order.ride?.run} events={order.parcelEvents} />
        {justSent && (
          <ButtonLink size="lg" to="/farmer/orders?step=ship" className="w-full">
            次の注文へ
          </ButtonLink>
        )}
      </section>
      <CorrectionTask {...props} />
    </>
  )
}
