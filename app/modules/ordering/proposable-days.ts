import type { JstDate } from '#kernel/jst.ts'
import { daysFromTomorrow } from '#modules/cart/offered-days.ts'
import { isShared } from './change-delivery.ts'
import type { OrderSummary } from './order-queries.server.ts'

/**
 * What a farm may try to propose for an order, but not the day that it has, nor the one that is proposed already; which of
 * them are possible is calculated when it is sent. Empty: it comes by a run or in a shared box, on the day of these.
 */
export const proposableDays = (
  order: Pick<OrderSummary, 'ride' | 'way' | 'deliveryOn' | 'proposedDay'>,
  now: Date,
): JstDate[] =>
  order.ride || isShared(order)
    ? []
    : daysFromTomorrow(now).filter((day) => day !== order.deliveryOn && day !== order.proposedDay?.deliveryOn)
