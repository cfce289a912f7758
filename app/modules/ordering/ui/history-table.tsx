import { useMemo } from 'react'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Crest } from '#ui/market.tsx'
import type { Column } from '#ui/table-column.ts'
import { hasArrived } from '../has-arrived.ts'
import type { HistoryRow } from '../history-row.ts'
import { InspectLink } from './inspect-link.tsx'
import { ReorderForm } from './reorder-form.tsx'
import { StateBadge } from './state-badge.tsx'

const columnsOn = (today: JstDate): readonly Column<HistoryRow>[] => [
  { key: 'number', head: '番号', nowrap: true, cell: ({ number }) => number },
  { key: 'placed', head: '注文日', nowrap: true, cell: ({ placedAt }) => formatDay(jstDateOf(placedAt)) },
  { key: 'delivery', head: 'お届け日', nowrap: true, cell: ({ deliveryOn }) => <b>{formatDay(deliveryOn)}</b> },
  {
    key: 'farm',
    head: '農園',
    nowrap: true,
    cell: ({ farm, category }) => (
      <span className="flex items-center gap-2">
        <Crest kanji={farm.crest} category={category} className="text-[1rem]!" />
        <b>{farm.name}</b>
      </span>
    ),
  },
  { key: 'goods', head: '商品', cell: (order) => goodsOf(order) },
  { key: 'state', head: '状態', nowrap: true, cell: ({ state }) => <StateBadge state={state} /> },
  {
    key: 'total',
    head: '合計（税込・円）',
    figures: true,
    cell: ({ totalIncYen, estimated }) => (
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
    cell: (order) => {
      const { id, farm, number, state } = order
      if (state === 'pending_approval') return null
      const about = `${farm.name} ${number}`
      return hasArrived(order, today) ? (
        <InspectLink orderId={id} about={about} className="w-full py-1.5" />
      ) : (
        <ReorderForm orderIds={[id]} about={about} kind="line" className="w-max py-1.5" />
      )
    },
  },
]

/** The first three names and the number of others. */
const goodsOf = ({ goods, more }: HistoryRow): string =>
  `${goods.map(({ name }) => name).join('、')}${more > 0 ? ` 他${more}点` : ''}`

type Props = { caption: string; orders: readonly HistoryRow[]; today: JstDate }

/** The orders of a month on a wide screen: one row each, for the review at the end of the month. */
export function HistoryTable({ caption, orders, today }: Props) {
  const columns = useMemo(() => columnsOn(today), [today])
  return <DataTable caption={caption} columns={columns} rows={orders} rowId={idOf} rowName={nameOf} rowLink={linkOf} />
}

const idOf = ({ id }: HistoryRow) => id
const nameOf = ({ number }: HistoryRow) => `注文 ${number}`
const linkOf = ({ id }: HistoryRow) => `/restaurant/orders/${id}`
