import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { revealError } from './fields/focus-field.ts'

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

/** In a closed details it opens that. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (line.current) revealError(line.current)
  }, [])
  return (
    <p ref={line} id={id} className="field-error">
      <CircleAlert size={18} aria-hidden="true" className="translate-y-1 shrink-0" />
      {children}
    </p>
  )
}
