import type { ComponentPropsWithRef, ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from './link.tsx'

/** kaki commits money (one per view); pine continues; line and text are quiet; danger is outlined. */
export type ButtonKind = 'kaki' | 'pine' | 'line' | 'text' | 'danger'
type Appearance = {
  kind?: ButtonKind
  /** 44, 56 and, for rows of a dense table, 36 px with a target of 44 around it. */
  size?: 'sm' | 'md' | 'lg'
  /** One icon before the text. */
  icon?: ReactNode
}

type ButtonProps = ComponentPropsWithRef<'button'> &
  Appearance & {
    /** The form is being sent: the width stays, a spinner turns, a second press has no effect. */
    busy?: boolean
    /** Stands in place of the spinner meanwhile. */
    busyMark?: ReactNode
  }

/** Labelled with a verb. Never disabled: pressing explains what is missing. */
export function Button({
  kind = 'pine',
  size = 'md',
  busy = false,
  busyMark = <span className="btn-ring" aria-hidden="true" />,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-label={busy ? undefined : rest['aria-label']}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`btn ${className ?? ''}`}
      data-kind={kind}
      data-size={size}
      data-busy={busy || undefined}
    >
      <Icon>{icon}</Icon>
      {busy ? (
        <span className="btn-label" aria-hidden="true">
          {children}
        </span>
      ) : (
        children
      )}
      {busy && (
        <span className="btn-busy">
          {busyMark}
          <span className="btn-busy-word">送信中</span>
        </span>
      )}
    </button>
  )
}

export function ButtonLink({ kind = 'pine', size = 'md', icon, className, children, ...rest }: LinkProps & Appearance) {
  return (
    <Link {...rest} className={`btn ${className ?? ''}`} data-kind={kind} data-size={size}>
      <Icon>{icon}</Icon>
      {children}
    </Link>
  )
}

const Icon = ({ children }: { children: ReactNode }) =>
  children && (
    <span className="btn-icon" aria-hidden="true">
      {children}
    </span>
  )
