import type { ComponentPropsWithRef, ReactNode } from 'react'
import '#styles/kit/progress.css'

type ProgressBarProps = Omit<ComponentPropsWithRef<'progress'>, 'children'> & {
  /** What is under way; read aloud. */
  label: ReactNode
  /** Beside the bar, 「あと¥2,400」. */
  told?: ReactNode
}

/** A native progress. Without a value nobody knows how long it takes. */
export const ProgressBar = ({ label, told, className, ...progress }: ProgressBarProps) => (
  <label className={className ? `progress ${className}` : 'progress'}>
    <span className="progress-words">
      <span>{label}</span>
      {told && <span className="num-col">{told}</span>}
    </span>
    <progress {...progress} />
  </label>
)

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

/** The same as a ring, for the corner of a card. */
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
