import { MapPin, MessageSquareText, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatPostalCode } from '#kernel/format.ts'
import type { ShipTo } from '#kernel/words.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { slotWord } from '#modules/ordering/order-words.ts'
import { boxesOf } from '#modules/ordering/ui/farm-order-card.tsx'
import { BoxCount } from '#modules/ordering/ui/line-head.tsx'
import { OrderMoney } from '#modules/ordering/ui/order-money.tsx'
import { OrderTimeline } from '#modules/ordering/ui/order-timeline.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { Head } from '#ui/head.tsx'

type TitleProps = { order: OrderDetail; place: string; holiday: string | null }

/** For whom, where to, when, and how many boxes. */
export function OrderTitle({ order, place, holiday }: TitleProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="text-h2 leading-snug font-bold">{order.restaurant.name}</h1>
        <p className="font-bold">
          <span className="phrase">{place}</span>／
          <span className="whitespace-nowrap">{formatDay(order.deliveryOn, holiday)}</span>{' '}
          <span className="whitespace-nowrap">{order.slot === 'none' ? '着' : `${slotWord[order.slot]}着`}</span>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <span className="rounded-tag bg-surface">
            <StateBadge state={order.state} reader="farm" />
          </span>
          <span className="text-sub font-bold">出す日 {formatDay(order.shipOn)}</span>
        </p>
      </div>
      <BoxCount count={boxesOf(order)} />
    </div>
  )
}

export const RestaurantNote = ({ note }: { note: string }) => (
  <section className="flex gap-3 rounded-card border border-kraft-line bg-kraft-tint p-4 text-kraft-ink">
    <MessageSquareText aria-hidden="true" className="mt-1 shrink-0" />
    <div className="min-w-0">
      <Head as="h2" className="text-h4">
        お店からのひとこと
      </Head>
      <p className="whitespace-pre-line text-ink">{note}</p>
    </div>
  </section>
)

/** What stays the same whatever the task: where to, the money, the quantities, the history. */
export function OrderFacts({ order, prefecture }: { order: OrderDetail; prefecture: string }) {
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

/** As it is written on the label. */
export function Destination({ to, prefecture }: { to: ShipTo; prefecture: string }) {
  return (
    <address className="grid gap-2 not-italic">
      <p className="text-h4 font-bold">
        {to.restaurant}
        {to.kitchen && <span className="block text-body">{to.kitchen}　様</span>}
      </p>
      <p className="flex gap-2">
        <MapPin aria-hidden="true" className="mt-1 shrink-0 text-ink-3" />
        <span>
          <span className="whitespace-nowrap">{formatPostalCode(to.postalCode)}</span>
          <br />
          {prefecture}
          {to.city}
          {to.street}
          {to.building && <span className="block">{to.building}</span>}
        </span>
      </p>
      <p>
        <a
          href={`tel:${to.phone.replaceAll('-', '')}`}
          className="prose-link inline-flex min-h-(--target) items-center gap-2 text-h4 font-bold whitespace-nowrap tabular-nums"
        >
          <Phone aria-hidden="true" />
          {to.phone}
        </a>
      </p>
    </address>
  )
}
