import { ChartFrame, type Point } from './chart.tsx'
import { linePieces } from './chart-line.ts'

type ChartProps = { title: string; points: readonly Point[]; format: (value: number) => string; axis?: string }

const [width, height, edge] = [160, 40, 4]

/** The history of a price: a line without axes, its last value beside it. */
export function Sparkline({ title, points, format, axis = '日' }: ChartProps) {
  const pieces = linePieces(points, width, height, edge)
  const end = pieces.at(-1)?.at(-1)
  const last = points.findLast(({ value }) => value !== null)?.value
  return (
    <ChartFrame title={title} points={points} format={format} axis={axis} className="sparkline">
      <div aria-hidden="true">
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
          {pieces.map((piece) => (
            <polyline key={piece[0]?.x} points={piece.map(({ x, y }) => `${x},${y}`).join(' ')} />
          ))}
          {end && <circle cx={end.x} cy={end.y} r="3.5" />}
        </svg>
        {typeof last === 'number' && <b className="num-col">{format(last)}</b>}
      </div>
    </ChartFrame>
  )
}
