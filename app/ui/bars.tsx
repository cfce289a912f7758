import { ChartFrame, type Point } from './chart.tsx'

type BarsProps = { title: string; points: readonly Point[]; format: (value: number) => string; axis?: string }

/**
 * Horizontal bars, the longest at full width, each with its name and its figure. They start at zero, so that lengths
 * can be compared.
 */
export function Bars({ title, points, format, axis = '項目' }: BarsProps) {
  const longest = Math.max(0, ...points.flatMap(({ value }) => value ?? []))
  return (
    <ChartFrame title={title} points={points} format={format} axis={axis} className="bars">
      <ul aria-hidden="true">
        {points.map(({ label, value }) => (
          <li key={label}>
            <span>{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={value && longest > 0 ? Math.max(0, (value / longest) * 100) : 0} height="10" />
            </svg>
            <b className="num-col">{value === null ? '' : format(value)}</b>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}
