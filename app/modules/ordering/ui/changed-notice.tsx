import { formatMoment } from '#kernel/format.ts'
import { Notice } from '#ui/notice.tsx'
import { heldOf } from '../held-of.ts'
import type { OrderSummary } from '../order-queries.server.ts'

type Changed = Pick<OrderSummary, 'changedAt' | 'version' | 'lines'>

const isMarked = ({ lines }: Pick<OrderSummary, 'lines'>): boolean =>
  lines.some((line) => line.orderedBefore !== null && line.orderedBefore !== heldOf(line))

/** The current version, and where it differs from the previous one. */
export function ChangedNotice({ order }: { order: Changed }) {
  if (!order.changedAt || !isMarked(order)) return null
  return (
    <Notice tone="tag">
      <p className="font-bold">お店が注文を変えました（{formatMoment(order.changedAt)}）</p>
      <ul>
        {order.lines
          .filter((line) => line.orderedBefore !== null && line.orderedBefore !== heldOf(line))
          .map((line) => (
            <li key={line.id}>
              {line.name}　{line.orderedBefore} → <strong>{heldOf(line)}</strong>
              {line.unitLabel}
            </li>
          ))}
      </ul>
    </Notice>
  )
}
