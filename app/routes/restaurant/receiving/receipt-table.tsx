import { FileDown } from 'lucide-react'
import { formatMoment, formatMonth, formatNumber } from '#kernel/format.ts'
import { claimStateWord } from '#modules/ordering/claim-process.ts'
import { isTooWarm, tenthsText, type warmestTenths } from '#modules/ordering/fulfilment/receipt.ts'
import type { ReceiptRow } from '#modules/ordering/fulfilment/receipts.server.ts'
import { verdictWord } from '#modules/ordering/order-labels.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/table-column.ts'

const columns: readonly Column<ReceiptRow>[] = [
  { key: 'farm', head: '農園', cell: ({ farm }) => farm, sort: ({ farm }) => farm },
  {
    key: 'received',
    head: '受取日時',
    nowrap: true,
    cell: ({ receivedAt }) => formatMoment(receivedAt),
    sort: ({ receivedAt }) => receivedAt.getTime(),
  },
  {
    key: 'number',
    head: '注文番号',
    nowrap: true,
    cell: ({ orderNumber, lineCount }) => `${orderNumber}（${formatNumber(lineCount)}点）`,
  },
  { key: 'kitchen', head: '店舗', cell: ({ kitchen }) => kitchen },
  { key: 'result', head: '結果', cell: ({ wrong }) => <Result wrong={wrong} /> },
  { key: 'by', head: '受取者・温度', cell: (row) => <Receiver {...row} /> },
]

type Props = { month: string; rows: readonly ReceiptRow[] }

/** The record of a month on the screen; what is selected as a PDF. */
export default function ReceiptTable({ month, rows }: Props) {
  return (
    <DataTable
      caption={`${formatMonth(month)}の記録`}
      noun="記録"
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={nameOf}
      rowLink={linkOf}
      selection="range"
      filter={month}
      bulk={{
        action: '/restaurant/receiving.pdf',
        method: 'get',
        reloadDocument: true,
        actions: (
          <>
            <input type="hidden" name="month" value={month} />
            <Button kind="line">
              <FileDown aria-hidden="true" />
              選択した記録をPDFで保存
            </Button>
          </>
        ),
      }}
    />
  )
}

const idOf = ({ orderId }: ReceiptRow) => orderId
const nameOf = ({ farm, orderNumber }: ReceiptRow) => `${farm} ${orderNumber}`
const linkOf = ({ orderId }: ReceiptRow) => `/restaurant/orders/${orderId}`

export const Result = ({ wrong }: Pick<ReceiptRow, 'wrong'>) =>
  wrong.length === 0 ? (
    <p className="text-sub">すべて〇</p>
  ) : (
    <ul className="text-sub">
      {wrong.map((it) => (
        <li key={it.line} className="text-akane">
          {it.line}：{it.note ?? verdictWord[it.verdict]}
          {it.claim && <span className="text-ink-2">（報告：{claimStateWord[it.claim]}）</span>}
        </li>
      ))}
    </ul>
  )

export const Receiver = ({ receivedBy, chilledTenths, frozenTenths }: ReceiptRow) => (
  <>
    {receivedBy}
    <Degrees word="冷蔵" kind="chilled" tenths={chilledTenths} />
    <Degrees word="冷凍" kind="frozen" tenths={frozenTenths} />
  </>
)

type DegreesProps = { word: string; kind: keyof typeof warmestTenths; tenths: number | null }

function Degrees({ word, kind, tenths }: DegreesProps) {
  if (tenths === null) return null
  const warm = isTooWarm(kind, tenths)
  return (
    <span className={`block tabular-nums ${warm ? 'font-bold text-akane' : ''}`}>
      {word} {tenthsText(tenths)}
      {warm && '（高い）'}
    </span>
  )
}
