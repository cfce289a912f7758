import { lazy, Suspense, useId, useState } from 'react'
import type { JstDate } from '#kernel/jst.ts'
import { type DayRule, dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { useFinePointer } from '#ui/browser-state.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'
import { writeInto } from './write-into.ts'
import '#styles/kit/field-date.css'

const DatePicker = lazy(() => import('#ui/date-picker.tsx'))

type Props = Omit<LineProps, 'type' | 'min' | 'max' | 'suffix' | 'chars' | 'value'> & {
  label: string
  min?: JstDate | undefined
  max?: JstDate | undefined
  /** Names of public holidays, by day. */
  holidays?: Readonly<Record<string, string>>
}

/**
 * A day in the native control of the device. With a mouse, a calendar is shown beside it; what it selects is written
 * into the same control. Delivery days are selected with DayChips.
 */
export function DateField({ min, max, holidays = {}, ...line }: Props) {
  const made = useId()
  const id = line.id ?? made
  const mouse = useFinePointer()
  const [day, setDay] = useState(String(line.defaultValue ?? ''))
  const rule: DayRule = { min, max }

  function choose(chosen: string) {
    const input = document.getElementById(id)
    if (input instanceof HTMLInputElement) writeInto(input, chosen)
  }
  return (
    <TypedInput
      {...line}
      id={id}
      type="date"
      min={min}
      max={max}
      className={`field-date ${line.className ?? ''}`}
      data-calendar={mouse || undefined}
      onInput={(event) => {
        setDay(event.currentTarget.value)
        line.onInput?.(event)
      }}
      complaint={(typed) => {
        const read = readDay(typed, rule)
        return read.ok ? undefined : dayRefusalText(read.refusal)
      }}
      end={
        mouse && (
          <Suspense fallback={<span className="field-date-place" />}>
            <DatePicker {...{ min, max, holidays }} label={line.label} value={day || null} onChange={choose} />
          </Suspense>
        )
      }
    />
  )
}
