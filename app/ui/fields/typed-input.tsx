import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Field, type FieldFrame } from '../field.tsx'
import { useFieldCheck } from './use-field-check.ts'

/** What every field of one line takes: the frame, the attributes of the native input, and a unit behind it. */
export type LineProps = Omit<ComponentPropsWithRef<'input'>, 'className'> &
  FieldFrame & {
    /** 円, kg: stands behind the field and is part of its label for readers. */
    suffix?: string | undefined
    /** How many full-width characters one expects; the width says so. */
    chars?: number | undefined
  }

type Props = LineProps & {
  complaint?: (typed: string) => string | undefined
  tidy?: (typed: string) => string
  /** Stands in the frame of the control, at its end. */
  end?: ReactNode
}

/** The one line that all kinds of typed fields are made of: a native input that looks at itself when it is left. */
export function TypedInput({
  label,
  help,
  error,
  need,
  className,
  suffix,
  chars,
  complaint,
  tidy,
  end,
  ...input
}: Props) {
  const made = useId()
  const id = input.id ?? made
  const check = useFieldCheck({ id, label, error, required: need === 'required', complaint, tidy })
  return (
    <Field {...{ label, help, need, className, id }} error={check.error}>
      {(aria) => (
        <span className="field-line" style={chars ? { maxWidth: `calc(${chars}em + 2.5rem)` } : undefined}>
          <input
            {...input}
            {...aria}
            className="field-control"
            onInput={(event) => {
              check.onInput()
              input.onInput?.(event)
            }}
            onBlur={(event) => {
              check.onBlur(event.currentTarget)
              input.onBlur?.(event)
            }}
          />
          {suffix && <span className="field-suffix">{suffix}</span>}
          {end}
        </span>
      )}
    </Field>
  )
}
