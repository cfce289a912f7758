import { ExternalLink, Package } from 'lucide-react'
import { formatNumber } from '#kernel/format.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import type { OrderLine, Parcel } from '../order.ts'
import type { ParcelEvent } from '../parcel-events.server.ts'
import { parcelSizes } from '../parcel-sizes.ts'
import { ParcelState } from './parcel-state.tsx'

type Props = {
  parcels: readonly Parcel[]
  /** With them each parcel says what lies in it, where the farm has said so. */
  lines?: readonly Pick<OrderLine, 'id' | 'name' | 'unitLabel'>[]
  /** The name of the run that they ride. */
  run?: string | undefined
  /** What the carriers said of them, if the page shows it. */
  events?: readonly ParcelEvent[]
}

/** The parcels of an order; a number links to the carrier's page. */
export function ParcelList({ parcels, lines = [], run, events = [] }: Props) {
  const used = parcels.filter(({ unused }) => !unused)
  return (
    <>
      {used.length > 1 && (
        <p className="mb-1 font-bold">
          {formatNumber(used.length)}個口（{parcelSizes(used)}）
        </p>
      )}
      <ul className="grid gap-1">
        {run && <li className="font-bold">共同便「{run}」</li>}
        {parcels.map((parcel) => (
          <li key={parcel.id} className="flex flex-wrap items-center gap-x-3">
            <span className="inline-flex items-center gap-2">
              <Package aria-hidden="true" size={20} className="text-pine" />
              {parcel.name && <b>{parcel.name}</b>}
              {temperatureWord[parcel.temperature]}・{parcel.sizeClass}サイズ
            </span>
            {parcel.forRest && !parcel.unused && (
              <span className="text-sub text-ink-2">残りの個口{parcel.waived && '（送料なし）'}</span>
            )}
            {parcel.unused && <span className="text-sub text-ink-2">使用しませんでした（送料なし）</span>}
            {parcel.carrier && parcel.trackingNumber && !parcel.trackingUrl && (
              <span>
                {carrierName(parcel.carrier)}{' '}
                <span className="whitespace-nowrap tabular-nums">{parcel.trackingNumber}</span>
              </span>
            )}
            {parcel.carrier && parcel.trackingNumber && parcel.trackingUrl && (
              <a
                href={parcel.trackingUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="prose-link inline-flex min-h-(--target) flex-wrap items-center gap-1"
              >
                {carrierName(parcel.carrier)}
                <span className="whitespace-nowrap tabular-nums">{formatTrackingNumber(parcel.trackingNumber)}</span>
                <ExternalLink aria-hidden="true" size={16} />
                <span className="visually-hidden">（新しいタブ）</span>
              </a>
            )}
            <ParcelState progress={parcel.progress} events={events.filter(({ parcelId }) => parcelId === parcel.id)} />
            <Contents of={parcel} lines={lines} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Contents({ of, lines }: { of: Parcel; lines: NonNullable<Props['lines']> }) {
  const items = of.contents.flatMap(({ lineId, qty }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [`${line.name} ${formatNumber(qty)}${line.unitLabel}`] : []
  })
  return items.length > 0 && <span className="w-full text-sub">{items.join('、')}</span>
}
