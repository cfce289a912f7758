import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { JstDate } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'
import { writeInto } from './write-into.ts'
import '#styles/kit/field-date.css'

const DateRangePicker = lazy(() => import('#ui/date-range-picker.tsx'))

type End = Pick<LineProps, 'name' | 'error' | 'need' | 'help'> & {
  label: string
  id?: string
  defaultValue?: string | null | undefined
}

type Props = {
  /** What the two days are, 「注文日」. */
  label: string
  from: End
  to: End
  min?: JstDate | undefined
  max?: JstDate | undefined
  /** Days that cannot be chosen in the month, each with the reason. */
  closed?: Readonly<Record<string, string>>
  className?: string
}

/** A first and a last day in two native controls, which work without script; beside them one month for both. */
export function DateRangeField({ label, from, to, min, max, closed, className }: Props) {
  const made = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const seen = useSeen(field)
  const [days, setDays] = useState({ from: from.defaultValue ?? '', to: to.defaultValue ?? '' })
  const ids = { from: from.id ?? `${made}-from`, to: to.id ?? `${made}-to` }

  const end = (which: 'from' | 'to', { defaultValue, ...field }: End) => (
    <TypedInput
      {...field}
      id={ids[which]}
      type="date"
      className="field-date"
      defaultValue={defaultValue ?? ''}
      min={min}
      max={max}
      data-calendar={seen || undefined}
      onInput={({ currentTarget: { value } }) => setDays((before) => ({ ...before, [which]: value }))}
      complaint={(typed) => {
        const read = readDay(typed, { min, max })
        return read.ok ? undefined : dayRefusalText(read.refusal)
      }}
    />
  )
  return (
    <fieldset ref={field} className={`field-range ${className ?? ''}`}>
      <legend className="visually-hidden">{label}</legend>
      {end('from', from)}
      {end('to', to)}
      {seen && (
        <Suspense fallback={<span className="field-date-place" />}>
          <DateRangePicker
            {...{ label, min, max, closed }}
            value={days.from !== '' && days.to !== '' ? days : null}
            onChange={(chosen) => {
              write(ids.from, chosen.from)
              write(ids.to, chosen.to)
            }}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

/** Whether this was on the page at least once. In a closed fold it is not: its month weighs 50 kB. */
function useSeen(part: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    // far below as well, so that only what a closed fold hides waits
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '10000px' },
    )
    if (part.current) watch.observe(part.current)
    return () => watch.disconnect()
  }, [part])
  return seen
}

function write(id: string, day: string) {
  const input = document.getElementById(id)
  if (input instanceof HTMLInputElement) writeInto(input, day)
}
