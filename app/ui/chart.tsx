import type { ReactNode } from 'react'
import '#styles/kit/chart.css'

export type Point = {
  /** 「11/3」, 「大玉トマト」. */
  label: string
  /** Null where nothing was measured: a gap, not a zero. */
  value: number | null
}

type FrameProps = {
  title: string
  points: readonly Point[]
  format: (value: number) => string
  /** The heading of the first column of the table. */
  axis: string
  className: string
  children: ReactNode
}

/** A chart, and the same figures as a table for screen readers. */
export const ChartFrame = ({ title, points, format, axis, className, children }: FrameProps) => (
  <figure className={`chart ${className}`}>
    <figcaption>{title}</figcaption>
    {children}
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            <th scope="col">値</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value === null ? 'なし' : format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </figure>
)
