import type { CsvCell } from '#kernel/csv.ts'
import { zoneNames } from '#kernel/place.ts'
import { parseCsvLines } from '#kernel/read-csv.ts'
import { type FreightRowKind, freightRowKinds, freightSizes } from './freight-rates.ts'
import {
  areaName,
  type FreightRow,
  gapsOf,
  readArea,
  readFigures,
  rowKey,
  rowKindWord,
  rowWord,
  type TableOwner,
  type TypedRow,
} from './freight-table.ts'

/** A freight table as a file: one line per row. Of an island, 着地 is the beginning of its postal codes. */
export const freightCsvHead: readonly string[] = [
  '区分',
  '発地',
  '着地',
  ...freightSizes.map((size) => `${size}サイズ`),
]

export const freightCsvCells = ({ kind, origin, destination, yen }: FreightRow): CsvCell[] => [
  rowKindWord[kind],
  areaName(origin),
  areaName(destination),
  ...yen,
]

/** `line`: as a spreadsheet counts; 0 for what is about the whole file. */
export type CsvProblem = { line: number; sentence: string }

/**
 * Reads such a file, for everyone's table or for a farm's own. Either all rows, or a sentence for each line that is wrong;
 * what is missing in the file is told as well.
 */
export function readFreightCsv(
  text: string,
  owner: TableOwner,
): { ok: true; rows: FreightRow[] } | { ok: false; problems: CsvProblem[] } {
  const lines = parseCsvLines(text)
  const body = lines[0]?.cells[0]?.trim() === freightCsvHead[0] ? lines.slice(1) : lines
  if (body.length === 0) return { ok: false, problems: [{ line: 0, sentence: 'ファイルに行がありません。' }] }
  const problems: CsvProblem[] = []
  const rows: FreightRow[] = []
  const seen = new Map<string, number>()
  for (const { line, cells } of body) {
    const read = readLine(cells, owner)
    const first = typeof read === 'string' ? undefined : seen.get(rowKey(read))
    if (typeof read === 'string') problems.push({ line, sentence: read })
    else if (first !== undefined) problems.push({ line, sentence: `${rowWord(read)}は、${first}行目にもあります。` })
    else {
      seen.set(rowKey(read), line)
      const figures = readFigures(read)
      const { kind, origin, destination } = read
      if (figures.ok) rows.push({ kind, origin, destination, yen: figures.yen })
      else problems.push({ line, sentence: figures.sentence })
    }
  }
  // a line that could not be read is not missing as well
  if (problems.length === 0) problems.push(...gapsOf(rows, owner).map((sentence) => ({ line: 0, sentence })))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rows }
}

const places = [...Object.values(zoneNames)].join('・')

/** The row of a line, or why it is none. */
function readLine(cells: readonly string[], owner: TableOwner): TypedRow | string {
  const width = freightCsvHead.length
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  // spreadsheets leave empty cells at the end away, or add some
  if (filled > width || cells.length < 3)
    return `列が${cells.length}あります。${width}列（${freightCsvHead.join('・')}）にしてください。`
  const [kindWord = '', from = '', to = '', ...figures] = cells
  const kind = kindOf(kindWord)
  if (!kind)
    return `区分「${kindWord}」は使用できません。${Object.values(rowKindWord).join('・')}のいずれかにしてください。`
  const typed = { kind, cells: freightSizes.map((_, place) => figures[place] ?? '') }
  if (kind === 'island') {
    const postal = to.normalize('NFKC').replaceAll('-', '').trim()
    if (!/^\d{3,7}$/.test(postal)) return '離島の着地には、郵便番号の先頭の3〜7桁を入力してください（例 1001）。'
    return { ...typed, origin: '', destination: postal }
  }
  if (kind !== 'lane') return { ...typed, origin: '', destination: '' }
  const origin = owner === 'farm' ? '' : readArea(from)
  if (owner === 'farm' && from.trim() !== '') return '農園の表では、発地を空欄にしてください。'
  if (origin === null || /^\d/.test(origin))
    return `発地「${from}」は使用できません。${places}のいずれかにしてください。`
  const destination = readArea(to)
  if (!destination) return `着地「${to}」は使用できません。${places}、または都道府県名にしてください。`
  return { ...typed, origin, destination }
}

function kindOf(word: string): FreightRowKind | undefined {
  return freightRowKinds.find((kind) => rowKindWord[kind] === word.trim())
}
