import type { Temperature } from '#kernel/enums.ts'
import type { Zone } from '#kernel/place.ts'
import leadTime from './lead-time.json' with { type: 'json' }

/** More precise data than the table's, for this farm and kitchen (離島, a pair of prefectures, a measured lane). */
export type LeadOverride =
  /** replaces the table's value */
  | { days: number }
  /** added to the table's value: 離島 +1 to +7, far parts of 北海道 +1 */
  | { extraDays: number }

export type Lane = {
  from: Zone
  to: Zone
  /** Needed although today's table has the same days for all three: carriers differ here. */
  temperature: Temperature
  /** false for products that may not fly; they go to and from 沖縄 by ship */
  airAllowed: boolean
  override?: LeadOverride
}

/** By ship 5–10 days. We plan with 7 and show the range: a promise of 5 would be late in most weeks. Our choice. */
const okinawaBySea = { min: 5, plan: 7, max: 10 }

/**
 * Calendar days from the ship day to the delivery day: 1 = 翌日, 2 = 翌々日. Carriers deliver on all 365 days, so Sundays
 * and holidays count.
 *
 * Source: lead-time.json, planning values for ヤマト; only the row from 北海道 is verified. To be replaced by the carrier's
 * own data before a date is guaranteed to a buyer.
 */
export const leadDays = (lane: Lane): number => leadBand(lane).plan

/**
 * The fewest and the most days to expect. A page writes 翌日 only where `max` is 1, and
 * 「5〜10日」 where the two differ.
 */
export function leadDaysRange(lane: Lane): { min: number; max: number } {
  const { min, max } = leadBand(lane)
  return { min, max }
}

function leadBand({ from, to, airAllowed, override }: Lane): { min: number; plan: number; max: number } {
  if (override && 'days' in override) return steady(override.days)
  const bySea = !airAllowed && (from === 'okinawa') !== (to === 'okinawa')
  const band = bySea ? okinawaBySea : steady(leadTime.days[from][to])
  const extra = override?.extraDays ?? 0
  return { min: band.min + extra, plan: band.plan + extra, max: band.max + extra }
}

const steady = (days: number) => ({ min: days, plan: days, max: days })
