import type { Ride } from '#modules/runs/ride-of-order.server.ts'

/** Deliveries that come together: by one run, or each by itself (null). */
type ArrivalSection<Order> = { run: string | null; orders: Order[] }

/** What a run brings together is received together, and stands before what comes by itself; the order is kept within. */
export function arrivalSections<Order extends { ride: Ride | null }>(
  orders: readonly Order[],
): ArrivalSection<Order>[] {
  const byRun = Map.groupBy(orders, ({ ride }) => ride?.run ?? null)
  return [...byRun]
    .map(([run, of]) => ({ run, orders: of }))
    .sort((a, b) => Number(a.run === null) - Number(b.run === null))
}
