import { table } from './constants.ts'

/**
 * `asc` begins with rows that have no value, `desc` ends with them; `last` is `asc` that keeps them at the end, too.
 */
export type SortDirection = (typeof table.sorts)[number]

export type Sort = { by: string; direction: SortDirection }

/** The sort key of a row; null and the empty text count as no value. */
export type SortValue = string | number | Date | null

/** Sorts 「10箱」 after 「9箱」, and hiragana, katakana and ー together. Made by the first sorting: it takes long. */
let words: Intl.Collator | undefined

const hasValue = (value: SortValue) => value !== null && value !== '' && !Number.isNaN(value)

/**
 * A new array sorted by one column. Rows without a value count as the smallest, except with `last`, which keeps them at
 * the end; so they are at the end with both `desc` and `last`. The sort is stable.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  sortedBy: (row: Row) => SortValue,
  direction: SortDirection,
): Row[] {
  const keyed = rows.map((row) => ({ row, value: sortedBy(row) }))
  const [lacking, having] = [
    keyed.filter(({ value }) => !hasValue(value)),
    keyed.filter(({ value }) => hasValue(value)),
  ]
  const sign = direction === 'desc' ? -1 : 1
  having.sort((a, b) => sign * compare(a.value, b.value))
  return (direction === 'asc' ? [...lacking, ...having] : [...having, ...lacking]).map(({ row }) => row)
}

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' && typeof b === 'string') {
    words ??= new Intl.Collator('ja', { numeric: true })
    return words.compare(a, b)
  }
  return Number(a) - Number(b)
}

/**
 * From an address, `?sort=farm&dir=desc`; null for columns that cannot be sorted. Several tables of a page differ by a
 * prefix.
 */
export function sortIn(search: URLSearchParams, columns: readonly string[], prefix = ''): Sort | null {
  const by = search.get(`${prefix}sort`)
  if (by === null || !columns.includes(by)) return null
  return { by, direction: table.sorts.find((known) => known === search.get(`${prefix}dir`)) ?? 'asc' }
}

/** The order after a press on the heading of a column: asc, desc, last if values may be missing, asc again. */
export function nextDirection(now: SortDirection | null, mayLack: boolean): SortDirection {
  if (now === 'asc') return 'desc'
  return now === 'desc' && mayLack ? 'last' : 'asc'
}

/** The same address in another order, and from the first page. */
export function sortAddress(search: URLSearchParams, { by, direction }: Sort, prefix = ''): string {
  const changed = new URLSearchParams(search)
  changed.set(`${prefix}sort`, by)
  changed.set(`${prefix}dir`, direction)
  changed.delete('page')
  return `?${changed}`
}
