import { formatDay, formatMonth } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { Link } from '#ui/link.tsx'
import type { MonthDay, Rest } from '../vacation/vacation.ts'
import '#styles/kit/rest-month.css'

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const
const whyWord = { vacation: '休', holiday: '祝休', weekday: '―' } as const
const whyText = { vacation: '休業', holiday: '祝日休み', weekday: '出荷しない曜日' } as const

type Props = {
  month: string
  weeks: readonly (readonly (MonthDay | null)[])[]
  chosen: Rest | null
  /** The first day of a vacation whose last one is not chosen yet. */
  open: JstDate | null
}

/** A month of links: the first touch begins a vacation, the second ends it. Works before any script is loaded. */
export const RestMonth = ({ month, weeks, chosen, open }: Props) => (
  <table className="month">
    <caption className="pb-1 text-start text-h4 font-bold">{formatMonth(month)}</caption>
    <thead>
      <tr>
        {weekdays.map((word) => (
          <th key={word} scope="col" data-weekday={word}>
            {word}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map((week) => (
        <tr key={week.find((day) => day)?.day}>
          {week.map((day, index) => (
            <td key={weekdays[index]}>{day && <Day {...{ day, chosen, open }} />}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function Day({ day: { day, past, why, holiday }, chosen, open }: { day: MonthDay } & Pick<Props, 'chosen' | 'open'>) {
  const isChosen = chosen !== null && chosen.from <= day && day <= chosen.to
  const number = Number(day.slice(8))
  const words = `${formatDay(day, holiday)}${holiday ? `、${holiday}` : ''}${why ? `、${whyText[why]}` : ''}`
  const inside = (
    <>
      <span className="num">{number}</span>
      {/* a drawing: the text is in the name of the link */}
      <small aria-hidden="true" data-mark={why ? whyWord[why] : holiday ? '祝' : ''} />
    </>
  )
  if (past)
    return (
      <span className="month-day" data-past data-rest={why ?? undefined} data-holiday={holiday ? true : undefined}>
        {inside}
      </span>
    )
  const to =
    open && day >= open ? `/farmer/Vacation?from=${open}&to=${day}#chosen` : `/farmer/Vacation?from=${day}#chosen`
  return (
    <Link
      to={to}
      className="month-day"
      data-rest={why ?? undefined}
      data-chosen={isChosen || undefined}
      data-holiday={holiday ? true : undefined}
      aria-current={isChosen ? 'date' : undefined}
      aria-label={words}
      preventScrollReset
    >
      {inside}
    </Link>
  )
}
