import { type PrefCode, prefectures } from '#kernel/place.ts'
import { japanCells } from '#ui/japan-cells.ts'

const gap = 0.07

const cellOf = (code: PrefCode) => {
  const [column, row, columns = 1, rows = 1] = japanCells[code]
  return { x: column - 1 + gap, y: row - 1 + gap, width: columns - 2 * gap, height: rows - 2 * gap }
}

/** All prefectures as one path, defined once per page and reused. */
const outline = prefectures
  .map(({ code }) => {
    const { x, y, width, height } = cellOf(code)
    return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
  })
  .join('')

function round(value: number): number {
  return Math.round(value * 100) / 100
}

export const JapanOutline = () => (
  <svg width="0" height="0" aria-hidden="true" className="outline">
    <path id="japan" d={outline} />
  </svg>
)

/**
 * Japan as crates, filled where there is a farm; optionally with the number of farms. A picture: the text is beside it.
 */
export function TraceMap({ farms, counted }: { farms: readonly (PrefCode | null)[]; counted: boolean }) {
  const counts = new Map<PrefCode, number>()
  for (const code of farms) if (code) counts.set(code, (counts.get(code) ?? 0) + 1)
  return (
    <svg viewBox="0 0 14 13" className="japan" aria-hidden="true">
      <use href="#japan" />
      {[...counts].map(([code, count]) => {
        const cell = cellOf(code)
        return (
          <g key={code}>
            <rect {...cell} rx="0.12" />
            {counted && (
              <text x={cell.x + cell.width / 2} y={cell.y + cell.height / 2} dy="0.24">
                {count}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
