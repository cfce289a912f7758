import { RangeCalendar, type RangeCalendarProps } from './calendar.tsx'
import { CalendarButton } from './calendar-button.tsx'

/** The month of a first and a last day, beside their two native fields. Load it on demand. */
export default function DateRangePicker({ label, onChange, ...calendar }: Omit<RangeCalendarProps, 'autoFocus'>) {
  return (
    <CalendarButton label={label}>
      {(close) => (
        <RangeCalendar
          {...calendar}
          label={label}
          autoFocus
          onChange={(days) => {
            onChange(days)
            close()
          }}
        />
      )}
    </CalendarButton>
  )
}
