import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { FieldError, NeedWord } from '#ui/field-frame.tsx'
import { useChoiceCheck } from './use-choice-check.ts'
import '#styles/kit/choice.css'

export type Choice = {
  value: string
  label: ReactNode
  /** A second, smaller line. */
  help?: ReactNode
  /** Cannot be selected now; say why in `help`. */
  off?: boolean
}

export type ChoiceGroupProps = {
  legend: ReactNode
  name: string
  choices: readonly Choice[]
  help?: ReactNode
  error?: string | undefined
  need?: 'required' | 'optional' | 'none' | undefined
  /** Of the fieldset: the target of the form summary's link. */
  id?: string
  /** cards: big targets side by side, for a few important options. */
  look?: 'plain' | 'cards'
  className?: string
}

type Props = ChoiceGroupProps & {
  type: 'checkbox' | 'radio'
  inputOf: (choice: Choice) => ComponentPropsWithRef<'input'>
}

/** The frame of CheckboxGroup and RadioGroup: a fieldset with native boxes. */
export function ChoiceGroup({
  type,
  inputOf,
  legend,
  name,
  choices,
  help,
  error,
  need = 'none',
  look = 'plain',
  className,
  ...rest
}: Props) {
  const made = useId()
  const id = rest.id ?? made
  const words = typeof legend === 'string' ? legend : undefined
  const missing = need === 'required' ? `${words ? `${words}を` : ''}選択してください` : undefined
  const check = useChoiceCheck({ id, label: words, error, missing })
  const described = [help && `${id}-help`, check.error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      className={`field ${className ?? ''}`}
      aria-describedby={described || undefined}
      data-invalid={check.error ? true : undefined}
      tabIndex={-1}
    >
      <legend>
        {legend}
        <NeedWord need={need} />
      </legend>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      <div className="choices" data-look={look}>
        {choices.map((choice) => {
          const input = inputOf(choice)
          return (
            <label key={choice.value} className="choice" data-off={choice.off || undefined}>
              <input
                {...input}
                type={type}
                name={name}
                value={choice.value}
                disabled={choice.off}
                onChange={(event) => {
                  check.onChange()
                  input.onChange?.(event)
                }}
              />
              <span className="choice-words">
                {choice.label}
                {choice.help && <small>{choice.help}</small>}
              </span>
            </label>
          )
        })}
      </div>
      {check.error && <FieldError id={`${id}-error`}>{check.error}</FieldError>}
    </fieldset>
  )
}
