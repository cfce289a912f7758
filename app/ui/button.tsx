import type { ComponentPropsWithRef } from 'react'
import { Link, type LinkProps } from 'react-router'

/** kaki commits money (one per view); pine moves forward; line and text are quiet; danger is outlined. */
export type ButtonKind = 'kaki' | 'pine' | 'line' | 'text' | 'danger'
type Looks = { kind?: ButtonKind; size?: 'md' | 'lg' }

type ButtonProps = ComponentPropsWithRef<'button'> & Looks & { busy?: boolean }

/** While busy it keeps its place, says so, and ignores a second press. */
export function Button({
  kind = 'pine',
  size = 'md',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`btn ${className ?? ''}`}
      data-kind={kind}
      data-size={size}
    >
      {busy ? '送っています' : children}
    </button>
  )
}

export function ButtonLink({ kind = 'pine', size = 'md', className, ...rest }: LinkProps & Looks) {
  return <Link {...rest} className={`btn ${className ?? ''}`} data-kind={kind} data-size={size} />
}
