import { formatDay, formatMoment, formatNumber } from '#kernel/format.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Bulk } from '#ui/table-bulk-bar.tsx'
import type { Column } from '#ui/table-column.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { StateBadge } from './state-badge.tsx'

const columns: readonly Column<OrderSummary>[] = [
  { key: 'number', head: '番号', sort: true, nowrap: true, cell: (order) => order.number },
  { key: 'placed', head: '注文日時', sort: true, nowrap: true, cell: (order) => formatMoment(order.placedAt) },
  { key: 'restaurant', head: '飲食店', sort: true, cell: (order) => <b>{order.restaurant.name}</b> },
  { key: 'farm', head: '農園', sort: true, cell: (order) => order.farm.name },
  { key: 'delivery', head: 'お届け日', sort: true, nowrap: true, cell: (order) => formatDay(order.deliveryOn) },
  { key: 'state', head: '状態', sort: true, nowrap: true, cell: (order) => <StateBadge state={order.state} /> },
  figure('goods', '商品', ({ goodsYen }) => goodsYen),
  figure('freight', '送料', ({ freightYen }) => freightYen, false),
  figure('tax', '税', ({ taxYen }) => taxYen),
  figure('total', '合計', ({ totalIncYen }) => totalIncYen),
]

/** In yen; 約 while something still has to be weighed. */
function figure(
  key: string,
  head: string,
  yenOf: (figures: OrderSummary['figures']) => number,
  mayBeAbout = true,
): Column<OrderSummary> {
  return {
    key,
    head,
    figures: true,
    cell: ({ figures }) => (
      <>
        {mayBeAbout && figures.estimated && <span className="text-caption font-normal text-ink-2">約</span>}
        {formatNumber(yenOf(figures))}
      </>
    ),
  }
}

type StaffOrderTableProps = {
  orders: readonly OrderSummary[]
  /** Of all pages; `capped`: there are more than were counted. */
  total: number
  capped: boolean
  filter: string
  filtered: boolean
  bulk: Bulk
}

/** One row per order; newest first by default. */
export const StaffOrderTable = ({ orders, ...rest }: StaffOrderTableProps) => (
  <DataTable
    {...rest}
    caption="注文の一覧"
    noun="注文"
    columns={columns}
    rows={orders}
    rowId={idOf}
    rowName={nameOf}
    rowLink={linkOf}
    sort={{ by: 'placed', direction: 'desc' }}
    selection="range"
    empty={{ noData: 'まだ注文はありません', noMatch: 'この条件の注文はありません' }}
  />
)

const idOf = ({ id }: OrderSummary) => id
const nameOf = ({ number }: OrderSummary) => `注文 ${number}`
const linkOf = ({ id }: OrderSummary) => `/admin/orders/${id}`
