import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import AdjustmentList from '#modules/ordering/ui/adjustment-list.tsx'
import { OrderMoney } from '#modules/ordering/ui/order-money.tsx'
import OrderTimeline from '#modules/ordering/ui/order-timeline.tsx'
import PartSlips from '#modules/ordering/ui/part-slips.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { wayOfOrder } from '#modules/ordering/way-of-order.ts'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Destination } from './destination.tsx'

/** What is the same for every task: the destination, the money, the quantities, the history; beside the task on a PC. */
export default function OrderFacts({ order, prefecture }: { order: OrderDetail; prefecture: string }) {
  const way = wayOfOrder(order)
  return (
    <div className="grid grid-cols-1 items-start gap-6 print:block">
      {order.restOn && <PartSlips order={order} toPrint />}
      <Part printed={!order.restOn} head={<Head as="h2">お届け先</Head>}>
        {way && <p className="font-bold">{way}</p>}
        <Destination to={order.shipTo} prefecture={prefecture} />
        <Link
          to={`/farmer/Chat/${order.restaurantId}?order=${order.id}`}
          className="prose-link no-print inline-flex min-h-(--target) items-center gap-2 font-bold"
        >
          <MessageCircle aria-hidden="true" />
          この注文についてチャットする
        </Link>
      </Part>
      {order.moneyShown && (
        <Part printed={!order.restOn} head={<Head as="h2">金額</Head>}>
          <OrderMoney order={order} />
          <AdjustmentList adjustments={order.adjustments} lines={order.lines} billYen={order.figures.totalIncYen} />
        </Part>
      )}
      <Part printed={!order.restOn} head={<Head as="h2">数量の履歴</Head>}>
        <QuantityTable lines={order.lines} reader="farm" moneyShown={order.moneyShown} />
      </Part>
      <Part printed={!order.restOn} head={<Head as="h2">履歴</Head>}>
        <OrderTimeline events={order.events} lines={order.lines} />
        <p className="mt-3 text-caption text-ink-2">注文番号 {order.number}</p>
      </Part>
    </div>
  )
}

/** `printed`: an order that was divided prints the slips of its parts instead. */
const Part = ({ head, printed, children }: { head: ReactNode; printed: boolean; children: ReactNode }) => (
  <section className={`card grid grid-cols-1 gap-3 p-4 ${printed ? '' : 'print:hidden'}`}>
    <div className="text-h4">{head}</div>
    <div>{children}</div>
  </section>
)
