import type { ReactNode } from 'react'
import '#styles/kit/progress-ring.css'

type ProgressRingProps = {
  label: string
  value: number
  max: number
  /** In the middle, 「3/8」. */
  children?: ReactNode
  /** Pixels. */
  size?: number
}

const around = 2 * Math.PI * 20

/** Progress as a ring, for the corner of a card. */
export function ProgressRing({ label, value, max, children, size = 56 }: ProgressRingProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <span
      className="progress-ring"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="20" />
        <circle cx="24" cy="24" r="20" strokeDasharray={`${part * around} ${around}`} transform="rotate(-90 24 24)" />
      </svg>
      <span aria-hidden="true">{children}</span>
    </span>
  )
}
