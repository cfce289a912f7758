import type { ReactNode } from 'react'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { OrderMoney } from '#modules/ordering/ui/order-money.tsx'
import { OrderTimeline } from '#modules/ordering/ui/order-timeline.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { Head } from '#ui/head.tsx'
import { Destination } from './destination.tsx'

/** What stays the same whatever the task: where to, the money, the quantities, the history. */
export default function OrderFacts({ order, prefecture }: { order: OrderDetail; prefecture: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Part head={<Head as="h2">お届け先</Head>}>
        <Destination to={order.shipTo} prefecture={prefecture} />
      </Part>
      <Part head={<Head as="h2">お金</Head>}>
        <OrderMoney order={order} />
      </Part>
      <Part head={<Head as="h2">数のうつりかわり</Head>}>
        <QuantityTable lines={order.lines} reader="farm" />
      </Part>
      <Part head={<Head as="h2">これまでのこと</Head>}>
        <OrderTimeline events={order.events} lines={order.lines} />
        <p className="mt-3 text-caption text-ink-2">注文番号 {order.number}</p>
      </Part>
    </div>
  )
}

const Part = ({ head, children }: { head: ReactNode; children: ReactNode }) => (
  <section className="card grid grid-cols-1 gap-3 p-4">
    <div className="text-h4">{head}</div>
    <div>{children}</div>
  </section>
)
