import type { ComponentPropsWithRef, ReactNode } from 'react'

type ProgressBarProps = Omit<ComponentPropsWithRef<'progress'>, 'children'> & {
  /** What is in progress; read aloud. */
  label: ReactNode
  /** Beside the bar, 「あと¥2,400」. */
  told?: ReactNode
}

/** A native progress element. Without a value the duration is unknown. */
export const ProgressBar = ({ label, told, className, ...progress }: ProgressBarProps) => (
  <label className={className ? `progress ${className}` : 'progress'}>
    <span className="progress-words">
      <span>{label}</span>
      {told && <span className="num-col">{told}</span>}
    </span>
    <progress {...progress} />
  </label>
)
