import { type ReactNode, Suspense } from 'react'
import { formatDay, formatDayWithYear, formatPostalCode } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { wayText } from '#modules/delivery/way-text.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
// Few bills are put right: its script comes where one is.
import AdjustmentList from '#modules/ordering/ui/adjustment-list.tsx' with { load: 'later' }
import { InspectedStamp } from '#modules/ordering/ui/inspected-stamp.tsx'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { SlipFoot } from '#modules/ordering/ui/slip-foot.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { Crest, Perforation, Slip } from '#ui/market.tsx'

/** The paper itself: on the screen a slip, in print a copy of it; the 納品書 is an issued document. `beside`: what can be done about its status, on the screen. */
export function DeliverySlip({ order, beside }: { order: OrderDetail; beside: ReactNode }) {
  const { shipTo, farm, figures } = order
  const code = parsePrefCode(shipTo.prefectureCode)
  return (
    <Slip aria-label="伝票">
      <div className="flex flex-wrap items-start gap-3 p-4 lg:px-6">
        <div className="grid min-w-0 grow gap-1">
          <p className="hidden text-h2 font-bold print:block">伝票の控え</p>
          <p className="text-h4 font-bold">
            {formatDayWithYear(order.deliveryOn)} <span className="text-body">{slotWord[order.slot]}</span>
          </p>
          <p className="text-sub text-ink-2">
            {order.way && `${wayText(order.way)}・`}
            {shipTo.restaurant} {shipTo.kitchen}
            {shipTo.place && `・${shipTo.place}`}
          </p>
          <p className="text-caption text-ink-2">
            {formatPostalCode(shipTo.postalCode)} {code && prefectureOf(code).name}
            {shipTo.city}
            {shipTo.street} {shipTo.building}
          </p>
          <div className="flex flex-wrap items-center gap-2 pt-1">
            <StateBadge state={order.state} />
            {beside}
          </div>
        </div>
        {order.finalizedAt && <InspectedStamp at={inspectedAt(order) ?? order.finalizedAt} />}
      </div>
      <Perforation />
      <div className="px-4 pt-3 lg:px-6">
        <div className="flex flex-wrap items-center gap-x-2 pb-2">
          <Crest kanji={farm.crest} category={order.lines[0]?.category} />
          <p className="font-bold text-kraft-ink">{farm.name}</p>
          <p className="ms-auto text-caption text-ink-2">
            {formatDay(jstDateOf(order.placedAt))}
            {order.state === 'pending_approval' || order.state === 'draft' ? 'に承認を依頼' : '発注'}・{order.number}
          </p>
        </div>
        <QuantityTable lines={order.lines} reader="restaurant" />
        <Lots order={order} />
        {order.note && <p className="pt-2 text-sub">備考：{order.note}</p>}
      </div>
      <div className="px-4 py-3 text-sub lg:px-6">
        <ParcelList parcels={order.parcels} lines={order.lines} run={order.ride?.run} events={order.parcelEvents} />
      </div>
      <SlipFoot figures={figures} />
      {order.adjustments.length > 0 && (
        <Suspense>
          <AdjustmentList adjustments={order.adjustments} lines={order.lines} billYen={figures.totalIncYen} />
        </Suspense>
      )}
    </Slip>
  )
}

/** The bill may be final days after the inspection, when a claim was decided. */
const inspectedAt = ({ events }: OrderDetail): Date | undefined =>
  events.findLast(({ kind }) => kind === 'order_inspected')?.at

/** The harvest of the products. */
function Lots({ order }: { order: OrderDetail }) {
  const named = order.lines.flatMap((line) => (order.lots.get(line.id) ?? []).map((lot) => ({ line, lot })))
  if (named.length === 0) return null
  return (
    <ul className="border-t border-line pt-2 text-sub">
      {named.map(({ line, lot }) => (
        <li key={`${line.id}-${lot.lotId}`} className="flex flex-wrap justify-between gap-x-3">
          <span>{line.name}</span>
          <span className="text-ink-2">
            {formatDay(lot.harvestedOn)}収穫・ロット {lot.code}
          </span>
        </li>
      ))}
    </ul>
  )
}
