import { addDays, addHours, type JstDate, jstDateOf, momentOf, type Weekday, weekdayOf } from '#kernel/jst.ts'
import type { DayReason, DeliveryDay } from '#modules/delivery/delivery-days.ts'

/** One farm of a standing order with its days. */
export type FarmDays = { name: string; days: readonly DeliveryDay[] }

/**
 * A delivery day of a standing order. `planned`: it orders at `orderAt`, before the first 締切 of its farms (`cutoffAt`),
 * and announces it at `noticeAt`; until `cutoffAt` the order can be cancelled for free.
 */
export type StandingDay = { deliveryOn: JstDate } & (
  | { state: 'planned'; farms: string[]; noticeAt: Date; orderAt: Date; cutoffAt: Date }
  | { state: 'skipped' }
  | { state: 'impossible'; reason: DayReason }
)

/** Hours before the first 締切 at which it orders, so that there is time to change the order. */
export const hoursBeforeCutoff = 3
/** It is announced the evening before: 18:00. */
const noticeMinute = 18 * 60

/**
 * The days of a standing order from now on, in order. Farms that can no longer deliver in time are left out; a day that
 * no farm can deliver on has the first one's reason.
 */
export function standingDays(input: {
  now: Date
  weekdays: readonly Weekday[]
  skipped: ReadonlySet<JstDate>
  farms: readonly FarmDays[]
  horizonDays: number
}): StandingDay[] {
  const today = jstDateOf(input.now)
  return Array.from({ length: input.horizonDays }, (_, ahead) => addDays(today, ahead))
    .filter((day) => input.weekdays.includes(weekdayOf(day)))
    .flatMap((deliveryOn) => dayOf(deliveryOn, input.farms, input.skipped.has(deliveryOn)) ?? [])
}

function dayOf(deliveryOn: JstDate, farms: readonly FarmDays[], skipped: boolean): StandingDay | null {
  const onDay = farms.flatMap(({ name, days }) => {
    const day = days.find((it) => it.deliveryOn === deliveryOn)
    return day ? [{ name, day }] : []
  })
  const possible = onDay.flatMap(({ name, day }) => (day.possible ? [{ name, cutoffAt: day.cutoffAt }] : []))
  if (possible.length === 0) {
    const reasons = onDay.flatMap(({ day }) => (day.possible ? [] : [day.reason]))
    // too late for all of them
    if (reasons.length === 0 || reasons.every((reason) => reason === 'past_cutoff' || reason === 'lead_days'))
      return null
    const reason = reasons.find((it) => it !== 'past_cutoff' && it !== 'lead_days')
    return reason ? { deliveryOn, state: 'impossible', reason } : null
  }
  if (skipped) return { deliveryOn, state: 'skipped' }
  const cutoffAt = new Date(Math.min(...possible.map((farm) => farm.cutoffAt.getTime())))
  const orderAt = addHours(cutoffAt, -hoursBeforeCutoff)
  return {
    deliveryOn,
    state: 'planned',
    farms: possible.map(({ name }) => name),
    noticeAt: momentOf(addDays(jstDateOf(orderAt), -1), noticeMinute),
    orderAt,
    cutoffAt,
  }
}

/** What has already been done for a day. */
export type DayDone = { deliveryOn: JstDate; noticed: boolean; ran: boolean }

export type Due = { what: 'notice' | 'order'; deliveryOn: JstDate; at: Date }

/** The next step of a standing order, and when; null: nothing on these days. */
export function nextDue(days: readonly StandingDay[], done: readonly DayDone[]): Due | null {
  const steps = days.flatMap((day): Due[] => {
    if (day.state !== 'planned') return []
    const was = done.find((it) => it.deliveryOn === day.deliveryOn)
    if (was?.ran) return []
    return was?.noticed
      ? [{ what: 'order', deliveryOn: day.deliveryOn, at: day.orderAt }]
      : [{ what: 'notice', deliveryOn: day.deliveryOn, at: day.noticeAt }]
  })
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

/** Checked again after an hour at the latest: farms change their days and their 締切. */
export function lookAgainAt(now: Date, due: { at: Date } | null): Date {
  const anHour = addHours(now, 1)
  return due && due.at < anHour ? due.at : anHour
}
