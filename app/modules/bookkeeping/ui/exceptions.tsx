import { CircleCheck } from 'lucide-react'
import { formatDayWithYear, formatNumber, formatYen } from '#kernel/format.ts'
import { daysBetween, type JstDate } from '#kernel/jst.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/table-column.ts'
import { exceptionWords } from '../exception-labels.ts'
import type { MoneyException } from '../exceptions.server.ts'

type Row = MoneyException & { days: number | null }

const columns: readonly Column<Row>[] = [
  { key: 'what', head: '要対応', cell: ({ kind }) => exceptionWords[kind].ja },
  { key: 'count', head: '件数', cell: ({ count }) => `${formatNumber(count)}件`, figures: true, nowrap: true },
  { key: 'yen', head: '金額', cell: ({ yen }) => (yen === null ? null : formatYen(yen)), figures: true, nowrap: true },
  { key: 'since', head: '最も古いもの', cell: (row) => sinceText(row), nowrap: true },
  { key: 'todo', head: '対応', cell: ({ kind }) => exceptionWords[kind].todo },
]

type Props = { caption: string; items: readonly MoneyException[]; none: string; today: JstDate }

/** What needs a person, each with the link to where it is settled; `none`: the words if nothing does. */
export function Exceptions({ caption, items, none, today }: Props) {
  if (items.length === 0)
    return (
      <p className="card flex items-center gap-3 p-4">
        <CircleCheck aria-hidden="true" className="shrink-0 text-matcha" />
        {none}
      </p>
    )
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={items.map((item) => ({ ...item, days: item.since && daysBetween(item.since, today) }))}
      rowId={({ kind }) => kind}
      rowName={({ kind }) => exceptionWords[kind].ja}
      rowLink={({ kind }) => exceptionWords[kind].to}
    />
  )
}

/** 「2026年11月20日(金)　8日経過」 */
const sinceText = ({ since, days }: Row) =>
  since && `${formatDayWithYear(since)}　${days === null || days <= 0 ? '本日' : `${formatNumber(days)}日経過`}`
