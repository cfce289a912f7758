import { ExternalLink, Package } from 'lucide-react'
import { carrierWord } from '#modules/delivery/carrier-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import type { Parcel } from '../order.ts'
import type { ParcelEvent } from '../parcel-events.server.ts'
import { ParcelState } from './parcel-state.tsx'

type Props = { parcels: readonly Parcel[]; events?: readonly ParcelEvent[] }

/** The boxes of an order, and where they are; a number links to the carrier's page. */
export function ParcelList({ parcels, events = [] }: Props) {
  return (
    <ul className="grid gap-1">
      {parcels.map((parcel) => (
        <li key={parcel.id} className="flex flex-wrap items-center gap-x-3">
          <span className="inline-flex items-center gap-2">
            <Package aria-hidden="true" size={20} className="text-pine" />
            {temperatureWord[parcel.temperature]}・{parcel.sizeClass}サイズ
          </span>
          {parcel.forRest && !parcel.unused && (
            <span className="text-sub text-ink-2">残りの箱{parcel.waived && '（送料なし）'}</span>
          )}
          {parcel.unused && <span className="text-sub text-ink-2">使用しませんでした（送料なし）</span>}
          {parcel.carrier && parcel.trackingNumber && parcel.trackingUrl && (
            <a
              href={parcel.trackingUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="prose-link inline-flex min-h-(--target) items-center gap-1"
            >
              {carrierWord[parcel.carrier]}
              <span className="whitespace-nowrap tabular-nums">{formatTrackingNumber(parcel.trackingNumber)}</span>
              <ExternalLink aria-hidden="true" size={16} />
              <span className="visually-hidden">（新しいタブ）</span>
            </a>
          )}
          <ParcelState progress={parcel.progress} events={events.filter(({ parcelId }) => parcelId === parcel.id)} />
        </li>
      ))}
    </ul>
  )
}
