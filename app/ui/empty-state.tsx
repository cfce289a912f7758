import type { ReactNode } from 'react'
import { Furrows } from './market.tsx'
import '#styles/kit/empty-state.css'

/** Nothing here yet: the furrows, one sentence, one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <Furrows className="empty-furrows" />
      <div>{children}</div>
      {action && <div>{action}</div>}
    </div>
  )
}
