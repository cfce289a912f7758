/**
 * Reads CSV files as users have them: UTF-8 with or without a BOM, or what Excel in Japan writes (Shift_JIS), quoted or
 * not. Rows of cells as text; empty rows are left out.
 */
export const readCsv = (bytes: Uint8Array): string[][] => parseCsv(csvText(bytes))

/** The text of such a file. */
export function csvText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

export const parseCsv = (text: string): string[][] => parseCsvLines(text).map(({ cells }) => cells)

/** Its rows with the row numbers of a spreadsheet: empty rows are left out, but counted. */
export type CsvLine = { line: number; cells: string[] }

export const parseCsvLines = (text: string): CsvLine[] => [...csvLines(text)]

/** The same one after the other: of a large file the cells take several times as much memory as its text. */
export function* csvLines(given: string): Generator<CsvLine> {
  const text = given.replace(/^\uFEFF/, '')
  let line = 0
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(unprotected(cell))
    cell = ''
  }
  const endRow = (): CsvLine[] => {
    endCell()
    line += 1
    const cells = row
    row = []
    return cells.some((it) => it.trim() !== '') ? [{ line, cells }] : []
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === ',' || sign === '\t') endCell()
    else if (sign === '\n') yield* endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) yield* endRow()
}

/** The apostrophe that csv.ts puts before a formula (`'=1+1`) is not part of the farm's text. */
const unprotected = (cell: string): string => (/^'\s*[=+\-@＝＋－＠−|%\t\r\n]/.test(cell) ? cell.slice(1) : cell)
