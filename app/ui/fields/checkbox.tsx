import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { FieldError } from '#ui/field-frame.tsx'
import { useChoiceCheck } from './use-choice-check.ts'
import '#styles/kit/choice.css'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'className' | 'children'> & {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** The error if it has to be ticked and is not, like 「規約を読んで、同意してください」. */
  mustBeTicked?: string
  className?: string
}

/** One checkbox. The whole line is the target. */
export function Checkbox({ label, help, error, mustBeTicked, className, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made
  const check = useChoiceCheck({ id, error, missing: mustBeTicked })
  const described = [help && `${id}-help`, check.error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="choice">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={check.error ? true : undefined}
          aria-required={mustBeTicked ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => {
            check.onChange()
            input.onChange?.(event)
          }}
        />
        <span className="choice-words">{label}</span>
      </label>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {check.error && <FieldError id={`${id}-error`}>{check.error}</FieldError>}
    </div>
  )
}
