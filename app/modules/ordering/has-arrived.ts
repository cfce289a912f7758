import type { JstDate } from '#kernel/jst.ts'
import type { OrderSummary } from './order-queries.server.ts'

/** Has arrived, or should have by today, and waits for its inspection (検収). */
export const hasArrived = (
  { state, deliveryOn }: Pick<OrderSummary, 'state' | 'deliveryOn'>,
  today: JstDate,
): boolean => state === 'delivered' || ((state === 'shipped' || state === 'partly_shipped') && deliveryOn <= today)
