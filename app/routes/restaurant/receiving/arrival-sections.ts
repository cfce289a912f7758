import type { RunId } from '#kernel/ids.ts'
import type { Ride } from '#modules/runs/ride-of-order.server.ts'

/** Deliveries that come together: by one run, with its name, or each by itself (null). */
type ArrivalSection<Order> = { runId: RunId | null; run: string; orders: Order[] }

/** What a run brings together is received together, and stands before what comes by itself; the order is kept within. */
export function arrivalSections<Order extends { ride: Ride | null }>(
  orders: readonly Order[],
): ArrivalSection<Order>[] {
  // two hubs may give their runs the same name
  const byRun = Map.groupBy(orders, ({ ride }) => ride?.runId ?? null)
  return [...byRun]
    .map(([runId, of]) => ({ runId, run: of[0]?.ride?.run ?? '', orders: of }))
    .sort((a, b) => Number(a.runId === null) - Number(b.runId === null))
}
