/** A number is written as it is; text is made harmless; nothing is a blank cell. */
export type CsvCell = string | number | null

/** Tells Excel that the file is UTF-8. */
export const csvStart = '\uFEFF'

/** One line, ended as RFC 4180 and Excel want it. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

/**
 * Cells that a spreadsheet would run as a formula: they begin, after blanks, with one of these signs, half or full
 * width. A leading apostrophe makes them text; people who type `=HYPERLINK(…)` as their name get their name back.
 */
const runs = /^\s*[=+\-@＝＋－＠−|%\t\r\n]/

function written(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const text = runs.test(cell) ? `'${cell}` : cell
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
