import { countToSend } from '../order-counts.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { LineHead } from './line-head.tsx'

/** The same orders by product: how many to harvest and pack in all, and for whom. */
export function ProductTotals({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {totalsOf(orders).map(({ line, total, shares }) => (
        <li key={line.productId} className="card p-4">
          <LineHead line={line} count={total} unit={line.unitLabel} />
          <ul className="mt-3 grid gap-1 border-t border-line pt-2">
            {shares.map(({ order, count }) => (
              <li key={order.id} className="flex justify-between gap-3">
                <span className="min-w-0">{order.restaurant.name}</span>
                <span className="num-col">
                  {count}
                  {line.unitLabel}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

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
