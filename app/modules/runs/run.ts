import type { Temperature } from '#kernel/enums.ts'
import type { FarmId, OrderId, RunId } from '#kernel/ids.ts'
import { addDays, type JstDate, type MinuteOfDay, momentOf, type Weekday, weekdayOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { DeliveryDay } from '#modules/delivery/delivery-days.ts'
import type { RunLoad, RunPrice } from './shared-freight.ts'

/** A run as a kitchen's cart needs it, for the goods of one farm. */
export type RunOffer = RunPrice & {
  runId: RunId
  name: string
  weekdays: readonly Weekday[]
  leadDays: number
  cutoffDays: number
  cutoffMinute: MinuteOfDay
  capacityPoints: number
  temperatures: readonly Temperature[]
  /** How many farms hand goods over to it. */
  farmCount: number
  /** Size points that are taken, by delivery day; no entry: none. */
  taken: readonly { deliveryOn: JstDate; points: number }[]
  /** What this kitchen already has on it. */
  riding: readonly (RunLoad & { deliveryOn: JstDate; orderId: OrderId; farmId: FarmId; yen: Yen; fixed: boolean })[]
}

/** The last moment to order for a day, itself still in time. */
export const runCutoff = (run: Pick<RunOffer, 'cutoffDays' | 'cutoffMinute'>, deliveryOn: JstDate): Date =>
  momentOf(addDays(deliveryOn, -run.cutoffDays), run.cutoffMinute)

/** A kitchen is on the way if its prefecture or the beginning of its postal code is named. */
export const isInArea = (areas: readonly string[], kitchen: { prefectureCode: string; postalCode: string }): boolean =>
  areas.some((area) => (area.length === 2 ? kitchen.prefectureCode === area : kitchen.postalCode.startsWith(area)))

/** Size points that are still free on a day. */
export const freePoints = (run: Pick<RunOffer, 'capacityPoints' | 'taken'>, deliveryOn: JstDate): number =>
  run.capacityPoints - (run.taken.find((day) => day.deliveryOn === deliveryOn)?.points ?? 0)

/**
 * The days of a farm on which the run comes, has room for so many more size points, and leaves on the day on which the
 * farm hands over; the earlier of the two cutoffs holds.
 */
export function daysOfRun(days: readonly DeliveryDay[], run: RunOffer, points: number, now: Date): DeliveryDay[] {
  return days.map((day) => {
    const { deliveryOn } = day
    const without = (reason: 'no_run' | 'run_full' | 'past_cutoff'): DeliveryDay => ({
      deliveryOn,
      possible: false,
      reason,
    })
    if (!run.weekdays.includes(weekdayOf(deliveryOn))) return without('no_run')
    if (!day.possible) return day
    if (day.heldDays > 0) return without('no_run')
    const last = runCutoff(run, deliveryOn)
    if (last < now) return without('past_cutoff')
    if (freePoints(run, deliveryOn) < points) return without('run_full')
    return { ...day, cutoffAt: new Date(Math.min(last.getTime(), day.cutoffAt.getTime())) }
  })
}
