import { prefectureWord } from '#modules/fulfilment/farm-board.server.ts'
import { Destination } from '#modules/fulfilment/ui/destination.tsx'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { OrderMoney } from '#modules/ordering/ui/order-money.tsx'
import { OrderTimeline } from '#modules/ordering/ui/order-timeline.tsx'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { OrderDates, Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { orderIdIn } from '../order-id.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/order.ts'
import { requireStaff } from './require-staff.server.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData ? `注文 ${loaderData.order.number}` : '注文'}（管理）｜畝と皿` },
]

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const order = await orderDetail(ctx, orderIdIn(params))
  return { order, prefecture: prefectureWord(order.shipTo) }
})

export default function StaffOrderPage({ loaderData: { order, prefecture } }: Route.ComponentProps) {
  return (
    <div className="grid gap-4">
      <p>
        <Link to="/admin/orders" className="prose-link inline-flex min-h-11 items-center">
          注文の一覧
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-h2 font-bold tabular-nums">注文 {order.number}</h1>
        <StateBadge state={order.state} />
        <p className="text-ink-2">まとめ番号 {order.purchaseNumber}</p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Panel head={<Head as="h2">飲食店</Head>}>
            <Destination to={order.shipTo} prefecture={prefecture} />
            {order.note && <p className="mt-2 rounded-control bg-kraft-tint p-2">「{order.note}」</p>}
          </Panel>
          <Panel head={<Head as="h2">農園</Head>}>
            <p className="text-h4 font-bold">{order.farm.name}</p>
            <p>{order.farm.place}</p>
            <p className="tabular-nums">{order.farm.phone}</p>
            <OrderDates order={order} />
          </Panel>
          <Panel head={<Head as="h2">数</Head>} className="xl:col-span-2">
            <QuantityTable lines={order.lines} reader="restaurant" />
          </Panel>
          <Panel head={<Head as="h2">箱</Head>} className="xl:col-span-2">
            <ParcelList parcels={order.parcels} />
          </Panel>
        </div>
        <div className="grid gap-4">
          <Panel head={<Head as="h2">お金</Head>}>
            <OrderMoney order={order} />
          </Panel>
          <Panel head={<Head as="h2">これまでのこと</Head>}>
            <OrderTimeline events={order.events} lines={order.lines} />
          </Panel>
        </div>
      </div>
    </div>
  )
}
