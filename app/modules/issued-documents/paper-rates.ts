import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { formatNumber } from '#kernel/format.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import type { InvoiceContent } from './document-content.ts'
import { frame, headCells, heading, ink, right } from './paper-parts.ts'
import { isReduced } from './slip-entries.ts'

/** On one page: it has a line for each rate. */
export const ratesBlock = (title: Content, rows: readonly { word: string; rate: TaxOfRate }[]): Content => ({
  stack: [title, ratesTable(rows)],
  unbreakable: true,
})

/** Per rate what the law asks for: the sum without tax with its rate, and its tax. */
const ratesTable = (rows: readonly { word: string; rate: TaxOfRate }[]): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 90, 90, 80, 90],
    body: [
      headCells(['区分', '税率', '税抜金額', '消費税額', '税込金額']),
      ...(rows.length > 0
        ? [...rows.map(rateCells), ...(rows.length > 1 ? [sumCells(rows.map(({ rate }) => rate))] : [])]
        : [[{ text: '該当なし', colSpan: 5, color: ink.quiet }, '', '', '', '']]),
    ],
  },
  layout: frame(0.5),
  margin: [0, 0, 0, 6],
})

const rateCells = ({ word, rate: { percent, baseYen, taxYen } }: { word: string; rate: TaxOfRate }): TableCell[] => [
  word,
  percentText(percent),
  right(formatNumber(baseYen)),
  right(formatNumber(taxYen)),
  right(formatNumber(baseYen + taxYen)),
]

/** What the rates come to together, for who reads only one line. */
const sumCells = (rates: readonly TaxOfRate[]): TableCell[] => {
  const of = (yen: (rate: TaxOfRate) => number): TableCell => ({
    text: formatNumber(rates.reduce((sum, rate) => sum + yen(rate), 0)),
    alignment: 'right',
    bold: true,
  })
  return [
    { text: '合計', bold: true, colSpan: 2 },
    '',
    of(({ baseYen }) => baseYen),
    of(({ taxYen }) => taxYen),
    of(({ baseYen, taxYen }) => baseYen + taxYen),
  ]
}

const percentText = (percent: number) =>
  percent === 0 ? '対象外' : `${percent}%${isReduced(percent) ? '対象 ※軽減税率' : '対象'}`

/** Sellers without a registration: apart, and without the totals of a qualified invoice; the relief as information. */
export function unregisteredOf(rows: InvoiceContent['unregistered']): Content[] {
  if (rows.length === 0) return []
  const title = heading('適格請求書発行事業者以外の農園の販売分', '適格請求書の合計には含みません')
  return [
    {
      unbreakable: true,
      stack: [
        title,
        {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: ['*', 90, 100, 160],
            body: [
              headCells(['税率', '税込金額', '消費税相当額（参考）', '経過措置により控除できる割合']),
              ...rows.map(({ percent, totalYen, taxPartYen, deductiblePercent }): TableCell[] => [
                percentText(percent),
                right(formatNumber(totalYen)),
                right(formatNumber(taxPartYen)),
                right(deductiblePercent === 0 ? '控除できません' : `消費税相当額の${deductiblePercent}%`),
              ]),
            ],
          },
          layout: frame(0.5),
          margin: [0, 0, 0, 6],
        },
      ],
    },
  ]
}
