import { type PrefCode, prefectures } from '#kernel/place.ts'
import { Link } from './link.tsx'

type Cell = readonly [column: number, row: number, columns?: number, rows?: number]

/** Where the crate of a prefecture stands: every one as large as its neighbours, as a map and not as a ruler sees it. */
const cells: Readonly<Record<PrefCode, Cell>> = {
  '01': [13, 1, 2, 2],
  '02': [13, 3, 2],
  '05': [13, 4],
  '03': [14, 4],
  '06': [13, 5],
  '04': [14, 5],
  '17': [9, 6],
  '16': [10, 6],
  '15': [11, 6, 2],
  '07': [13, 6, 2],
  '35': [4, 7, 1, 2],
  '32': [5, 7],
  '31': [6, 7],
  '28': [7, 7, 1, 2],
  '26': [8, 7],
  '18': [9, 7],
  '21': [10, 7, 1, 2],
  '20': [11, 7, 1, 2],
  '10': [12, 7],
  '09': [13, 7],
  '08': [14, 7, 1, 2],
  '34': [5, 8],
  '33': [6, 8],
  '27': [8, 8],
  '25': [9, 8],
  '11': [12, 8, 2],
  '41': [2, 9],
  '40': [3, 9],
  '29': [8, 9],
  '24': [9, 9, 1, 2],
  '23': [10, 9],
  '19': [11, 9],
  '13': [12, 9, 2],
  '12': [14, 9, 1, 2],
  '42': [1, 9, 1, 2],
  '43': [2, 10, 1, 2],
  '44': [3, 10],
  '38': [5, 10],
  '37': [6, 10],
  '30': [8, 10],
  '22': [10, 10, 2],
  '14': [12, 10, 2],
  '45': [3, 11],
  '39': [5, 11],
  '36': [6, 11],
  '46': [2, 12, 2],
  '47': [1, 13],
}

export type MapPlace = { code: PrefCode; shortName: string; count: number; href: string }

/**
 * Japan stacked from crates, one for each prefecture; where there is something, the crate is open and says how many.
 * A picture: the same links stand beside it as a list, which is what keyboards, readers and small windows use.
 */
export function JapanMap({ places, className }: { places: readonly MapPlace[]; className?: string }) {
  return (
    <div className={`japan-map ${className ?? ''}`} aria-hidden="true">
      {places.map(({ code, shortName, count, href }) => {
        const [column, row, columns = 1, rows = 1] = cells[code]
        const style = { gridColumn: `${column} / span ${columns}`, gridRow: `${row} / span ${rows}` }
        return count === 0 ? (
          <span key={code} style={style} data-empty>
            {shortName}
          </span>
        ) : (
          <Link key={code} to={href} tabIndex={-1} style={style}>
            {shortName}
            <b className="num">{count}</b>
          </Link>
        )
      })}
    </div>
  )
}

/** The same, small: in which prefecture a farm lies, and in which one's own kitchen. A picture; words stand beside it. */
export const WhereMap = ({ farm, kitchen }: { farm: PrefCode | null; kitchen: PrefCode | null }) => (
  <div className="japan-map where-map" aria-hidden="true">
    {prefectures.map(({ code }) => {
      const [column, row, columns = 1, rows = 1] = cells[code]
      return (
        <span
          key={code}
          style={{ gridColumn: `${column} / span ${columns}`, gridRow: `${row} / span ${rows}` }}
          data-empty
          data-farm={code === farm || undefined}
          data-kitchen={code === kitchen || undefined}
        />
      )
    })}
  </div>
)
