import { type ComponentPropsWithRef, useId, useState } from 'react'
import { lengthOf, tooShortText } from '#kernel/text.ts'
import { Field, type FieldFrame } from './field-frame.tsx'
import { type LineProps, TypedInput } from './fields/typed-input.tsx'
import { useFieldCheck } from './fields/use-field-check.ts'

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
    return `${lengthOf(text) - limit}文字超過しています。${limit}文字以下で入力してください`
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
