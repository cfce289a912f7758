import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import '#styles/kit/timeline.css'

/** Events, one below the other, joined by a line. The first entry is the newest and is highlighted. */
export const Timeline = ({ children }: { children: ReactNode }) => <ol className="timeline">{children}</ol>

type EntryProps = { Icon: LucideIcon; children: ReactNode; when: ReactNode }

export const TimelineEntry = ({ Icon, children, when }: EntryProps) => (
  <li>
    <span className="timeline-icon" aria-hidden="true">
      <Icon size={20} />
    </span>
    <div className="min-w-0 pt-1">
      {children}
      <p className="text-caption text-ink-2">{when}</p>
    </div>
  </li>
)
