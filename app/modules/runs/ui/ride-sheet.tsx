import type { Temperature } from '#kernel/enums.ts'
import { formatDayWithYear, formatMinute, formatNumber } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { PlainTable } from '#ui/plain-table.tsx'
import type { RideRow } from '../run-queries.server.ts'

type Props = {
  day: JstDate
  rides: readonly RideRow[]
  stops: readonly { ordinal: number; place: string; untilMinute: number }[]
}

/** What the driver has no more to bring. */
const isAtKitchen = (state: RideRow['state']) => state === 'delivered' || state === 'inspected' || state === 'finalized'

const temperatureWords: Record<Temperature, string> = { ambient: '常温', chilled: '冷蔵', frozen: '冷凍' }

export const temperaturesText = (temperatures: readonly string[]): string =>
  temperatures.map((it) => temperatureWords[it as Temperature]).join('・')

/** For the driver, on a phone or on paper: by stop, what each farm hands over for which kitchen. */
export function RideSheet({ day, rides, stops }: Props) {
  const boxes = rides.reduce((sum, ride) => sum + ride.boxes, 0)
  return (
    <>
      <p className="font-bold">
        {formatDayWithYear(day)}お届け　{formatNumber(rides.length)}件・{formatNumber(boxes)}個口
      </p>
      {stops
        .filter(({ ordinal }) => rides.some(({ stop }) => stop === ordinal))
        .map(({ ordinal, place, untilMinute }) => (
          <section key={ordinal} className="grid grid-cols-1 gap-2">
            <h3 className="font-bold">
              {ordinal} {place}（{formatMinute(untilMinute)}まで）
            </h3>
            <PlainTable label={`${place}の積込`} heads={['農園', 'お届け先', { figures: '個口' }]} className="">
              {rides
                .filter(({ stop }) => stop === ordinal)
                .map((ride) => (
                  <Ride key={ride.orderId} ride={ride} />
                ))}
            </PlainTable>
          </section>
        ))}
    </>
  )
}

const Ride = ({ ride }: { ride: RideRow }) => (
  <tr className="border-b border-line align-top">
    <td className="px-3 py-2">{ride.farm}</td>
    <td className="px-3 py-2 wrap-anywhere">
      <b>
        {ride.restaurant} {ride.kitchen}
      </b>
      <span className="block text-ink-2">{ride.address}</span>
      <a
        href={`tel:${ride.phone.replaceAll('-', '')}`}
        className="prose-link inline-flex min-h-(--target) items-center font-bold tabular-nums"
      >
        {ride.phone}
      </a>
      {ride.receivingNote && <span className="block">{ride.receivingNote}</span>}
      <span className="block text-ink-2 tabular-nums">
        注文番号 <span className="whitespace-nowrap">{ride.number}</span>
        {isAtKitchen(ride.state) && '・納品済み'}
      </span>
    </td>
    <td className="px-3 py-2 text-end">
      <span className="num text-h3">{formatNumber(ride.boxes)}</span>
      <span className="block">{temperaturesText(ride.temperatures)}</span>
    </td>
  </tr>
)
