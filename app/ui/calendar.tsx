import { type CalendarDate, type DateValue, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type PointerEvent, useContext, useState } from 'react'
import {
  Calendar as AriaCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  CalendarStateContext,
} from 'react-aria-components/Calendar'
import { RangeCalendar as AriaRangeCalendar, RangeCalendarStateContext } from 'react-aria-components/RangeCalendar'
import { parseJstDate } from '#kernel/jst.ts'
import { type DayFacts, notesOfMonth, sentenceOf, wordsOf } from './calendar-days.ts'
import { calendar } from './constants.ts'
import { iconShape } from './icon-button.tsx'
import { ReactAria } from './react-aria.tsx'
import '#styles/kit/calendar.css'

/** All days are `2026-11-24`. */
type MonthProps = DayFacts & {
  /** The purpose of the day, 「お届け希望日」. */
  label: string
  min?: string | undefined
  max?: string | undefined
  /** The month that is shown while nothing is selected. */
  opensAt?: string | undefined
  autoFocus?: boolean
}

export type CalendarProps = MonthProps & { value: string | null; onChange: (day: string) => void }

/** One day. Closed days can be focused and say why; they cannot be selected. */
export function Calendar({ value, onChange, ...month }: CalendarProps) {
  return (
    <ReactAria>
      <AriaCalendar<DateValue>
        {...shared(month)}
        value={dateOf(value)}
        defaultFocusedValue={dateOf(value) ?? dateOf(month.opensAt)}
        onChange={(day) => onChange(day.toString())}
      >
        <Month holidays={month.holidays} closed={month.closed} />
      </AriaCalendar>
    </ReactAria>
  )
}

export type DayRange = { from: string; to: string }
export type RangeCalendarProps = MonthProps & { value: DayRange | null; onChange: (days: DayRange) => void }

/** A first and a last day, both included. A range may span closed days: they are gaps in it. */
export function RangeCalendar({ value, onChange, ...month }: RangeCalendarProps) {
  const [start, end] = [dateOf(value?.from), dateOf(value?.to)]
  return (
    <ReactAria>
      <AriaRangeCalendar<DateValue>
        {...shared(month)}
        className="calendar calendar-range"
        allowsNonContiguousRanges
        value={start && end ? { start, end } : null}
        defaultFocusedValue={start ?? dateOf(month.opensAt)}
        onChange={(days) => onChange({ from: days.start.toString(), to: days.end.toString() })}
      >
        <Month holidays={month.holidays} closed={month.closed} />
      </AriaRangeCalendar>
    </ReactAria>
  )
}

const dateOf = (text: string | null | undefined): CalendarDate | null =>
  parseJstDate(text) && text ? parseDate(text) : null

const shared = ({ label, min, max, closed = {}, autoFocus = false }: MonthProps) => ({
  'aria-label': label,
  className: 'calendar',
  style: { width: calendar.widthPx },
  firstDayOfWeek: 'sun' as const,
  minValue: dateOf(min),
  maxValue: dateOf(max),
  isDateUnavailable: (day: DateValue) => day.toString() in closed,
  autoFocus,
})

function Month(facts: DayFacts) {
  const single = useContext(CalendarStateContext)
  const range = useContext(RangeCalendarStateContext)
  const state = single ?? range
  const [pointedAt, setPointedAt] = useState<string | null>(null)
  const focused = state?.isFocused ? state.focusedDate.toString() : null
  const notes = notesOfMonth(state?.visibleRange.start.toString().slice(0, 7) ?? '', facts)
  return (
    <>
      <header className="calendar-head">
        <Button slot="previous" {...iconShape('前の月')}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <CalendarHeading className="calendar-month" />
        <Button slot="next" {...iconShape('次の月')}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </header>
      <div onPointerOver={(event) => setPointedAt(dayUnder(event))} onPointerLeave={() => setPointedAt(null)}>
        <CalendarGrid className="calendar-grid" weekdayStyle="narrow">
          <CalendarGridHeader>{(word) => <CalendarHeaderCell>{word}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <Day date={date} facts={facts} />}</CalendarGridBody>
        </CalendarGrid>
      </div>
      {notes.length > 0 && (
        <>
          <p className="calendar-now">
            {sentenceOf(pointedAt ?? focused ?? '', facts) || (facts.closed && closedHint)}
          </p>
          <dl className="calendar-notes">
            {notes.map(({ about, days }) => (
              <div key={`${about} ${days}`}>
                <dt>{about}</dt>
                <dd>{days}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}

const closedHint = '斜線の日は選択できません。理由は下に記載しています。'

const dayUnder = ({ target }: PointerEvent): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-day]')?.dataset.day ?? null) : null

/** Its name for a screen reader ends with its holiday and with the reason why it is closed. */
function Day({ date, facts }: { date: CalendarDate; facts: DayFacts }) {
  const day = date.toString()
  const words = wordsOf(day, facts)
  return (
    <CalendarCell
      date={date}
      className="calendar-day"
      data-day={day}
      data-holiday={facts.holidays?.[day] ? '' : undefined}
      render={(props) => <div {...props} {...(words && { 'aria-label': `${props['aria-label']}、${words}` })} />}
    />
  )
}
