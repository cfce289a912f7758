import type { OrderLine } from '../order.ts'
import { reservedQuantity } from '../reserved-quantity.ts'

type Line = Pick<OrderLine, 'quantities' | 'orderedBefore' | 'unitLabel'>

/** What the restaurant has changed since the farm last answered: 2 → 3箱. Empty if nothing has changed. */
export function ChangeMark({ line }: { line: Line }) {
  const now = reservedQuantity(line)
  if (line.orderedBefore === null || line.orderedBefore === now) return null
  return (
    <p className="mt-1 inline-block rounded-tag bg-tag px-2 py-0.5 text-sub font-bold text-tag-ink">
      {line.orderedBefore === 0 ? (
        '追加'
      ) : (
        <>
          変更 {line.orderedBefore} → {now}
          {line.unitLabel}
        </>
      )}
    </p>
  )
}
