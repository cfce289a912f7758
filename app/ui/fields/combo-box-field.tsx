import { lazy, Suspense, useId, useState } from 'react'
import { useFinePointer } from '#ui/browser-state.ts'
import { Field, type FieldFrame } from '#ui/field-frame.tsx'
import { useTypedBefore } from '#ui/use-typed-before.ts'
import { useFieldCheck } from './use-field-check.ts'

const ComboBox = lazy(() => import('./combo-box.tsx'))

export type ComboOption = {
  value: string
  label: string
  /** A second line, and other words by which it is found. */
  help?: string
}

type Props = FieldFrame & {
  label: string
  name: string
  options: readonly ComboOption[]
  defaultValue?: string | undefined
  onValue?: (value: string) => void
  id?: string
}

/**
 * One of many. On touch and without script a native select; with a mouse it is an input with suggestions that searches
 * the label and the second line. Both submit the same `name=value`.
 */
export function ComboBoxField({
  options,
  defaultValue = '',
  onValue,
  name,
  label,
  help,
  error,
  need,
  className,
  ...rest
}: Props) {
  const made = useId()
  const id = rest.id ?? made
  const mouse = useFinePointer()
  const [value, setValue] = useState(defaultValue)
  const check = useFieldCheck({ id, label, error, required: need === 'required', fill: 'choose' })
  function choose(next: string) {
    setValue(next)
    onValue?.(next)
  }
  const early = useTypedBefore<HTMLSelectElement>(value, choose)
  return (
    <Field {...{ label, help, need, className, id }} error={check.error}>
      {(aria) => {
        const select = (
          <select
            {...aria}
            ref={early}
            name={name}
            value={value}
            className="field-control"
            onChange={(event) => choose(event.currentTarget.value)}
            onBlur={(event) => check.onBlur(event.currentTarget)}
          >
            <option value="">選択</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )
        if (!mouse) return select
        return (
          <Suspense fallback={select}>
            <ComboBox {...{ aria, name, label, options, value }} onChoose={choose} onLeave={check.onBlur} />
          </Suspense>
        )
      }}
    </Field>
  )
}
