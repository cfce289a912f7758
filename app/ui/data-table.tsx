import { type ComponentType, type KeyboardEvent, useMemo, useReducer, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHydrated } from './browser-state.ts'
import { Kept } from './kept.tsx'
import { type Bulk, TableBulkBar } from './table-bulk-bar.tsx'
import { type Column, cellsOf, sortableKeys } from './table-column.ts'
import { useCutEdges } from './table-edges.ts'
import { type EmptyWords, TableEmpty } from './table-empty.tsx'
import { TableHead } from './table-head.tsx'
import { pressKeyInRow, rowOrder } from './table-keys.ts'
import { role } from './table-roles.ts'
import { TableRow } from './table-row.tsx'
import { headState, nothingChosen, type SelectionMode, select } from './table-selection.ts'
import { type Sort, type SortDirection, sortIn, sortRows } from './table-sort.ts'
import { useTableWaits } from './table-waits.ts'
import '#styles/kit/table.css'

type DataTableProps<Row> = {
  /** The name of the table; read aloud, and the name of its scroll box. */
  caption: string
  /** The first column names the row. Define the array outside the component: a new array renders every cell again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The name of a row in the label of its checkbox. */
  rowName: (row: Row) => string
  /** The target of the first cell's link and of Enter. */
  rowLink?: (row: Row) => string
  /**
   * The cells of a row, for a table without a selection: the server writes them once for the same row (kept.tsx). Define the
   * component outside, like the columns.
   */
  rowPart?: ComponentType<Row>
  /** The row whose details are open beside the table. */
  current?: string | undefined
  /** The order if the address states none. */
  sort?: Sort
  /** Prefix of `sort` and `dir` in the address, for a page with several tables. */
  prefix?: string
  selection?: SelectionMode
  /** The filter as text; when it changes, the selection is cleared and screen readers are informed. */
  filter?: string
  /** Whether a filter is set: decides which of the two empty texts is shown. */
  filtered?: boolean
  empty?: EmptyWords
  /** Rows of the whole list, if this is one page of it; `capped`: there are more than were counted. */
  total?: number
  capped?: boolean
  /** What is counted, 「注文」. */
  noun?: string
  /** Actions for the selected rows; their ids are sent as `row`, everything as `all=1`. */
  bulk?: Bulk
}

/**
 * A native table in a scroll box. Headings sort by link, rows are selected with real checkboxes of the form in the bar
 * below, so that both work without script. Under 768 px every row is a card; the roles are written out because browsers
 * drop them with `display: block`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, rowName, rowLink, rowPart, prefix = '', selection: mode, filter = '' } = props
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const box = useRef<HTMLElement>(null)
  useCutEdges(box)
  const { selection, press, rangeFrom, handlers } = useSelection(filter, mode)
  const formId = `${prefix}table-form`

  const sort = sortIn(search, sortableKeys(columns), prefix) ?? props.sort ?? null
  const { by, direction } = sort ?? {}
  const sorted = useMemo(() => inOrder(rows, columns, by, direction), [rows, columns, by, direction])
  const shown = useMemo(
    () =>
      sorted.map((row) => ({
        id: rowId(row),
        row,
        name: rowName(row),
        cells: rowPart ? [] : cellsOf(columns, row, rowLink),
      })),
    [sorted, columns, rowId, rowName, rowLink, rowPart],
  )
  const order = useMemo(() => shown.map(({ id }) => id), [shown])

  return (
    <div className="data-table">
      <div className="table-frame">
        <section
          ref={box}
          className="table-box"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={caption}
          {...useTableWaits()}
        >
          <table {...role.table} data-selection={mode}>
            <caption className="visually-hidden">{caption}</caption>
            <TableHead
              columns={columns}
              sort={sort}
              prefix={prefix}
              select={mode && { mode, state: headState(selection, order), press: () => press({ kind: 'head', order }) }}
            />
            <tbody {...role.rowGroup} onKeyDown={handlers.keyDown} onKeyUp={handlers.keyUp}>
              {shown.map(({ row, ...shownRow }) =>
                rowPart ? (
                  <Kept key={shownRow.id} as="tr" {...role.row} data-row={shownRow.id} part={rowPart} of={row} />
                ) : (
                  <TableRow
                    key={shownRow.id}
                    {...shownRow}
                    mode={mode}
                    formId={formId}
                    current={shownRow.id === props.current}
                    chosen={selection.all || selection.chosen.has(shownRow.id)}
                    mark={mode === 'range' && hydrated ? markOf(shownRow.id, selection.anchor, rangeFrom) : null}
                    onPress={handlers.press}
                    onMark={handlers.mark}
                  />
                ),
              )}
              {shown.length === 0 && (
                <TableEmpty
                  columns={columns.length + (mode ? 1 : 0)}
                  filtered={props.filtered ?? false}
                  words={props.empty}
                />
              )}
            </tbody>
          </table>
        </section>
      </div>
      {mode && (
        <TableBulkBar
          formId={formId}
          selection={selection}
          order={order}
          total={props.total ?? rows.length}
          capped={props.capped ?? false}
          noun={props.noun}
          bulk={props.bulk}
          onAll={() => press({ kind: 'all' })}
          onClear={() => {
            press({ kind: 'clear' })
            box.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </div>
  )
}

/** The selection lives as long as the filter. */
function useSelection(filter: string, mode: SelectionMode | undefined) {
  const [selection, press] = useReducer(select, nothingChosen)
  const [rangeFrom, setRangeFrom] = useState<string | null>(null)
  const [seen, setSeen] = useState(filter)
  if (seen !== filter) {
    setSeen(filter)
    setRangeFrom(null)
    press({ kind: 'filter_changed' })
  }
  // stable functions, so that a press renders only the rows that it changes
  const handlers = useMemo(() => {
    const range = (id: string, inside: Element) => press({ kind: 'range', id, order: rowOrder(inside) })
    const pressed = (input: HTMLInputElement, shift: boolean) => {
      setRangeFrom(null)
      if (mode === 'single') press({ kind: 'only', id: input.value })
      else if (mode === 'range' && shift) range(input.value, input)
      else press({ kind: 'toggle', id: input.value })
    }
    return {
      press: pressed,
      mark(button: HTMLButtonElement) {
        const id = button.closest<HTMLElement>('tr')?.dataset.row ?? ''
        setRangeFrom(button.value === 'from' ? id : null)
        if (button.value === 'to') range(id, button)
      },
      keyDown(event: KeyboardEvent<HTMLElement>) {
        const input = pressKeyInRow(event)
        if (input) pressed(input, event.shiftKey)
      },
      /** Firefox toggles a checkbox on keyup of Space. */
      keyUp(event: KeyboardEvent<HTMLElement>) {
        if (event.key === ' ' && event.shiftKey) event.preventDefault()
      },
    }
  }, [mode])
  return { selection, press, rangeFrom, handlers }
}

function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  by: string | undefined,
  direction: SortDirection | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === by)
  return direction && typeof column?.sort === 'function' ? sortRows(rows, column.sort, direction) : rows
}

/** 「ここから」 is on the row pressed last; once it is pressed, 「ここまで」 on all others. */
function markOf(id: string, anchor: string | null, from: string | null): 'from' | 'to' | null {
  if (from === null) return id === anchor ? 'from' : null
  return id === from ? null : 'to'
}
