import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'

/** Optional details. The browser's own element, so it opens before and without script. */
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
