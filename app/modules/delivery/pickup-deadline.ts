import type { Carrier } from '#kernel/enums.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { addDays, type JstDate, momentOf, monthOf, weekdayOf } from '#kernel/jst.ts'
import { knownCarrier } from './carrier-word.ts'

/**
 * Until when a depot usually takes a booking for the same day, as the minute of the day: ヤマト 17:00; 佐川 12:00 (some depots
 * until 15:00). 17:00 for ゆうパック is our assumption. Each farm states what its depot says.
 */
const usualPickupCutoff: Record<Carrier, number> = { yamato: 17 * 60, sagawa: 12 * 60, japanpost: 17 * 60 }

/** Of a carrier that we know by its name alone 17:00, our assumption. */
export function usualCutoffOf(carrier: string): number {
  const known = knownCarrier(carrier)
  return known ? usualPickupCutoff[known] : 17 * 60
}

/** On Sundays, public holidays and in December depots want to know the day before. */
export const isBookedTheDayBefore = (shipOn: JstDate): boolean =>
  weekdayOf(shipOn) === 0 || isHoliday(shipOn) || monthOf(shipOn) === 12

/** The last moment at which a pick-up of this day can be booked, inclusive. */
export const pickupDeadline = (shipOn: JstDate, cutoffMinute: number): Date =>
  momentOf(isBookedTheDayBefore(shipOn) ? addDays(shipOn, -1) : shipOn, cutoffMinute)
