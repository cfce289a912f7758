import { Link } from 'react-router'
import { formatDay, formatMoment, formatNumber } from '#kernel/format.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { StateBadge } from './state-badge.tsx'

const figureHeads = ['商品', '送料', '税', '合計'] as const

/** Every order in one row; columns of figures line up. In yen, the total with tax. */
export function StaffOrderTable({ orders, filtered }: { orders: readonly OrderSummary[]; filtered: boolean }) {
  return (
    <section
      className="relative overflow-x-auto rounded-card border border-line bg-surface shadow-1"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="注文の一覧"
    >
      <table className="w-full min-w-[62rem] border-collapse text-sub">
        <caption className="visually-hidden">注文の一覧、新しい順</caption>
        <thead>
          <tr className="border-b border-line-strong bg-sunken text-start text-ink-2">
            {['番号', '注文した時刻', '飲食店', '農園', 'お届け日', '状態'].map((word) => (
              <th key={word} scope="col" className="px-3 py-2.5 text-start font-bold whitespace-nowrap">
                {word}
              </th>
            ))}
            {figureHeads.map((word) => (
              <th key={word} scope="col" className="px-3 py-2.5 text-end font-bold whitespace-nowrap">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
          {orders.length === 0 && <NoRows filtered={filtered} />}
        </tbody>
      </table>
    </section>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  const { goodsYen, freightYen, taxYen, totalIncYen, estimated } = order.figures
  return (
    <tr className="border-b border-line last:border-b-0 hover:bg-ai-tint">
      <th scope="row" className="px-3 text-start font-bold whitespace-nowrap">
        <Link to={`/admin/orders/${order.id}`} className="prose-link inline-flex min-h-11 items-center tabular-nums">
          {order.number}
        </Link>
      </th>
      <td className="px-3 whitespace-nowrap tabular-nums">{formatMoment(order.placedAt)}</td>
      <td className="px-3 font-bold">{order.restaurant.name}</td>
      <td className="px-3">{order.farm.name}</td>
      <td className="px-3 whitespace-nowrap tabular-nums">{formatDay(order.deliveryOn)}</td>
      <td className="px-3 whitespace-nowrap">
        <StateBadge state={order.state} />
      </td>
      <Figure yen={goodsYen} about={estimated} />
      <Figure yen={freightYen} />
      <Figure yen={taxYen} about={estimated} />
      <Figure yen={totalIncYen} about={estimated} />
    </tr>
  )
}

const Figure = ({ yen, about = false }: { yen: number; about?: boolean }) => (
  <td className="num-col px-3">
    {about && <span className="text-caption font-normal text-ink-2">約</span>}
    {formatNumber(yen)}
  </td>
)

const NoRows = ({ filtered }: { filtered: boolean }) => (
  <tr>
    <td colSpan={10} className="px-3 py-10 text-center">
      {filtered ? '条件に合うものがありません' : '表示するものがありません'}
      <span lang="en" className="block text-caption text-ink-2">
        {filtered ? 'There are no records matching your request' : 'There are no records to show'}
      </span>
    </td>
  </tr>
)
