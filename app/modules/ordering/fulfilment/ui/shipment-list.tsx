import { ChevronRight } from 'lucide-react'
import { formatDay, formatMonth, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { signAddress } from '#kernel/picture-name.ts'
import { shippedDayOf } from '#modules/ordering/fulfilment/farm-step.ts'
import { boxesOf } from '#modules/ordering/order-counts.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Link } from '#ui/link.tsx'

type Sent = { order: OrderSummary; place: string }

/** The farm's orders grouped by the month in which they were placed, each a large line that opens it. */
export function ShipmentList({ orders }: { orders: readonly Sent[] }) {
  const months = Map.groupBy(orders, ({ order }) => jstDateOf(order.placedAt).slice(0, 7))
  return [...months].map(([month, ofMonth]) => (
    <section key={month} className="grid grid-cols-1 gap-2">
      <h2 className="text-h4 font-bold">{formatMonth(month)}</h2>
      <ul className="grid grid-cols-1 gap-2 lg:grid-cols-2">
        {ofMonth.map((sent) => (
          <li key={sent.order.id}>
            <ShipmentLine {...sent} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function ShipmentLine({ order, place }: Sent) {
  return (
    <Link
      to={`/farmer/orders/${order.id}`}
      className="flex h-full items-center gap-2 rounded-card border border-line bg-surface p-4 shadow-1"
    >
      <span className="grid min-w-0 grow grid-cols-1 gap-1 [&_.badge]:whitespace-normal">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="font-bold">{formatDay(shippedDayOf(order) ?? order.shipOn)}</span>
          <StateBadge state={order.state} reader="farm" />
        </span>
        <span className="flex items-center gap-2 text-h4 font-bold">
          <Avatar photo={signAddress(order.restaurant.logo, 32)} crest={order.restaurant.crest} size={32} look="sign" />
          <span className="min-w-0 wrap-anywhere">{order.restaurant.name}</span>
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-ink-2">
            {place}・{boxesOf(order)}個口
          </span>
          {order.moneyShown && (
            <span className="num-col">
              <span className="text-caption font-normal text-ink-2">商品 </span>
              {order.figures.estimated && <span className="text-caption">約</span>}
              {formatYen(order.figures.goodsYen)}
            </span>
          )}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
    </Link>
  )
}
