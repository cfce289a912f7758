import { ChartFrame, type Point } from './chart.tsx'
import { axisTicks } from './chart-ticks.ts'
import '#styles/kit/columns.css'

/** `label` in full, for the table; `short` under its bar, and `below` under that, where something begins (a year). */
export type ColumnPoint = Point & { short: string; below?: string | undefined }

type ColumnsProps = {
  title: string
  points: readonly ColumnPoint[]
  format: (value: number) => string
  /** Of the marks of the axis: 「25万円」. */
  formatTick: (value: number) => string
  axis: string
}

/**
 * Upright bars side by side on an axis that begins at zero, such as the months of a year. The newest one stands out, and its
 * figure is written above them all; the others are read from the axis.
 */
export function Columns({ title, points, format, formatTick, axis }: ColumnsProps) {
  const ticks = axisTicks(Math.max(0, ...points.map(({ value }) => value ?? 0)))
  const top = ticks.at(-1) ?? 1
  const newest = points.findLastIndex(({ value }) => value !== null)
  const last = points[newest]
  const height = (value: number | null) => `${(Math.max(0, value ?? 0) / top) * 100}%`
  const fromTop = ticks.toReversed()
  return (
    <ChartFrame title={title} points={points} format={format} axis={axis} className="columns">
      {last && typeof last.value === 'number' && (
        <p aria-hidden="true" className="columns-newest">
          {last.short} <b className="num-col">{format(last.value)}</b>
        </p>
      )}
      <div aria-hidden="true" className="columns-plot">
        <ol className="columns-axis">
          {fromTop.map((tick) => (
            <li key={tick} className="num-col">
              {formatTick(tick)}
            </li>
          ))}
        </ol>
        <div className="relative">
          <ol className="columns-lines">
            {fromTop.map((tick) => (
              <li key={tick} />
            ))}
          </ol>
          <ol className="columns-bars">
            {points.map(({ label, short, below, value }, at) => (
              <li key={label} data-newest={at === newest || undefined}>
                <span className="columns-rail">
                  <i style={{ height: height(value) }} />
                </span>
                <small>
                  <span>{short}</span>
                  {below && !isNearNext(points, at) && <span>{below}</span>}
                </small>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </ChartFrame>
  )
}

/** So many bars have room for the name of one year. */
const roomOfYear = 3

const isNearNext = (points: readonly ColumnPoint[], at: number): boolean =>
  points.slice(at + 1, at + 1 + roomOfYear).some(({ below }) => below)
