import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Field, type FieldFrame } from '#ui/field-frame.tsx'
import { useFieldCheck } from './use-field-check.ts'

/** The properties of every single-line field: the frame, the attributes of the native input, and a unit after it. */
export type LineProps = Omit<ComponentPropsWithRef<'input'>, 'className'> &
  FieldFrame & {
    /** 円, kg: shown after the field and part of its label for screen readers. */
    suffix?: string | undefined
    /** The expected number of full-width characters; sets the width. */
    chars?: number | undefined
  }

type Props = LineProps & {
  complaint?: (typed: string) => string | undefined
  tidy?: (typed: string) => string
  /** Inside the frame of the control, at its end. */
  end?: ReactNode
}

/** The base of all single-line fields: a native input that validates itself when it is left. */
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
  // beside ネット the control is as wide as beside 袋
  const longer = suffix ? suffix.length - 1 : 0
  const check = useFieldCheck({ id, label, error, required: need === 'required', complaint, tidy })
  return (
    <Field {...{ label, help, need, className, id }} error={check.error}>
      {(aria) => (
        <span className="field-line" style={chars ? { maxWidth: `calc(${chars + longer}em + 2.5rem)` } : undefined}>
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
