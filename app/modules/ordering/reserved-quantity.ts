import type { OrderLine } from './order.ts'

/** What the farm holds for a line now: the ordered quantity, or what it has confirmed of it. */
export const reservedQuantity = ({
  quantities,
  orderedBefore,
}: Pick<OrderLine, 'quantities' | 'orderedBefore'>): number =>
  (quantities.confirmed && orderedBefore === null ? quantities.confirmed.qty : quantities.ordered?.qty) ?? 0
