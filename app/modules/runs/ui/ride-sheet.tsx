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

const temperatureWords: Record<Temperature, string> = { ambient: '常温', chilled: '冷蔵', frozen: '冷凍' }

export const temperaturesText = (temperatures: readonly string[]): string =>
  temperatures.map((it) => temperatureWords[it as Temperature]).join('・')

/** For the driver: by stop, what each farm hands over for which kitchen. Printed as it stands. */
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
            <PlainTable
              label={`${place}の積込`}
              heads={['農園', 'お届け先', '注文番号', '温度帯', { figures: '個口' }]}
              className="min-w-[36rem]"
            >
              {rides
                .filter(({ stop }) => stop === ordinal)
                .map((ride) => (
                  <tr key={ride.orderId} className="border-b border-line">
                    <td className="px-3 py-2">{ride.farm}</td>
                    <td className="px-3 py-2">
                      {ride.restaurant} {ride.kitchen}
                      <span className="block text-ink-2">
                        {ride.address}　{ride.phone}
                      </span>
                      {ride.receivingNote && <span className="block">{ride.receivingNote}</span>}
                    </td>
                    <td className="px-3 py-2 whitespace-nowrap tabular-nums">{ride.number}</td>
                    <td className="px-3 py-2">{temperaturesText(ride.temperatures)}</td>
                    <td className="px-3 py-2 text-end tabular-nums">{formatNumber(ride.boxes)}</td>
                  </tr>
                ))}
            </PlainTable>
          </section>
        ))}
    </>
  )
}
