import { type ComponentProps, useId, useState } from 'react'
import { daysInMonth, yearWithEra } from '#kernel/typed-day.ts'
import { FieldError, NeedWord } from '#ui/field-frame.tsx'
import { useTypedBefore } from '#ui/use-typed-before.ts'
import { useDayCheck } from './use-day-check.ts'
import '#styles/kit/day-month-year.css'

type Part = 'year' | 'month' | 'day'

type Props = {
  legend: string
  /** The three controls are `<name>.year`, `<name>.month`, `<name>.day`; read them with `readDayMonthYear`. */
  name: string
  /** Both included; the order of the years begins with the nearer end. */
  years: { from: number; to: number }
  defaultValue?: Partial<Record<Part, string>> | undefined
  help?: string
  error?: string | undefined
  need?: 'required' | 'optional' | 'none' | undefined
  /** A birthday, so that the browser can fill it in. */
  birthday?: boolean
  id?: string
}

/**
 * A day that users know by heart, in three native selects; never a delivery day. The days follow month and leap year.
 */
export function DayMonthYear({
  legend,
  name,
  years,
  defaultValue,
  help,
  error,
  need = 'none',
  birthday,
  ...rest
}: Props) {
  const made = useId()
  const id = rest.id ?? made
  const [chosen, setChosen] = useState({ year: '', month: '', day: '', ...defaultValue })
  const days = daysInMonth(Number(chosen.year) || null, Number(chosen.month) || null)
  // the 31st is visibly cleared in a shorter month
  const day = Number(chosen.day) > days ? '' : chosen.day
  const check = useDayCheck({ id, legend, error, required: need === 'required', chosen: { ...chosen, day } })
  const described = [help && `${id}-help`, check.error && `${id}-error`].filter(Boolean).join(' ')

  const selectOf = (part: Part): ComponentProps<typeof PartSelect> => ({
    id: `${id}-${part}`,
    name: `${name}.${part}`,
    word: { year: '年', month: '月', day: '日' }[part],
    value: part === 'day' ? day : chosen[part],
    autoComplete: birthday ? `bday-${part}` : 'off',
    invalid: check.error !== undefined,
    onValue: (value) => setChosen((before) => ({ ...before, day, [part]: value })),
  })
  return (
    <fieldset id={id} className="field" aria-describedby={described || undefined} tabIndex={-1} onBlur={check.onBlur}>
      <legend>
        {legend}
        <NeedWord need={need} />
      </legend>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      <div className="day-month-year">
        <PartSelect {...selectOf('year')} options={yearsDown(years)} text={(value) => yearWithEra(Number(value))} />
        <PartSelect {...selectOf('month')} options={upTo(12)} />
        <PartSelect {...selectOf('day')} options={upTo(days)} />
      </div>
      {check.error && <FieldError id={`${id}-error`}>{check.error}</FieldError>}
    </fieldset>
  )
}

type PartSelectProps = {
  id: string
  name: string
  word: string
  value: string
  autoComplete: string
  invalid: boolean
  options?: readonly string[]
  text?: (value: string) => string
  onValue: (value: string) => void
}

function PartSelect({ word, options = [], text = String, onValue, invalid, ...select }: PartSelectProps) {
  const early = useTypedBefore<HTMLSelectElement>(select.value, onValue)
  return (
    <span className="field-line">
      <select
        {...select}
        ref={early}
        aria-label={word}
        aria-invalid={invalid || undefined}
        className="field-control"
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        <option value="" />
        {options.map((value) => (
          <option key={value} value={value}>
            {text(value)}
          </option>
        ))}
      </select>
      <span className="field-suffix" aria-hidden="true">
        {word}
      </span>
    </span>
  )
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))

const yearsDown = ({ from, to }: Props['years']) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(to - index))
