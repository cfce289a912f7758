import { Calendar, type CalendarProps } from './calendar.tsx'
import { CalendarButton } from './calendar-button.tsx'

export type DatePickerProps = Omit<CalendarProps, 'autoFocus'>

/**
 * The month of a day: beside a native date field, never instead of it. Load it on demand:
 * `lazy(() => import('#ui/date-picker.tsx'))`.
 */
export default function DatePicker({ label, onChange, ...calendar }: DatePickerProps) {
  return (
    <CalendarButton label={label}>
      {(close) => (
        <Calendar
          {...calendar}
          label={label}
          autoFocus
          onChange={(day) => {
            onChange(day)
            close()
          }}
        />
      )}
    </CalendarButton>
  )
}
