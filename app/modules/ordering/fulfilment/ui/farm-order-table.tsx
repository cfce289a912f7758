import { MessageSquareText } from 'lucide-react'
import { formatDay, formatDeadline, formatNumber } from '#kernel/format.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { deliveryNotesOf } from '#modules/ordering/delivery-notes.ts'
import { boxesOf, countToSend } from '#modules/ordering/order-counts.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { wayOfOrder } from '#modules/ordering/way-of-order.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Bulk } from '#ui/table-bulk-bar.tsx'
import type { Column } from '#ui/table-column.ts'
import type { BoardCard } from '../farm-board.server.ts'

type TableRow = BoardCard & { now: Date }

const columns: readonly Column<TableRow>[] = [
  {
    key: 'restaurant',
    head: '飲食店',
    cell: ({ order, place }) => (
      <span className="block py-1.5 md:min-w-40">
        <b>{order.restaurant.name}</b>
        <span className="block text-caption font-normal text-ink-2">
          {place}
          <span className="block whitespace-nowrap tabular-nums">{order.number}</span>
          {wayOfOrder(order)}
        </span>
      </span>
    ),
    sort: ({ order }) => order.restaurant.name,
  },
  {
    key: 'state',
    head: '状態',
    nowrap: true,
    cell: ({ order, now }) => (
      <>
        <StateBadge state={order.state} reader="farm" />
        {order.state === 'placed' && (
          <span className="block text-caption">{formatDeadline(order.answerDueAt, now)}まで</span>
        )}
      </>
    ),
    sort: ({ step }) => stepRank[step],
  },
  {
    key: 'ship',
    head: '出荷日',
    nowrap: true,
    cell: ({ order }) => formatDay(order.shipOn),
    sort: ({ order }) => order.shipOn,
  },
  {
    key: 'delivery',
    head: 'お届け',
    nowrap: true,
    cell: ({ order }) => (
      <>
        {formatDay(order.deliveryOn)}
        {order.slot !== 'none' && <span className="block text-caption text-ink-2">{slotWord[order.slot]}</span>}
      </>
    ),
    sort: ({ order }) => order.deliveryOn,
  },
  {
    key: 'goods',
    head: '商品',
    cell: ({ order }) => (
      <div className="py-2">
        <ul>
          {order.lines
            .filter((line) => countToSend(line) > 0)
            .map((line) => (
              <li key={line.id} className="flex justify-between gap-3">
                <span className="min-w-0">{line.name}</span>
                <span className="whitespace-nowrap tabular-nums">
                  {formatNumber(countToSend(line))}
                  {line.unitLabel}
                </span>
              </li>
            ))}
        </ul>
        <Notes order={order} />
      </div>
    ),
  },
  {
    key: 'boxes',
    head: '個口',
    figures: true,
    cell: ({ order }) => formatNumber(boxesOf(order)),
    sort: ({ order }) => boxesOf(order),
  },
  {
    key: 'total',
    head: '合計（税込）',
    figures: true,
    cell: ({ order }) =>
      order.moneyShown ? (
        <>
          {order.figures.estimated && <span className="text-caption font-normal text-ink-2">約</span>}
          {formatNumber(order.figures.totalIncYen)}
        </>
      ) : null,
    sort: ({ order }) => (order.moneyShown ? order.figures.totalIncYen : null),
  },
]

const stepRank = { confirm: 0, pack: 1, ship: 2, done: 3 } as const

/** What the chef and the kitchen ask for, in the row: the office must not have to open every order for it. */
const Notes = ({ order }: { order: OrderSummary }) =>
  deliveryNotesOf(order).map(({ kind, word, text }) => (
    <p key={kind} className="mt-1 flex gap-1.5 rounded-tag bg-kraft-tint px-2 py-0.5 text-caption text-kraft-ink">
      <MessageSquareText aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <span>
        <span className="font-bold">{word}</span>　<span className="text-ink">{text}</span>
      </span>
    </p>
  ))

type Props = { rows: readonly TableRow[]; filter: string; filtered: boolean; bulk?: Bulk }

/** One row per order for the farm's office: sorted, selected and opened by keyboard as well. */
export default function FarmOrderTable({ rows, filter, filtered, bulk }: Props) {
  return (
    <DataTable
      caption="受注の一覧"
      noun="注文"
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={nameOf}
      rowLink={linkOf}
      filter={filter}
      filtered={filtered}
      sort={{ by: 'ship', direction: 'asc' }}
      {...(bulk && { selection: 'range' as const, bulk })}
      empty={{ noData: '受注はまだありません', noMatch: 'この条件の注文はありません' }}
    />
  )
}

const idOf = ({ order }: TableRow) => order.id
const nameOf = ({ order }: TableRow) => `${order.restaurant.name} ${order.number}`
const linkOf = ({ order }: TableRow) => `/farmer/orders/${order.id}`
