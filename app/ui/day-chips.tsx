import type { ReactNode } from 'react'
import '#styles/kit/day-chips.css'
import { Kept } from './kept.tsx'

export type DayChip = {
  value: string
  weekday: string
  weekdayTone: 'plain' | 'saturday' | 'sunday'
  day: string
  /** The text below the day: why it is closed. */
  state?: string | undefined
  closed: boolean
  /** The whole sentence, for a screen reader. */
  spoken: string
}

const tones = { plain: '', saturday: 'text-ai', sunday: 'text-akane' }

/** Days as radio buttons; a closed day says why and cannot be selected. */
export function DayChips({
  legend,
  name,
  days,
  chosen,
}: {
  legend: ReactNode
  name: string
  days: readonly DayChip[]
  chosen: string | null
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="w-full font-bold">{legend}</legend>
      <Kept className="day-chips" part={Chips} of={{ name, days, chosen }} />
    </fieldset>
  )
}

const Chips = ({ name, days, chosen }: { name: string; days: readonly DayChip[]; chosen: string | null }) =>
  days.map((day) => (
    <label key={day.value} className="day-chip" data-closed={day.closed || undefined}>
      <input
        type="radio"
        name={name}
        value={day.value}
        defaultChecked={day.value === chosen}
        disabled={day.closed}
        aria-label={day.spoken}
      />
      <span className="h-full content-start">
        <span className={`text-caption ${day.closed ? '' : tones[day.weekdayTone]}`}>{day.weekday}</span>
        <span className="num text-h4">{day.day}</span>
        {day.state && (
          <span className="max-w-[5.5em] text-center text-caption leading-tight [word-break:auto-phrase]">
            {day.state}
          </span>
        )}
      </span>
    </label>
  ))
