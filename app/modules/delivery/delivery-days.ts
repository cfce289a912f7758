import type { Temperature } from '#kernel/enums.ts'
import {
  addDays,
  addHours,
  daysBetween,
  type JstDate,
  jstDateOf,
  type MinuteOfDay,
  momentOf,
  type Weekday,
  weekdayOf,
} from '#kernel/jst.ts'

/** When a farm ships, and how early it needs orders. */
export type ShippingPolicy = {
  shipWeekdays: readonly Weekday[]
  shipsOnHolidays: boolean
  /** JST; when the farm starts to pack what leaves that day */
  packingMinute: MinuteOfDay
  cutoffHoursBeforePacking: number
  answerHoursAfterCutoff: number
}

/** Days on which the farm does not ship, both ends included. */
export type Vacation = { from: JstDate; to: JstDate }

export type KitchenCalendar = { receivingWeekdays: readonly Weekday[]; closedDays: ReadonlySet<JstDate> }

export type DayReason =
  | 'kitchen_closed'
  | 'lead_days'
  | 'farm_vacation'
  | 'farm_holiday'
  | 'farm_does_not_ship'
  | 'past_cutoff'
  /** Set by the cart: something in it is not harvested for that day, or not enough of it. */
  | 'no_harvest'
  /** Set for an order that is to move: the kitchen has another open one of that farm on this day. */
  | 'other_order'
  /** Set for the days of a run (共同便): it does not come, or its van is full. */
  | 'no_run'
  | 'run_full'

export type PossibleDay = {
  deliveryOn: JstDate
  possible: true
  shipOn: JstDate
  packAt: Date
  /** The last moment to order, itself still in time. */
  cutoffAt: Date
  /** By when the farm answers; never after packing starts. */
  answerDueAt: Date
  /** Days the carrier holds the parcel before delivering it. */
  heldDays: number
}

export type DeliveryDay = PossibleDay | { deliveryOn: JstDate; possible: false; reason: DayReason }

/** A carrier holds a parcel for a chosen day at most this long (ヤマト, ambient only). */
const carrierHoldsDays = 7

/**
 * How long we let the carrier hold a parcel. Chilled and frozen parcels are not held; two days for the rest bridge a
 * weekend without selling old vegetables. Our choice within the carrier's seven.
 */
export const defaultMaxHeldDays: Readonly<Record<Temperature, number>> = { ambient: 2, chilled: 0, frozen: 0 }

/**
 * For every day from today on: whether this farm can reach this kitchen, and if so, when the parcel leaves and until
 * when a restaurant may order; if not, why not. All days and times are JST.
 *
 * - The parcel leaves on the latest day on which the farm ships and still arrives in time. So a
 *   parcel is held by the carrier only when the farm rests on the ideal day (delivery − lead).
 * - The cutoff (締切) is some hours before packing. When it falls on a day on which the farm does
 *   not ship, it moves back by whole days, because the farm reads no orders on that day. Midnight
 *   belongs to the evening before it.
 * - A cutoff is inclusive: 12:00:00.000 is in time, 12:00:00.001 is late.
 *
 * Carriers deliver on all 365 days, so holidays matter for farms only. Source of the rules: the carriers' practice; the
 * inclusive cutoff, its moving back and the held days are our choice.
 *
 * A day that is not possible has one reason, the first of these that holds:
 * 1. `kitchen_closed`: the restaurant can change that itself, and no farm could deliver.
 * 2. `lead_days`: out of reach even for a parcel that leaves today.
 * 3. the farm rests on the ideal ship day and no earlier ship day is near enough: `farm_vacation`
 *    before `farm_holiday` before `farm_does_not_ship`, the rarest first, as it says the most.
 * 4. `past_cutoff`: it would have been possible with an earlier order.
 */
export function deliveryDays(input: DayQuestion & { horizonDays?: number }): DeliveryDay[] {
  const { horizonDays = 14 } = input
  const today = jstDateOf(input.now)
  return Array.from({ length: horizonDays }, (_, days) => deliveryDay(input, addDays(today, days)))
}

/** What is needed to decide about a day. */
export type DayQuestion = {
  now: Date
  /** calendar days on the road, see lead-days.ts */
  lead: number
  policy: ShippingPolicy
  vacations: readonly Vacation[]
  kitchen: KitchenCalendar
  isHoliday: (day: JstDate) => boolean
  maxHeldDays: number
}

/** The same for one day; product lists use it for every farm. */
export function deliveryDay(question: DayQuestion, deliveryOn: JstDate): DeliveryDay {
  const { now, lead, policy, vacations, kitchen, isHoliday } = question
  const today = jstDateOf(now)
  const maxHeldDays = Math.min(question.maxHeldDays, carrierHoldsDays)
  const farmRest = (day: JstDate) => whyFarmRests(day, policy, vacations, isHoliday)

  if (!receives(kitchen, deliveryOn)) return { deliveryOn, possible: false, reason: 'kitchen_closed' }

  const idealShipOn = addDays(deliveryOn, -lead)
  const shipOn = latestShipDay(idealShipOn, maxHeldDays, farmRest)
  const times = shipOn && timesOf(shipOn, policy, farmRest, now)
  if (shipOn && times && now <= times.cutoffAt)
    return { deliveryOn, possible: true, shipOn, ...times, heldDays: daysBetween(shipOn, idealShipOn) }

  if (idealShipOn < today) return { deliveryOn, possible: false, reason: 'lead_days' }
  const rest = farmRest(idealShipOn)
  return { deliveryOn, possible: false, reason: rest && !shipOn ? rest : 'past_cutoff' }
}

type FarmRest = (day: JstDate) => 'farm_vacation' | 'farm_holiday' | 'farm_does_not_ship' | null

const receives = (kitchen: KitchenCalendar, day: JstDate) =>
  kitchen.receivingWeekdays.includes(weekdayOf(day)) && !kitchen.closedDays.has(day)

/** Why a farm does not ship on a day, the rarest reason first; null on a day on which it ships. */
export function whyFarmRests(
  day: JstDate,
  policy: ShippingPolicy,
  vacations: readonly Vacation[],
  isHoliday: (day: JstDate) => boolean,
): ReturnType<FarmRest> {
  if (vacations.some((vacation) => vacation.from <= day && day <= vacation.to)) return 'farm_vacation'
  if (!policy.shipsOnHolidays && isHoliday(day)) return 'farm_holiday'
  if (!policy.shipWeekdays.includes(weekdayOf(day))) return 'farm_does_not_ship'
  return null
}

function latestShipDay(ideal: JstDate, maxHeldDays: number, farmRest: FarmRest): JstDate | null {
  for (let held = 0; held <= maxHeldDays; held++) {
    const day = addDays(ideal, -held)
    if (farmRest(day) === null) return day
  }
  return null
}

function timesOf(shipOn: JstDate, policy: ShippingPolicy, farmRest: FarmRest, now: Date) {
  const packAt = momentOf(shipOn, policy.packingMinute)
  let cutoffAt = addHours(packAt, -policy.cutoffHoursBeforePacking)
  // A cutoff in the past is late wherever it ends up; stopping there also bounds the loop for a farm that rests for
  // months.
  while (cutoffAt >= now && farmRest(eveningOf(cutoffAt)) !== null) cutoffAt = addHours(cutoffAt, -24)
  const answerAt = addHours(cutoffAt, policy.answerHoursAfterCutoff)
  return { packAt, cutoffAt, answerDueAt: new Date(Math.min(answerAt.getTime(), packAt.getTime())) }
}

/** The day a moment belongs to when 00:00 is taken as 24:00 of the day before. */
const eveningOf = (moment: Date) => jstDateOf(new Date(moment.getTime() - 1))

/** A day as it is offered: whether it can be chosen, or why not. */
export type OfferedDay = Pick<PossibleDay, 'deliveryOn' | 'possible'> | Exclude<DeliveryDay, PossibleDay>

/** Before there is a farm to ask: tomorrow and the days after it, as the kitchen receives. */
export const receivingDays = (kitchen: KitchenCalendar, today: JstDate, horizonDays = 14): OfferedDay[] =>
  Array.from({ length: horizonDays }, (_, ahead) => {
    const deliveryOn = addDays(today, ahead + 1)
    return receives(kitchen, deliveryOn)
      ? { deliveryOn, possible: true }
      : { deliveryOn, possible: false, reason: 'kitchen_closed' }
  })

/** A day can be chosen if at least one farm can deliver; otherwise it has the first farm's reason. */
export function wishableDays(farms: readonly (readonly DeliveryDay[])[]): DeliveryDay[] {
  const [first = []] = farms
  return first.map((day, index) => farms.map((days) => days[index]).find((other) => other?.possible) ?? day)
}
