import { type PrefCode, prefectures } from '#kernel/place.ts'
import { japanCells as cells } from './japan-cells.ts'
import { Link } from './link.tsx'
import '#styles/kit/japan-map.css'

export type MapPlace = { code: PrefCode; shortName: string; count: number; href: string }

/**
 * A map of Japan built of crates, one for each prefecture; a crate with content is open and shows the number. A
 * picture: the same links are beside it as a list, for keyboards, screen readers and small windows.
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

/** The same, small: the prefecture of a farm, and that of the user's own kitchen. A picture; the text is beside it. */
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
