import { formatDay, formatNumber } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Crest } from '#ui/market.tsx'
import type { Column } from '#ui/table-column.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { ReorderForm } from './reorder-form.tsx'
import { StateBadge } from './state-badge.tsx'

const columns: readonly Column<OrderSummary>[] = [
  { key: 'number', head: '番号', nowrap: true, cell: ({ number }) => number },
  { key: 'placed', head: '注文日', nowrap: true, cell: ({ placedAt }) => formatDay(jstDateOf(placedAt)) },
  { key: 'delivery', head: 'お届け日', nowrap: true, cell: ({ deliveryOn }) => <b>{formatDay(deliveryOn)}</b> },
  {
    key: 'farm',
    head: '農園',
    cell: ({ farm, lines }) => (
      <span className="flex items-center gap-2">
        <Crest kanji={farm.crest} category={lines[0]?.category} className="text-[1rem]!" />
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
    cell: ({ figures }) => (
      <>
        {figures.estimated && <span className="text-caption font-normal text-ink-2">約</span>}
        {formatNumber(figures.totalIncYen)}
      </>
    ),
  },
  {
    key: 'again',
    head: '再注文',
    nowrap: true,
    cell: ({ id, farm, number, state }) =>
      state === 'pending_approval' ? null : (
        <ReorderForm orderIds={[id]} about={`${farm.name} ${number}`} kind="line" className="w-max py-1.5" />
      ),
  },
]

/** The first three names and the number of others. */
const goodsOf = ({ lines }: OrderSummary): string =>
  `${lines
    .slice(0, 3)
    .map(({ name }) => name)
    .join('、')}${lines.length > 3 ? ` 他${lines.length - 3}点` : ''}`

/** The orders of a month on a wide screen: one row each, for the review at the end of the month. */
export const HistoryTable = ({ caption, orders }: { caption: string; orders: readonly OrderSummary[] }) => (
  <DataTable caption={caption} columns={columns} rows={orders} rowId={idOf} rowName={nameOf} rowLink={linkOf} />
)

const idOf = ({ id }: OrderSummary) => id
const nameOf = ({ number }: OrderSummary) => `注文 ${number}`
const linkOf = ({ id }: OrderSummary) => `/restaurant/orders/${id}`
