import { ButtonLink } from '#ui/button.tsx'
import { countToSend } from '../order-counts.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { LineHead } from './line-head.tsx'

/** The same orders by product: how many to harvest and pack in all, and for whom. */
export function ProductTotals({ orders, mayShare }: { orders: readonly OrderSummary[]; mayShare: boolean }) {
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {totalsOf(orders).map(({ line, total, shares }) => (
        <li key={line.productId} className="card p-4">
          <LineHead line={line} count={total} unit={line.unitLabel} />
          <ul className="mt-3 grid gap-1 border-t border-line pt-2">
            {shares.map(({ order, line: part, count }) => (
              <li key={part.id} className="flex justify-between gap-3">
                <span className="min-w-0">{order.restaurant.name}</span>
                <span className="num-col">
                  {count}
                  {line.unitLabel}
                </span>
              </li>
            ))}
          </ul>
          {mayShare && openOf(shares) && (
            <ButtonLink
              kind="line"
              to={`/farmer/harvest/share/${line.productId}/${openOf(shares)}`}
              className="mt-3 w-full"
            >
              不足分を配分する<span className="visually-hidden">（{line.name}）</span>
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The first day for which not everything is packed yet: until then it can be divided. */
const openOf = (shares: readonly { order: OrderSummary }[]) =>
  shares
    .filter(({ order }) => order.state === 'placed' || order.state === 'accepted')
    .map(({ order }) => order.shipOn)
    .sort()[0]

/** Products with the largest count first. */
function totalsOf(orders: readonly OrderSummary[]) {
  const pieces = orders.flatMap((order) =>
    order.lines.map((line) => ({ order, line, count: countToSend(line) })).filter(({ count }) => count > 0),
  )
  return [...Map.groupBy(pieces, ({ line }) => line.productId).values()]
    .flatMap((shares) => {
      const [first] = shares
      return first ? [{ line: first.line, total: shares.reduce((sum, { count }) => sum + count, 0), shares }] : []
    })
    .sort((a, b) => b.total - a.total)
}
