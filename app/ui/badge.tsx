import type { ReactNode } from 'react'

export type BadgeTone = 'pine' | 'kaki' | 'tag' | 'ai' | 'akane' | 'matcha' | 'line'

export function Badge({ tone = 'line', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}
