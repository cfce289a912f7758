import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import '#styles/kit/stat.css'

type StatBlockProps = {
  label: string
  /** As it is shown: 「1,204」. */
  value: string
  unit?: string
  /** A second line: the previous value, or a Sparkline. */
  note?: ReactNode
  /** The link to the list behind the figure. */
  to?: string
}

/** One figure of a day or a month, in large numerals. */
export function StatBlock({ label, value, unit, note, to }: StatBlockProps) {
  return (
    <div className="stat">
      <p className="stat-label">{to ? <Link to={to}>{label}</Link> : label}</p>
      <p className="stat-value">
        <span className="num">{value}</span>
        {unit}
      </p>
      {note && <div className="stat-note">{note}</div>}
    </div>
  )
}
