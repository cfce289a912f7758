import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import '#styles/kit/switch.css'
import '#styles/kit/choice.css'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'className'> & {
  label: ReactNode
  help?: ReactNode
  className?: string
}

/**
 * On or off, immediately or with the form: a real checkbox that screen readers announce as a switch. The state is also
 * a word.
 */
export function Switch({ label, help, className, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="switch">
        <span className="choice-words">{label}</span>
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a native box says itself whether it is checked */}
        <input {...input} id={id} type="checkbox" role="switch" aria-describedby={help ? `${id}-help` : undefined} />
        <span className="switch-word" aria-hidden="true" />
      </label>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
    </div>
  )
}
