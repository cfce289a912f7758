import { type ReactNode, useEffect, useRef } from 'react'
import { formatDay, formatShortDay, weekdayWord } from '#kernel/format.ts'
import { type JstDate, weekdayOf } from '#kernel/jst.ts'
import { type DayChip, DayChips } from '#ui/day-chips.tsx'
import { deliveryDayText } from '../delivery-day-text.ts'
import type { OfferedDay } from '../delivery-days.ts'

type Props = {
  legend: ReactNode
  name: string
  days: readonly OfferedDay[]
  holidays: Readonly<Record<string, string>>
  chosen: JstDate | null
}

/** The possible delivery days; the others, with the reason why they are not possible, in a fold below. */
export function DeliveryDayChips({ legend, name, days, holidays, chosen }: Props) {
  const strip = useStripAtChosen()
  const closed = days.filter((day) => !day.possible)
  return (
    <div ref={strip} className="min-w-0">
      <DayChips
        legend={legend}
        name={name}
        chosen={chosen}
        days={days
          .filter((day) => day.possible || day.deliveryOn === chosen)
          .map((day) => toChip(day, holidays[day.deliveryOn] ?? null))}
      />
      {closed.length > 0 && <ClosedDays days={closed} />}
    </div>
  )
}

/** Each reason once, with its days. */
const ClosedDays = ({ days }: { days: readonly Exclude<OfferedDay, { possible: true }>[] }) => (
  <details className="text-sub">
    <summary className="flex min-h-11 w-fit items-center gap-1 text-ink-2 underline underline-offset-4">
      お届けできない日と理由（{days.length}日）
    </summary>
    <dl className="grid gap-2 pb-2">
      {[...Map.groupBy(days, ({ reason }) => reason)].map(([reason, ofReason]) => (
        <div key={reason}>
          <dt className="font-bold">
            {ofReason.map(({ deliveryOn }) => formatShortDay(deliveryOn)).join('・')}：{deliveryDayText[reason].short}
          </dt>
          <dd className="text-ink-2">{deliveryDayText[reason].long}</dd>
        </div>
      ))}
    </dl>
  </details>
)

/** On a phone the strip is wider than the screen: it shows the chosen day, also when it is unfolded later. */
function useStripAtChosen() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const strip = box.current?.querySelector('.day-chips')
    if (!strip) return
    const showChosen = () => {
      const chip = strip.querySelector('input:checked')?.parentElement
      if (!chip) return
      const [at, of] = [chip.getBoundingClientRect(), strip.getBoundingClientRect()]
      strip.scrollLeft += at.left - of.left - (of.width - at.width) / 2
    }
    showChosen()
    const fold = strip.closest('details')
    fold?.addEventListener('toggle', showChosen)
    return () => fold?.removeEventListener('toggle', showChosen)
  }, [])
  return box
}

function toChip(day: OfferedDay, holiday: string | null): DayChip {
  const weekday = weekdayOf(day.deliveryOn)
  const text = formatDay(day.deliveryOn, holiday)
  return {
    value: day.deliveryOn,
    weekday: holiday ? `${weekdayWord(day.deliveryOn)}・祝` : weekdayWord(day.deliveryOn),
    weekdayTone: holiday || weekday === 0 ? 'sunday' : weekday === 6 ? 'saturday' : 'plain',
    day: String(Number(day.deliveryOn.slice(8, 10))),
    state: day.possible ? undefined : deliveryDayText[day.reason].short,
    closed: !day.possible,
    spoken: day.possible ? `${text} お届け可能` : `${text} ${deliveryDayText[day.reason].long}`,
  }
}
