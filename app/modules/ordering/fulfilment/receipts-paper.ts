import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatMoment, formatMonth, formatNumber } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { claimStateWord } from '#modules/ordering/claim-process.ts'
import { verdictWord } from '#modules/ordering/order-labels.ts'
import { isTooWarm, tenthsText, type warmestTenths } from './receipt.ts'
import type { ReceiptRow } from './receipts.server.ts'

type Record = { month: string; rows: readonly ReceiptRow[]; printedOn: JstDate }

/**
 * The monthly record of receiving (HACCP の受入れの記録) on A4, for filing or for inspectors: one row per delivery, in order
 * of arrival, the header repeated on each sheet, and a line for a signature.
 */
export const receiptsPaper = ({ month, rows, printedOn }: Record): TDocumentDefinitions => ({
  info: { title: `食材の受入れ記録 ${formatMonth(month)}` },
  footer: (page, pages) => ({
    columns: [`印刷 ${printedOn}`, { text: `${page} / ${pages}`, alignment: 'right' }],
    margin: [36, 12],
    fontSize: 8,
  }),
  content: [
    { text: '食材の受入れ記録（HACCP）', fontSize: 16, bold: true },
    {
      columns: [
        `${formatMonth(month)}　${formatNumber(rows.length)}件　冷蔵は${tenthsText(100)}、冷凍は${tenthsText(-150)}まで`,
        { text: '確認者 ＿＿＿＿＿＿＿＿＿＿', alignment: 'right' },
      ],
      margin: [0, 4, 0, 10],
    },
    {
      layout: 'lightHorizontalLines',
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [66, '*', 130, 44, 44, 62],
        body: [
          ['受取日時', '農園・伝票', '商品と結果', '冷蔵', '冷凍', '受取者'].map(
            (text): TableCell => ({ text, bold: true }),
          ),
          ...rows.map(rowOf),
        ],
      },
    },
  ],
})

const rowOf = (row: ReceiptRow): TableCell[] => [
  formatMoment(row.receivedAt),
  { stack: [{ text: row.farm, bold: true }, `${row.orderNumber}　${row.kitchen}`, ...(row.note ? [row.note] : [])] },
  { stack: resultOf(row) },
  degrees('chilled', row.chilledTenths),
  degrees('frozen', row.frozenTenths),
  row.receivedBy,
]

const resultOf = ({ lineCount, wrong }: ReceiptRow): Content[] => [
  `${formatNumber(lineCount)}点${wrong.length === 0 ? '　すべて〇' : ''}`,
  ...wrong.map((it) => ({
    text: `× ${it.line}：${it.note ?? verdictWord[it.verdict]}${it.claim ? `（報告：${claimStateWord[it.claim]}）` : ''}`,
    bold: true,
  })),
]

const degrees = (kind: keyof typeof warmestTenths, tenths: number | null): TableCell =>
  tenths === null
    ? '―'
    : isTooWarm(kind, tenths)
      ? { stack: [tenthsText(tenths), '高い'], bold: true }
      : tenthsText(tenths)
