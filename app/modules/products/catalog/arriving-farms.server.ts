import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Temperature } from '#kernel/enums.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import {
  defaultMaxHeldDays,
  deliveryDay,
  type KitchenCalendar,
  type ShippingPolicy,
  type Vacation,
} from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { policyColumns, policyOf, vacationsOf } from './shipping-rules.server.ts'

export type Destination = { zone: Zone; calendar: KitchenCalendar }

type ShippingFarm = {
  id: FarmId
  seq: number
  zone: Zone
  policy: ShippingPolicy
  vacations: readonly Vacation[]
}

/** How a parcel travels; the four combinations can give different days. */
export type Way = { temperature: 'ambient' | 'cool'; airAllowed: boolean }
const temperatures = ['ambient', 'cool'] as const

/** `bits`: the same farms for the database, one bit each by their number; 250 bytes for 2,000. */
type ArrivingFarms = { ids: readonly FarmId[]; bits: Buffer }
type Arriving = ReadonlyMap<Way, ArrivingFarms>

/** What is kept of a delivery day ends when any farm changes: its rules, its holidays, whether it sells at all. */
export const endedByFarms = {
  tag: 'farm',
  tagIn: (payload: string): string => (payload.startsWith('farm:') ? 'farm' : payload),
}

/** It ends with the minute, too: a cut-off is a whole minute, and that moment itself is still in time. */
export const minuteOf = ({ now }: Pick<Ctx, 'now'>): number => Math.ceil(now.getTime() / 60_000)

const kept = keptRows<Arriving>({
  channel: 'catalogue',
  all: 'everything',
  tagIn: endedByFarms.tagIn,
  tagsOf: () => [endedByFarms.tag],
  most: 200,
})

/** For each way of travelling, the farms that can deliver to the destination on that day: kept for all with the same calendar. */
export const farmsArrivingOn = (ctx: Ctx, to: Destination, day: JstDate): Promise<Arriving> =>
  kept.one(ctx.db, keyOf(ctx, to, day), () => reckon(ctx, to, day))

const keyOf = (ctx: Ctx, { zone, calendar }: Destination, day: JstDate): string =>
  [
    zone,
    calendar.receivingWeekdays.toSorted().join(''),
    [...calendar.closedDays].sort().join(','),
    day,
    minuteOf(ctx),
  ].join(' ')

async function reckon(ctx: Ctx, to: Destination, day: JstDate): Promise<Arriving> {
  const farms = await shippingFarms(ctx)
  return new Map(temperatures.flatMap((temperature) => byAirAndWithout(farms, to, day, ctx.now, temperature)))
}

/** Whether products may fly matters only to or from Okinawa: for all other farms one result serves both. */
function byAirAndWithout(
  farms: readonly ShippingFarm[],
  to: Destination,
  day: JstDate,
  now: Date,
  temperature: Way['temperature'],
): [Way, ArrivingFarms][] {
  const byAir: Way = { temperature, airAllowed: true }
  const bySea: Way = { temperature, airAllowed: false }
  const flying = farms.filter((farm) => arrives(farm, to, day, now, byAir))
  const crossing = (farm: ShippingFarm) => (farm.zone === 'okinawa') !== (to.zone === 'okinawa')
  const sailing = [
    ...flying.filter((farm) => !crossing(farm)),
    ...farms.filter((farm) => crossing(farm) && arrives(farm, to, day, now, bySea)),
  ]
  return [
    [byAir, together(flying)],
    [bySea, together(sailing)],
  ]
}

function together(farms: readonly ShippingFarm[]): ArrivingFarms {
  const bits = Buffer.alloc(1 + (Math.max(0, ...farms.map(({ seq }) => seq)) >> 3))
  for (const { seq } of farms) bits[seq >> 3] = (bits[seq >> 3] ?? 0) | (1 << (seq & 7))
  return { ids: farms.map(({ id }) => id), bits }
}

/** The farms of these ways, for a statement: of 2,000 farms their ids would be 75 kB for each way. */
export const theseFarms = (farms: readonly ArrivingFarms[]): RawBuilder<unknown> => sql`(
  select f.id from farms f where ${sql.join(
    farms.map(
      ({ bits }) =>
        sql`case when f.seq < ${sql.lit(8 * bits.length)} then get_bit(${bits}::bytea, f.seq) = 1 else false end`,
    ),
    sql` or `,
  )})`

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

/** The approved farms with their shipping rules; two queries. */
async function shippingFarms(ctx: Ctx): Promise<ShippingFarm[]> {
  const rows = await ctx.db
    .selectFrom('farms')
    .select(['id', 'seq', 'prefectureCode', ...policyColumns])
    .where(isPublicFarm('farms'))
    .execute()
  const vacations = await vacationsOf(ctx, 'all')
  return rows.flatMap((row) => {
    const pref = parsePrefCode(row.prefectureCode)
    return pref
      ? [
          {
            id: row.id,
            seq: row.seq,
            zone: zoneOf(pref),
            policy: policyOf(row),
            vacations: vacations.get(row.id) ?? [],
          },
        ]
      : []
  })
}
