import { formatMinute } from '#kernel/format.ts'
import { wayText } from '#modules/delivery/way-text.ts'
import type { OrderWay } from '#modules/delivery/ways.ts'
import type { Ride } from '#modules/runs/ride-of-order.server.ts'

/**
 * How an order leaves its farm if no carrier takes it: 「自社配送（県内便）14:00〜17:00」, or the run with the stop and until when
 * the boxes are handed over there. null: as parcels, which need no word.
 */
export function wayOfOrder({ way, ride }: { way: OrderWay | null; ride: Ride | null }): string | null {
  if (ride) return `共同便「${ride.run}」 集荷 ${ride.place}（${formatMinute(ride.untilMinute)}まで）`
  return way && wayText(way)
}
