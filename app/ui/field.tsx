import { CircleAlert } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import { lengthOf, tooShortText } from '#kernel/text.ts'
import { type LineProps, TypedInput } from './fields/typed-input.tsx'
import { useFieldCheck } from './fields/use-field-check.ts'

export type FieldFrame = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Which word is shown beside the label; a plain filter needs neither. */
  need?: 'required' | 'optional' | 'none' | undefined
  className?: string | undefined
}

type FrameProps = FieldFrame & { id: string; children: (aria: FieldAria) => ReactNode }
export type FieldAria = {
  id: string
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'aria-describedby': string | undefined
}

/** Label, help, error and the control they describe. The only part of the kit that composes. */
export function Field({ label, help, error, need = 'none', className, id, children }: FrameProps) {
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={`field ${className ?? ''}`}>
      <label htmlFor={id}>
        {label}
        <NeedWord need={need} />
      </label>
      {help && (
        <p id={helpId} className="field-help">
          {help}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-required': need === 'required' ? true : undefined,
        'aria-describedby': [helpId, errorId].filter(Boolean).join(' ') || undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export function NeedWord({ need }: { need: FieldFrame['need'] }) {
  if (need === 'required') return <span className="required">必須</span>
  return need === 'optional' ? <span className="optional">任意</span> : null
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      <CircleAlert size={18} aria-hidden="true" className="translate-y-1 shrink-0" />
      {children}
    </p>
  )
}

/** One line of free text: stored as it was typed. */
export const TextField = (props: LineProps) => <TypedInput {...props} />

type SelectProps = Omit<ComponentPropsWithRef<'select'>, 'className'> & FieldFrame

export function SelectField({ label, help, error, need, className, children, ...select }: SelectProps) {
  const made = useId()
  const id = select.id ?? made
  const check = useFieldCheck({ id, label, error, required: need === 'required', fill: 'choose' })
  return (
    <Field {...{ label, help, need, className, id }} error={check.error}>
      {(aria) => (
        <select
          {...select}
          {...aria}
          className="field-control"
          onInput={(event) => {
            check.onInput()
            select.onInput?.(event)
          }}
          onBlur={(event) => {
            check.onBlur(event.currentTarget)
            select.onBlur?.(event)
          }}
        >
          {children}
        </select>
      )}
    </Field>
  )
}

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'className'> &
  FieldFrame & {
    /**
     * The maximum number of characters (code points, so that 𠮷 is one). More can be typed, so that nothing pasted is
     * cut off.
     */
    limit?: number
    /** The minimum number of characters, without the surrounding spaces. */
    least?: number
  }

/** Several lines; it grows with its content. */
export function TextArea({ label, help, error, need, className, limit, least = 0, ...area }: TextAreaProps) {
  const made = useId()
  const id = area.id ?? made
  const [typed, setTyped] = useState(String(area.value ?? area.defaultValue ?? ''))
  const complaint = (text: string) => {
    if (lengthOf(text.trim()) < least) return tooShortText(least)
    if (limit === undefined || lengthOf(text) <= limit) return undefined
    return `${lengthOf(text) - limit}文字多いです。${limit}文字までにしてください`
  }
  const check = useFieldCheck({ id, label, error, required: need === 'required', complaint })
  return (
    <Field {...{ label, help, need, className, id }} error={check.error}>
      {(aria) => (
        <>
          <textarea
            {...area}
            {...aria}
            className="field-control"
            onInput={(event) => {
              check.onInput()
              setTyped(event.currentTarget.value)
              area.onInput?.(event)
            }}
            onBlur={(event) => {
              check.onBlur(event.currentTarget)
              area.onBlur?.(event)
            }}
          />
          {limit !== undefined && (
            <p className="field-count" data-over={lengthOf(typed) > limit || undefined}>
              {lengthOf(typed)}／{limit}文字
            </p>
          )}
        </>
      )}
    </Field>
  )
}
