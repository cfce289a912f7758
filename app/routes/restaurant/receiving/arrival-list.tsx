import { formatDay, formatGrams, formatNumber } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { SlipOfOrder } from '#modules/issued-documents/delivery-slip.server.ts'
import { PartOfSlip, SlipLinks } from '#modules/issued-documents/ui/slip-files.tsx'
import type { OrderLine } from '#modules/ordering/order.ts'
import { verdictWord } from '#modules/ordering/order-labels.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { countText } from '#modules/pricing/part-text.ts'
import { Link } from '#ui/link.tsx'
import { isComing } from './is-coming.ts'

type Props = { title: string; orders: readonly OrderSummary[]; slips: ReadonlyMap<OrderId, SlipOfOrder[]> }

/** Deliveries of the day that are not received here: not yet, or already. */
export function OtherArrivals({ title, orders, slips }: Props) {
  if (orders.length === 0) return null
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3">
      <h2 className="text-h4 font-bold">
        {title}（{formatNumber(orders.length)}件）
      </h2>
      {orders.map((order) => (
        <article key={order.id} className="card grid grid-cols-1 gap-2 p-4">
          <p className="flex flex-wrap items-center gap-x-3">
            <Link
              to={`/restaurant/orders/${order.id}`}
              className="prose-link inline-flex min-h-11 items-center font-bold"
            >
              {order.farm.name} {order.number}
            </Link>
            <StateBadge state={order.state} />
            {order.state === 'partly_shipped' && order.restOn && (
              <span className="text-sub">残りは{formatDay(order.restOn)}まで</span>
            )}
          </p>
          <ArrivalFacts order={order} slips={slips.get(order.id) ?? []} />
          <LineList lines={order.lines.filter(isComing)} />
          {order.state === 'partly_shipped' && (
            <p>
              <Link to={`/restaurant/receiving/${order.id}`} className="prose-link inline-flex min-h-11 items-center">
                残りを待たずに検収する
              </Link>
            </p>
          )}
          {(order.state === 'inspected' || order.state === 'finalized') && (
            <p>
              <Link to={`/restaurant/claim/${order.id}`} className="prose-link inline-flex min-h-11 items-center">
                不良・欠品の報告
                <span className="visually-hidden">（{order.farm.name}）</span>
              </Link>
            </p>
          )}
        </article>
      ))}
    </section>
  )
}

/** The parcels with their numbers, and the delivery slips: one for each part of a divided order. */
export function ArrivalFacts({ order, slips }: { order: OrderSummary; slips: readonly SlipOfOrder[] }) {
  const parcels = order.parcels.filter(({ unused }) => !unused)
  return (
    <>
      {parcels.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sub">
            {formatNumber(parcels.length)}個口・送り状番号
          </summary>
          <ParcelList parcels={parcels} />
        </details>
      )}
      {slips.map((slip) => (
        <p key={slip.id} className="flex flex-wrap items-center gap-x-3 text-sub">
          納品書 <PartOfSlip slip={slip} /> <span className="tabular-nums">{slip.number}</span>
          <SlipLinks slip={slip} />
        </p>
      ))}
    </>
  )
}

export const LineList = ({ lines }: { lines: readonly OrderLine[] }) => (
  <ul className="grid gap-1">
    {lines.map((line) => {
      const quantity = quantityOf(line)
      return (
        <li key={line.id} className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 grow">
            {line.name} <span className="text-sub text-ink-2">{line.packLabel}</span>
          </span>
          {line.verdict && line.verdict !== 'ok' && (
            <span className="font-bold text-akane">{verdictWord[line.verdict]}</span>
          )}
          <span className="tabular-nums">
            {countText(line.quantities.received ?? quantity ?? { qty: 0 }, line.unitLabel)}
            {quantity?.grams != null && `（${formatGrams(quantity.grams)}）`}
          </span>
        </li>
      )
    })}
  </ul>
)

/** What was sent, or is expected. */
export const quantityOf = ({ quantities: { shipped, confirmed, ordered } }: OrderLine) =>
  shipped ?? confirmed ?? ordered
