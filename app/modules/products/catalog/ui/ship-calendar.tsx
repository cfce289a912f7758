import { formatDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { ShipDay } from '../ship-weeks.ts'

type Props = { weeks: readonly (readonly ShipDay[])[]; today: JstDate }

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const
const word = { farm_vacation: '休業', farm_holiday: '祝日', farm_does_not_ship: '休' } as const

/** The next weeks: on which days a farm ships, and why not on the others. */
export const ShipCalendar = ({ weeks, today }: Props) => (
  <table className="w-full table-fixed text-center">
    <caption className="visually-hidden">今後{weeks.length}週間の出荷日</caption>
    <thead>
      <tr className="text-caption text-ink-2">
        {weekdays.map((day) => (
          <th key={day} scope="col" className="py-1">
            {day}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map((week) => (
        <tr key={week[0]?.day}>
          {week.map(({ day, rest }) => {
            const past = day < today
            return (
              <td key={day} className="p-0.5">
                <span
                  className={`grid min-h-12 content-center rounded-tag leading-tight ${past ? 'text-ink-3' : rest === null ? 'bg-pine-tint text-pine-ink' : 'bg-sunken text-ink-2'} ${day === today ? 'outline-2 -outline-offset-2 outline-pine' : ''}`}
                >
                  <span className="visually-hidden">{formatDay(day)}</span>
                  <span aria-hidden="true" className="num break-all">
                    {day.endsWith('-01') || day === today ? `${Number(day.slice(5, 7))}/` : ''}
                    {Number(day.slice(8, 10))}
                  </span>
                  <span className="text-caption break-all">{past ? '' : rest === null ? '出荷' : word[rest]}</span>
                </span>
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)
