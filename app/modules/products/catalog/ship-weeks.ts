import { isHoliday } from '#kernel/holidays.ts'
import { addDays, type JstDate, weekdayOf } from '#kernel/jst.ts'
import { type ShippingPolicy, type Vacation, whyFarmRests } from '#modules/delivery/delivery-days.ts'

/** A day of a farm's calendar; `rest` is why it does not ship, null on a day on which it does. */
export type ShipDay = { day: JstDate; rest: ReturnType<typeof whyFarmRests> }

const weeks = 5

/** The week of `today`, starting on Sunday, and the four after it. For the server: it needs the table of holidays. */
export function shipWeeks(policy: ShippingPolicy, vacations: readonly Vacation[], today: JstDate): ShipDay[][] {
  const first = addDays(today, -weekdayOf(today))
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = addDays(first, week * 7 + weekday)
      return { day, rest: whyFarmRests(day, policy, vacations, isHoliday) }
    }),
  )
}
