import { formatMomentWithYear } from './format.ts'

/** A number is written unchanged; text is escaped against formulas; a moment has its year; null is an empty cell. */
export type CsvCell = string | number | Date | null

/** Tells Excel that the file is UTF-8. */
export const csvStart = '\uFEFF'

/** One line, terminated as RFC 4180 and Excel require. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

/**
 * Cells that a spreadsheet would run as a formula: they begin, after spaces, with one of these characters, half or full
 * width. A leading apostrophe makes them text; a name such as `=HYPERLINK(…)` stays readable.
 */
const runs = /^\s*[=+\-@＝＋－＠−|%\t\r\n]/

function written(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (cell instanceof Date) return formatMomentWithYear(cell)
  const text = runs.test(cell) ? `'${cell}` : cell
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
