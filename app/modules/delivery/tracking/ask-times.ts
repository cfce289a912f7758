import type { KnownParcelState } from '#kernel/carrier-tracking.ts'
import type { Slot } from '#kernel/enums.ts'
import { addDays, addHours, daysBetween, type JstDate, jstDateOf, jstMinuteOf, momentOf } from '#kernel/jst.ts'

/** Carriers keep what they know of a number for about this long (佐川: 60 days). */
const mostDays = 60
/** In Japan; no carrier delivers at night, so none is asked. */
const [morning, night] = [6 * 60, 22 * 60]

/**
 * When a carrier is asked again about a parcel: every three hours, every hour on the promised day, once a day from the fourth
 * day after it. Never at night; null when it left 60 days ago. The intervals are our choice: few questions, and a late
 * parcel is known within an hour.
 */
export function nextAskAt(now: Date, promisedOn: JstDate, leftAt: Date): Date | null {
  if (daysBetween(jstDateOf(leftAt), jstDateOf(now)) >= mostDays) return null
  const days = daysBetween(promisedOn, jstDateOf(now))
  const next = addHours(now, days === 0 ? 1 : days > 3 ? 24 : 3)
  const [day, minute] = [jstDateOf(next), jstMinuteOf(next)]
  if (minute < morning) return momentOf(day, morning)
  return minute < night ? next : momentOf(addDays(day, 1), morning)
}

/** The minute of the day at which a slot ends; without one carriers deliver until 21:00. */
const slotEnd: Record<Slot, number> = {
  none: 21 * 60,
  am: 12 * 60,
  '14-16': 16 * 60,
  '16-18': 18 * 60,
  '18-20': 20 * 60,
  '19-21': 21 * 60,
}

/** The moment after which a parcel that is not out for delivery is late. */
export const dueAtOf = (promisedOn: JstDate, slot: Slot): Date => momentOf(promisedOn, slotEnd[slot])

/** In these states a parcel has not reached the kitchen's neighbourhood: past its moment it is late. */
export const underWay: readonly KnownParcelState[] = ['handed_over', 'in_transit', 'checking']

/** After these nothing more is asked. */
export const endStates: readonly KnownParcelState[] = ['delivered', 'returned']
