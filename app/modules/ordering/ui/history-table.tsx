import { useMemo } from 'react'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Crest } from '#ui/market.tsx'
import { type Column, cellsOf } from '#ui/table-column.ts'
import { Cells } from '#ui/table-row.tsx'
import { hasArrived } from '../has-arrived.ts'
import type { HistoryRow } from '../history-row.ts'
import { InspectLink } from './inspect-link.tsx'
import { ReorderForm } from './reorder-form.tsx'
import { StateBadge } from './state-badge.tsx'

/** What the cells show, as JSON can represent it. The days as they are written: whether the year is left out depends on today. */
type Row = { order: Omit<HistoryRow, 'placedAt'>; placed: string; day: string; arrived: boolean }

const columns: readonly Column<Row>[] = [
  { key: 'number', head: '番号', nowrap: true, cell: ({ order }) => order.number },
  { key: 'placed', head: '注文日', nowrap: true, cell: ({ placed }) => placed },
  { key: 'delivery', head: 'お届け日', nowrap: true, cell: ({ day }) => <b>{day}</b> },
  {
    key: 'farm',
    head: '農園',
    nowrap: true,
    cell: ({ order: { farm, category } }) => (
      <span className="flex items-center gap-2">
        <Crest kanji={farm.crest} category={category} className="text-[1rem]!" />
        <b>{farm.name}</b>
      </span>
    ),
  },
  { key: 'goods', head: '商品', cell: ({ order }) => goodsOf(order) },
  { key: 'state', head: '状態', nowrap: true, cell: ({ order }) => <StateBadge state={order.state} /> },
  {
    key: 'total',
    head: '合計（税込・円）',
    figures: true,
    cell: ({ order: { totalIncYen, estimated } }) => (
      <>
        {estimated && <span className="text-caption font-normal text-ink-2">約</span>}
        {formatNumber(totalIncYen)}
      </>
    ),
  },
  {
    key: 'next',
    head: '操作',
    nowrap: true,
    cell: ({ order: { id, farm, number, state }, arrived }) => {
      if (state === 'pending_approval') return null
      const about = `${farm.name} ${number}`
      return arrived ? (
        <InspectLink orderId={id} about={about} className="w-full py-1.5" />
      ) : (
        <ReorderForm orderIds={[id]} about={about} kind="line" className="w-max py-1.5" />
      )
    },
  },
]

/** The first three names and the number of others. */
const goodsOf = ({ goods, more }: Row['order']): string =>
  `${goods.map(({ name }) => name).join('、')}${more > 0 ? ` 他${more}点` : ''}`

type Props = { caption: string; orders: readonly HistoryRow[]; today: JstDate }

/** The orders of a month on a wide screen: one row each, for the review at the end of the month. */
export function HistoryTable({ caption, orders, today }: Props) {
  const rows = useMemo(() => orders.map((order) => rowOf(order, today)), [orders, today])
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={nameOf}
      rowLink={linkOf}
      rowPart={RowCells}
    />
  )
}

const RowCells = (row: Row) => <Cells cells={cellsOf(columns, row, linkOf)} />

function rowOf({ placedAt, ...order }: HistoryRow, today: JstDate): Row {
  const arrived = hasArrived(order, today)
  return { order, placed: formatDay(jstDateOf(placedAt)), day: formatDay(order.deliveryOn), arrived }
}

const idOf = ({ order }: Row) => order.id
const nameOf = ({ order }: Row) => `注文 ${order.number}`
const linkOf = ({ order }: Row) => `/restaurant/orders/${order.id}`
