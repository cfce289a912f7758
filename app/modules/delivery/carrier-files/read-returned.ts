import type { Carrier } from '#kernel/enums.ts'
import { type CsvLine, csvText, parseCsvLines } from '#kernel/read-csv.ts'
import { parseTrackingNumber } from '../tracking-number.ts'

/** Which column holds what, counted from 0: as detected, or as the farm said. */
export type ReturnedColumns = { customerNumber: number; trackingNumber: number }

/** A row that a carrier's program wrote back, as it stands in the file. */
export type ReturnedRow = { line: number; customerNumber: string; trackingNumber: string }

export type ReadReturned =
  | { ok: true; rows: ReturnedRow[]; columns: ReturnedColumns; carrier: Carrier | null }
  /** Neither headings nor widths say which columns they are: the farm chooses, and sees the first rows. */
  | { ok: false; why: 'columns'; sample: string[][] }
  | { ok: false; why: 'unreadable'; sentence: string }

export const mostReturnedRows = 10_000

/** Headings as the programs and their users write them, without spaces and signs. */
const customerHeadings = /^(お客様(側)?管理(番号|No|NO)|管理番号)$/
const trackingHeadings = /^(伝票番号|送り状(番号|No|NO)|お?問い?合わ?せ(送り状)?(番号|No|NO)|追跡番号)$/

const plain = (heading: string) => heading.normalize('NFKC').replace(/[\s.。・_"']/g, '')

/** Of each carrier, as its own program writes it. */
function carrierOf(heading: string): Carrier | null {
  if (heading === '伝票番号') return 'yamato'
  if (/送り状N/i.test(heading)) return 'sagawa'
  return heading === 'お問い合わせ番号' ? 'japanpost' : null
}

/** B2クラウド writes what it imports; older versions have 95 columns. */
const b2Columns: ReturnedColumns = { customerNumber: 0, trackingNumber: 3 }
const b2Widths = [95, 97]

/**
 * The rows of a file that came back. The columns are found by their headings, else by the width of B2クラウド with numbers
 * whose check digit is right, else the farm says which they are. A file that Excel has saved again has lost digits: it is
 * refused as a whole.
 */
export function readReturned(bytes: Uint8Array, said: ReturnedColumns | null): ReadReturned {
  const lines = parseCsvLines(csvText(bytes))
  const unreadable = (sentence: string): ReadReturned => ({ ok: false, why: 'unreadable', sentence })
  if (isNoText(bytes))
    return unreadable('CSVファイルではありません。送り状発行ソフトから書き出したCSVファイルを選択してください。')
  if (lines.length === 0) return unreadable('ファイルに行がありません。書き出したファイルを確認してください。')
  if (lines.length > mostReturnedRows) return unreadable(`行が多すぎます（${mostReturnedRows}行まで）。`)
  const found = detect(lines) ?? (said && { columns: said, carrier: null, body: lines })
  if (!found) return { ok: false, why: 'columns', sample: lines.slice(0, 4).map(({ cells }) => cells.slice(0, 120)) }
  const rows = found.body.map(({ line, cells }) => ({
    line,
    customerNumber: bare(cells[found.columns.customerNumber]),
    trackingNumber: bare(cells[found.columns.trackingNumber]),
  }))
  const damaged = rows.find(({ trackingNumber }) => /^\d+(\.\d+)?E\+\d+$/i.test(trackingNumber.normalize('NFKC')))
  if (damaged)
    return unreadable(
      `${damaged.line}行目の番号が「${damaged.trackingNumber}」になっています。Excelで保存すると桁が失われます。番号の列の書式を「文字列」にして入力し直すか、送り状発行ソフトから書き出したファイルを、Excelで開かずにそのまま選択してください。`,
    )
  // the farm names columns of a file with headings, too: their row has no number in either
  const isHeading = ({ customerNumber, trackingNumber }: ReturnedRow) => !/\d/.test(customerNumber + trackingNumber)
  const [first] = rows
  return {
    ok: true,
    rows: said && first && isHeading(first) ? rows.slice(1) : rows,
    columns: found.columns,
    carrier: found.carrier,
  }
}

function detect(lines: readonly CsvLine[]) {
  const headings = lines[0]?.cells.map(plain) ?? []
  const columns = {
    customerNumber: headings.findIndex((it) => customerHeadings.test(it)),
    trackingNumber: headings.findIndex((it) => trackingHeadings.test(it)),
  }
  if (columns.customerNumber >= 0 && columns.trackingNumber >= 0)
    return { columns, carrier: carrierOf(headings[columns.trackingNumber] ?? ''), body: lines.slice(1) }
  return looksLikeB2(lines) ? { columns: b2Columns, carrier: 'yamato' as const, body: lines } : null
}

/** Most numbers pass, so that one that was mistyped does not hide what the file is. */
function looksLikeB2(lines: readonly CsvLine[]): boolean {
  if (!lines.every(({ cells }) => b2Widths.includes(cells.length))) return false
  const numbers = lines.map(({ cells }) => bare(cells[b2Columns.trackingNumber])).filter((it) => it !== '')
  return numbers.length === 0 || numbers.filter((it) => parseTrackingNumber(it).ok).length * 2 > numbers.length
}

/** Without what programs put around a number so that Excel keeps it: `="0123"`, `'0123`. */
const bare = (cell: string | undefined): string => (cell ?? '').trim().replace(/^=?["']+|["']+$/g, '')

/** A picture, a PDF, an Excel file: they have bytes that no text has. */
const isNoText = (bytes: Uint8Array): boolean => bytes.subarray(0, 4_096).includes(0)
