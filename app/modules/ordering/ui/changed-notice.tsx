import { formatMoment } from '#kernel/format.ts'
import { Notice } from '#ui/notice.tsx'
import { deliveryChangeText } from '../delivery-change-text.ts'
import type { OrderDetail } from '../order-queries.server.ts'
import { reservedQuantity } from '../reserved-quantity.ts'

type Changed = Pick<OrderDetail, 'changedAt' | 'lines' | 'events'>

const linesIn = ({ lines }: Changed) =>
  lines.filter((line) => line.orderedBefore !== null && line.orderedBefore !== reservedQuantity(line))

/** The last change of the delivery, until the farm accepts the order, or packs it. */
function deliveryIn({ events }: Changed): string[] {
  const answered = events.findLastIndex(({ kind }) => kind === 'order_accepted')
  const changes = events
    .slice(answered + 1)
    .filter(({ kind }) => kind === 'order_changed' || kind === 'order_amended')
    .map(({ data }) => deliveryChangeText(data.delivery))
  return changes.findLast((parts) => parts.length > 0) ?? []
}

/** The current version, and where it differs from the previous one. */
export function ChangedNotice({ order }: { order: Changed }) {
  const [lines, delivery] = [linesIn(order), deliveryIn(order)]
  if (!order.changedAt || lines.length + delivery.length === 0) return null
  return (
    <Notice tone="tag">
      <p className="font-bold">飲食店が注文を変更しました（{formatMoment(order.changedAt)}）</p>
      <ul>
        {delivery.map((part) => (
          <li key={part}>{part}</li>
        ))}
        {lines.map((line) => (
          <li key={line.id}>
            {line.name}　{line.orderedBefore} → <strong>{reservedQuantity(line)}</strong>
            {line.unitLabel}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
