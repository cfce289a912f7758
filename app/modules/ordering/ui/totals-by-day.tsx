import { formatDay } from '#kernel/format.ts'
import { Link } from '#ui/link.tsx'
import type { OrderSummary } from '../order-queries.server.ts'
import { ProductTotals } from './product-totals.tsx'

/** The orders by the day on which they leave, and by product on each: what is to be harvested for that day. */
export default function TotalsByDay({ orders, mayShare }: { orders: readonly OrderSummary[]; mayShare: boolean }) {
  const days = [...Map.groupBy(orders, ({ shipOn }) => shipOn)].sort(([a], [b]) => (a < b ? -1 : 1))
  return (
    <>
      <p className="no-print flex flex-wrap gap-2">
        <Link to="/farmer/harvest/list" className="chip">
          収穫リスト
        </Link>
        {mayShare && (
          <Link to="/farmer/harvest/none" className="chip">
            収穫できない商品
          </Link>
        )}
      </p>
      {days.map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`ships-${day}`} className="grid grid-cols-1 gap-3">
          <h2 id={`ships-${day}`} className="text-h3 font-bold">
            {formatDay(day)}に出荷
          </h2>
          <ProductTotals orders={ofDay} mayShare={mayShare} />
        </section>
      ))}
    </>
  )
}
