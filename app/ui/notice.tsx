import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { ai: Info, akane: CircleAlert, matcha: CircleCheck, tag: Info }

/** A sentence in place. Errors interrupt a screen reader, the others wait their turn. */
export function Notice({
  tone = 'ai',
  children,
  className,
}: {
  tone?: keyof typeof icons
  children: ReactNode
  className?: string
}) {
  const Icon = icons[tone]
  return (
    <div className={`notice ${className ?? ''}`} data-tone={tone} role={tone === 'akane' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
