import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import '#styles/kit/disclosure.css'

/** More of the same, for who wants it. The browser's own, so it opens before and without script. */
export function Disclosure({
  summary,
  children,
  className,
  ...rest
}: ComponentPropsWithRef<'details'> & { summary: ReactNode }) {
  return (
    <details {...rest} className={`disclosure ${className ?? ''}`}>
      <summary>
        {summary}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  )
}
