import { skeleton, table } from './constants.ts'
import { role } from './table-roles.ts'
import '#styles/kit/skeleton.css'

/** Japanese text of the screen; the English line below stays. */
export type EmptyWords = { noData?: string; noMatch?: string }

/** One row that says why there is none. */
export function TableEmpty({
  columns,
  filtered,
  words,
}: {
  columns: number
  filtered: boolean
  words?: EmptyWords | undefined
}) {
  const kind = filtered ? 'noMatch' : 'noData'
  return (
    <tr {...role.row} className="table-empty">
      <td {...role.cell} colSpan={columns}>
        {words?.[kind] ?? table[kind].ja}
        <span lang="en">{table[kind].en}</span>
      </td>
    </tr>
  )
}

/** While the first rows are loading: five columns, three rows, after 300 ms. */
export function TableSkeleton({ label = '読み込み中です' }: { label?: string }) {
  const { columns, rows } = table.skeleton
  return (
    <div className="data-table" aria-busy="true" role="status" aria-label={label}>
      <div className="table-frame skeleton-wait" style={{ animationDelay: `${skeleton.after}ms` }}>
        <table aria-hidden="true">
          <thead>
            <SkeletonRow columns={columns} head />
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name
              <SkeletonRow key={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const SkeletonRow = ({ columns, head = false }: { columns: number; head?: boolean }) => (
  <tr>
    {Array.from({ length: columns }, (_, column) => {
      const Cell = head ? 'th' : 'td'
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Cell key={column}>
          <span
            className="skeleton"
            data-shape="text"
            style={{ width: column === 0 ? '9em' : `${3 + (column % 3)}em` }}
          />
        </Cell>
      )
    })}
  </tr>
)
