import type { Ctx } from '#access/ctx.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { FarmId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf, type MinuteOfDay } from '#kernel/jst.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import type { Temperature } from '#kernel/words.ts'
import {
  defaultMaxHeldDays,
  deliveryDay,
  type KitchenCalendar,
  type ShippingPolicy,
  type Vacation,
} from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'

export type Destination = { zone: Zone; calendar: KitchenCalendar }

export type ShippingFarm = {
  id: FarmId
  zone: Zone
  policy: ShippingPolicy
  vacations: Vacation[]
}

/** How a parcel may travel; the four give different days. */
export type Way = { temperature: 'ambient' | 'cool'; airAllowed: boolean }
export const ways: readonly Way[] = [
  { temperature: 'ambient', airAllowed: true },
  { temperature: 'ambient', airAllowed: false },
  { temperature: 'cool', airAllowed: true },
  { temperature: 'cool', airAllowed: false },
]

/** For each way of travelling, the farms whose goods can be at the destination on that day. */
export async function farmsArrivingOn(ctx: Ctx, to: Destination, day: JstDate): Promise<Map<Way, FarmId[]>> {
  const farms = await shippingFarms(ctx)
  return new Map(
    ways.map((way) => [way, farms.flatMap((farm) => (arrives(farm, to, day, ctx.now, way) ? [farm.id] : []))]),
  )
}

function arrives(farm: ShippingFarm, to: Destination, day: JstDate, now: Date, way: Way): boolean {
  const temperature: Temperature = way.temperature === 'cool' ? 'chilled' : 'ambient'
  return deliveryDay(
    {
      now,
      lead: leadDays({ from: farm.zone, to: to.zone, temperature, airAllowed: way.airAllowed }),
      policy: farm.policy,
      vacations: farm.vacations,
      kitchen: to.calendar,
      isHoliday,
      maxHeldDays: defaultMaxHeldDays[temperature],
    },
    day,
  ).possible
}

/** The approved farms with what decides their days; two queries. */
async function shippingFarms(ctx: Ctx): Promise<ShippingFarm[]> {
  const rows = await ctx.db
    .selectFrom('farms')
    .select([
      'id',
      'prefecture_code',
      'ship_weekdays',
      'ships_on_holidays',
      'packing_minute',
      'cutoff_hours_before_packing',
      'answer_hours_after_cutoff',
    ])
    .where('status', '=', 'approved')
    .execute()
  const vacations = Map.groupBy(
    await ctx.db
      .selectFrom('farm_vacations')
      .select(['farm_id', 'from_on as from', 'to_on as to'])
      .where('to_on', '>=', jstDateOf(ctx.now))
      .execute(),
    (row) => row.farm_id,
  )
  return rows.flatMap((row) => {
    const pref = parsePrefCode(row.prefecture_code)
    return pref
      ? [{ id: row.id, zone: zoneOf(pref), policy: policyOf(row), vacations: vacations.get(row.id) ?? [] }]
      : []
  })
}

type PolicyColumns = {
  ship_weekdays: ShippingPolicy['shipWeekdays']
  ships_on_holidays: boolean
  packing_minute: number
  cutoff_hours_before_packing: number
  answer_hours_after_cutoff: number
}

/** A farm's shipping columns as the day engine reads them. */
export const policyOf = (row: PolicyColumns): ShippingPolicy => ({
  shipWeekdays: row.ship_weekdays,
  shipsOnHolidays: row.ships_on_holidays,
  packingMinute: row.packing_minute as MinuteOfDay,
  cutoffHoursBeforePacking: row.cutoff_hours_before_packing,
  answerHoursAfterCutoff: row.answer_hours_after_cutoff,
})
