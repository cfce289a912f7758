import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useHydrated } from './browser-state.ts'
import type { Column } from './table-column.ts'
import { role } from './table-roles.ts'
import type { HeadState, SelectionMode } from './table-selection.ts'
import { nextDirection, type Sort, type SortDirection, sortAddress } from './table-sort.ts'

type Select = { mode: SelectionMode; state: HeadState; press: () => void }

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | null
  prefix: string
  select: Select | undefined
}

/** The headings, each a link to the list in its order; on a phone a row of links above the cards. */
export function TableHead<Row>({ columns, sort, prefix, select }: TableHeadProps<Row>) {
  return (
    <thead {...role.rowGroup}>
      <tr {...role.row}>
        {select && (
          <th {...role.columnHead} scope="col" className="table-choice">
            <ChooseAll {...select} />
          </th>
        )}
        {columns.map((column) => {
          const now = sort?.by === column.key ? sort.direction : null
          return (
            <th
              key={column.key}
              {...role.columnHead}
              scope="col"
              aria-sort={now ? (now === 'desc' ? 'descending' : 'ascending') : undefined}
              data-figures={column.figures || undefined}
              data-plain={!column.sort || undefined}
            >
              {column.sort ? <SortLink column={column} now={now} prefix={prefix} /> : column.head}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const arrows = { asc: ArrowUp, desc: ArrowDown, last: ArrowUp } as const

type SortLinkProps<Row> = { column: Column<Row>; now: SortDirection | null; prefix: string }

function SortLink<Row>({ column, now, prefix }: SortLinkProps<Row>) {
  const [search] = useSearchParams()
  const Arrow = now ? arrows[now] : ArrowUpDown
  const direction = nextDirection(now, column.mayLack ?? false)
  return (
    <Link
      to={sortAddress(search, { by: column.key, direction }, prefix)}
      replace
      preventScrollReset
      // the rows are all here and only reordered; no request is needed
      defaultShouldRevalidate={column.sort === true}
      className="table-sort"
    >
      {column.head}
      <Arrow aria-hidden="true" />
      {now === 'last' && <small>空欄は最後</small>}
    </Link>
  )
}

/** Needs script, so it is rendered with it. Radios have no such heading. */
function ChooseAll({ mode, state, press }: Select) {
  if (!useHydrated() || mode === 'single') return <span className="visually-hidden">選択</span>
  return (
    <label className="table-check">
      <span className="visually-hidden">{state === 'none' ? 'このページをすべて選択' : '選択を解除'}</span>
      <input
        type="checkbox"
        checked={state === 'every'}
        onChange={press}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
      />
    </label>
  )
}
