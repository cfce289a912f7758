import type { ReactNode } from 'react'
import type { SortValue } from './table-sort.ts'

export type Column<Row> = {
  /** As written in the address, `?sort=key`. */
  key: string
  head: string
  /** Null leaves the cell blank; 「-」 only where a value cannot exist. */
  cell: (row: Row) => ReactNode
  /** A function sorts the given rows; `true` says that the loader has sorted them. */
  sort?: true | ((row: Row) => SortValue)
  /** Some rows may have no value: then the heading also offers to keep those at the end. */
  mayLack?: boolean
  /** Figures are right-aligned. */
  figures?: boolean
  nowrap?: boolean
}

export type TableCell = {
  key: string
  head: string
  figures: boolean
  nowrap: boolean
  /** The target of the row; only in its first cell. */
  to: string | undefined
  content: ReactNode
}

function cellOf<Row>(column: Column<Row>, row: Row, link: ((row: Row) => string) | undefined): TableCell {
  const { key, head, figures = false, nowrap = false, cell } = column
  return { key, head, figures, nowrap, to: link?.(row), content: cell(row) }
}

/** `link`: the target of the first cell. */
export const cellsOf = <Row>(
  columns: readonly Column<Row>[],
  row: Row,
  link: ((row: Row) => string) | undefined,
): TableCell[] => columns.map((column, index) => cellOf(column, row, index === 0 ? link : undefined))

export const sortableKeys = <Row>(columns: readonly Column<Row>[]): string[] =>
  columns.filter(({ sort }) => sort).map(({ key }) => key)
