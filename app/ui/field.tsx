import { CircleAlert } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

export type FieldFrame = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Which word stands beside the label; a plain filter needs neither. */
  need?: 'required' | 'optional' | 'none'
  className?: string
}

type FrameProps = FieldFrame & { id: string; children: (aria: FieldAria) => ReactNode }
export type FieldAria = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Label, help, error and the control they are about. The only part of the kit that composes. */
export function Field({ label, help, error, need = 'none', className, id, children }: FrameProps) {
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={`field ${className ?? ''}`}>
      <label htmlFor={id}>
        {label}
        {need === 'required' && <span className="required">必須</span>}
        {need === 'optional' && <span className="optional">任意</span>}
      </label>
      {help && (
        <p id={helpId} className="field-help">
          {help}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [helpId, errorId].filter(Boolean).join(' ') || undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      <CircleAlert size={18} aria-hidden="true" className="translate-y-1 shrink-0" />
      {children}
    </p>
  )
}

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'className'> & FieldFrame & { suffix?: string }

export function TextField({ label, help, error, need, className, suffix, ...input }: InputProps) {
  const made = useId()
  const frame = { label, help, error, need, className }
  return (
    <Field {...frame} id={input.id ?? made}>
      {(aria) => (
        <span className="flex items-center gap-2">
          <input {...input} {...aria} className="field-control" />
          {suffix && <span className="shrink-0 font-bold">{suffix}</span>}
        </span>
      )}
    </Field>
  )
}

type SelectProps = Omit<ComponentPropsWithRef<'select'>, 'className'> & FieldFrame

export function SelectField({ label, help, error, need, className, children, ...select }: SelectProps) {
  const made = useId()
  const frame = { label, help, error, need, className }
  return (
    <Field {...frame} id={select.id ?? made}>
      {(aria) => (
        <select {...select} {...aria} className="field-control">
          {children}
        </select>
      )}
    </Field>
  )
}

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'className'> & FieldFrame

export function TextArea({ label, help, error, need, className, ...area }: TextAreaProps) {
  const made = useId()
  const frame = { label, help, error, need, className }
  return (
    <Field {...frame} id={area.id ?? made}>
      {(aria) => <textarea {...area} {...aria} className="field-control" />}
    </Field>
  )
}
