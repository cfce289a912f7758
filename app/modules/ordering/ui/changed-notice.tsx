import { formatMoment } from '#kernel/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { OrderSummary } from '../order-queries.server.ts'
import { reservedQuantity } from '../reserved-quantity.ts'

type Changed = Pick<OrderSummary, 'changedAt' | 'version' | 'lines'>

const isMarked = ({ lines }: Pick<OrderSummary, 'lines'>): boolean =>
  lines.some((line) => line.orderedBefore !== null && line.orderedBefore !== reservedQuantity(line))

/** The current version, and where it differs from the previous one. */
export function ChangedNotice({ order }: { order: Changed }) {
  if (!order.changedAt || !isMarked(order)) return null
  return (
    <Notice tone="tag">
      <p className="font-bold">飲食店が注文を変更しました（{formatMoment(order.changedAt)}）</p>
      <ul>
        {order.lines
          .filter((line) => line.orderedBefore !== null && line.orderedBefore !== reservedQuantity(line))
          .map((line) => (
            <li key={line.id}>
              {line.name}　{line.orderedBefore} → <strong>{reservedQuantity(line)}</strong>
              {line.unitLabel}
            </li>
          ))}
      </ul>
    </Notice>
  )
}
