import type { Content, ContentTable, TableCell } from 'pdfmake/interfaces.js'
import { formatGrams, formatNumber } from '#kernel/format.ts'
import { chargedRates, type TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import type { PrintedSlip } from './document-content.ts'
import { dayText, frame, headCells, heading, ink, right } from './paper-parts.ts'
import { type Entry, entriesOf, isReduced } from './slip-entries.ts'

export function slipSection<S extends PrintedSlip>(
  name: string,
  slips: readonly S[],
  whose: (slip: S) => string,
): Content[] {
  const title = heading(name, `${formatNumber(slips.length)}件`)
  return runsOf(slips).map(({ isLong, slips }, at) => {
    const rows = slips.map((slip) => [
      slipHead(slip, whose(slip)),
      ...entriesOf(slip).map((it) => lineCells(it)),
      slipSum(slip),
    ])
    // a heading is never alone at the end of a page: a short slip stays together with it, a longer one has it in its head
    const titled = at === 0 ? title : null
    return isLong ? linesTable(rows.flat(), { title: titled, repeated: 1 }) : slipsTable(rows, titled)
  })
}

/** A longer slip goes over to the next page, which begins with its head. */
const mostTogether = 24

/** Slips in their order: each long one by itself, and between them all that are not. */
function runsOf<S extends PrintedSlip>(slips: readonly S[]): { isLong: boolean; slips: S[] }[] {
  const runs: { isLong: boolean; slips: S[] }[] = []
  for (const slip of slips) {
    const isLong = entriesOf(slip).length > mostTogether
    const last = runs.at(-1)
    if (last && !last.isLong && !isLong) last.slips.push(slip)
    else runs.push({ isLong, slips: [slip] })
  }
  return runs
}

const columns = ['品名', '数量', '単価', '税率', '金額（税抜）']
const columnWidths = ['*', 78, 62, 44, 76]
type Repeated = { title?: Content | null; repeated?: number }

/** Lines under the names of the columns, which each page repeats, as it does a title above them and the first rows. */
export const linesTable = (body: TableCell[][], { title = null, repeated = 0 }: Repeated = {}): ContentTable => ({
  table: {
    headerRows: (title === null ? 1 : 2) + repeated,
    dontBreakRows: true,
    // the head of the first slip stays with its first line
    keepWithHeaderRows: 2,
    widths: columnWidths,
    body: [...(title === null ? [] : [titleRow(title)]), headCells(columns), ...body],
  },
  layout: title === null ? frame(0.5) : { ...frame(0.5), hLineWidth: (row) => (row === 0 ? 0 : 0.5) },
  fontSize: 8,
})

/** A heading as the first row of a table, repeated on each page like the names of the columns. */
const titleRow = (title: Content): TableCell[] =>
  spanned({ stack: [title], colSpan: columns.length, margin: [-4, 0, 0, 0], border: [false, false, false, true] })

/**
 * Short slips below each other. Each is one row, which no page break divides; the heading and the names of the columns are the
 * head, which each page repeats.
 */
const slipsTable = (slips: readonly TableCell[][][], title: Content | null): ContentTable => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    keepWithHeaderRows: 1,
    widths: ['*'],
    body: [
      [{ stack: [...(title === null ? [] : [title]), framed([headCells(columns)])] }],
      ...slips.map((rows) => [framed(rows)]),
    ],
  },
  layout: { ...frame(0), paddingLeft: () => 0, paddingRight: () => 0, paddingTop: () => 0, paddingBottom: () => 0 },
})

const framed = (body: TableCell[][]): ContentTable => ({
  table: { widths: columnWidths, body },
  layout: frame(0.5),
  fontSize: 8,
})

const spanned = (cell: TableCell): TableCell[] => [cell, ...columns.slice(1).map(() => '')]

function slipHead(slip: PrintedSlip, whose: string): TableCell[] {
  const when =
    slip.kind === 'adjustment'
      ? `${dayText(slip.bookedOn)} 訂正（元の納品日 ${dayText(slip.suppliedOn)}）`
      : `${dayText(slip.suppliedOn)} 納品`
  return spanned({
    colSpan: columns.length,
    fillColor: ink.shade,
    stack: [
      { text: [{ text: `${when}　`, bold: true }, `伝票 ${slip.number}　${whose}`] },
      ...(slip.reason ? [{ text: `理由：${slip.reason}` }] : []),
    ],
  })
}

/** The tax that this slip rounded; the document only adds. */
const slipSum = ({ perRate, untaxedYen, totalYen }: PrintedSlip): TableCell[] =>
  spanned({
    colSpan: columns.length,
    alignment: 'right',
    text: [
      ...chargedRates(perRate).map(
        ({ percent, baseYen, taxYen }) =>
          `${percent}%対象 ${formatNumber(baseYen)}　消費税 ${formatNumber(taxYen)}　　`,
      ),
      ...(untaxedYen === 0 ? [] : [`不課税 ${formatNumber(untaxedYen)}　　`]),
      { text: `税込 ${formatNumber(totalYen)}`, bold: true },
    ],
  })

export const lineCells = (entry: Entry, beneath = ''): TableCell[] => [
  {
    stack: [
      `${entry.name}${isReduced(entry.taxPercent) ? ' ※' : ''}`,
      ...(beneath ? [{ text: beneath, fontSize: 7, color: ink.quiet }] : []),
    ],
  },
  right(quantityText(entry)),
  right(entry.priceYen === null ? '' : formatNumber(entry.priceYen)),
  right(entry.taxPercent === 0 ? '対象外' : `${entry.taxPercent}%`),
  right(formatNumber(entry.yen)),
]

export const taxCells = ({ percent, taxYen }: TaxOfRate): TableCell[] => [
  '消費税相当額',
  '',
  '',
  right(`${percent}%`),
  right(formatNumber(taxYen)),
]

function quantityText({ kind, qty, unit, grams }: Entry): string {
  if (kind !== 'goods') return ''
  const count = `${formatNumber(qty)}${unit}`
  return grams === null ? count : `${count}（${formatGrams(Math.abs(grams))}）`
}
