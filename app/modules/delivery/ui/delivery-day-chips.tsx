import { type ReactNode, useEffect, useRef } from 'react'
import { formatDay, weekdayWord } from '#kernel/format.ts'
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

/** The possible delivery days, and for each other day the reason why it is not possible. */
export function DeliveryDayChips({ legend, name, days, holidays, chosen }: Props) {
  const strip = useStripAtChosen()
  return (
    <div ref={strip} className="min-w-0">
      <DayChips
        legend={legend}
        name={name}
        chosen={chosen}
        days={days.map((day) => toChip(day, holidays[day.deliveryOn] ?? null))}
      />
    </div>
  )
}

/** On a phone the strip is wider than the screen: it scrolls to the first day that can be chosen. */
function useStripAtChosen() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const strip = box.current?.querySelector('.day-chips')
    const chip = strip?.querySelector('input:checked, input:enabled')?.parentElement
    if (!strip || !chip) return
    const past = chip.getBoundingClientRect().right - strip.getBoundingClientRect().right
    if (past > 0) strip.scrollLeft += past + chip.clientWidth
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
    state: day.possible ? '○' : deliveryDayText[day.reason].short,
    closed: !day.possible,
    spoken: day.possible ? `${text} お届け可能` : `${text} ${deliveryDayText[day.reason].long}`,
  }
}
