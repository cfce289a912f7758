import type { Temperature } from '#kernel/enums.ts'
import type { DeliveryWayId } from '#kernel/ids.ts'
import type { Weekday } from '#kernel/jst.ts'
import { sumYen, type Yen, zeroYen } from '#kernel/yen.ts'
import type { DayQuestion } from './delivery-days.ts'
import { type DistanceFees, feeTo } from './distance-fees.ts'
import { type FreightLine, freightOf } from './freight.ts'
import type { LaneRates } from './freight-rates.ts'
import type { Parcel } from './parcels.ts'

/** The ways besides the parcels of a carrier, which every farm has. None of them has tracking numbers. */
export const wayKinds = ['own_van', 'pickup', 'market'] as const
export type WayKind = (typeof wayKinds)[number]

/** By what an order may come besides parcels of its own: `shared` in the box of a group buy (共同購入). */
export type OrderWayKind = WayKind | 'shared'

/** How a farm's goods reach kitchens, as the farm declared it. */
export type DeliveryWay = {
  id: DeliveryWayId
  kind: OrderWayKind
  name: string
  /** Codes of prefectures (JIS X 0401); empty: everywhere. */
  prefectures: readonly string[]
  /** Beginnings of postal codes within them; empty: all. */
  postalCodes: readonly string[]
  /** On which it leaves the farm. */
  weekdays: readonly Weekday[]
  temperatures: readonly Temperature[]
  /** Without tax: of an order; of a market's freight, of each box. */
  feeYen: Yen
  /** Of an own van, instead of one fee; null: `feeYen` everywhere. With it, `feeYen` is the least of the bands. */
  distanceFees: DistanceFees | null
  /** To the kitchen for which the fee was found by distance, as the farm states it. */
  km?: number
  /** Free from this amount of goods, without tax; null: never. */
  freeFromYen: Yen | null
  /** Days from leaving to arriving, at the kitchen or where goods are fetched. */
  leadDays: number
  /** Hours before packing until which a restaurant may order; null: as for the farm's parcels. */
  cutoffHours: number | null
  /** The time of day as the farm says it: 「10:00〜12:00」; may be empty. */
  hours: string
  /** Where goods are fetched; empty for the other kinds. */
  place: string
  /** Of a box that kitchens share: the parcels in which all of it leaves, for the order that is sent with their numbers. */
  boxes?: readonly Pick<Parcel, 'size' | 'temperature'>[]
}

/** What an order keeps of its way, as agreed when it was placed. */
export type OrderWay = Pick<
  DeliveryWay,
  'id' | 'kind' | 'name' | 'feeYen' | 'km' | 'freeFromYen' | 'hours' | 'place'
> & {
  /** Its parcels leave with tracking numbers; absent: they do not. */
  tracked?: true
}

export const orderWay = ({ id, kind, name, feeYen, km, freeFromYen, hours, place, boxes }: DeliveryWay): OrderWay => ({
  id,
  kind,
  name,
  feeYen,
  ...(km !== undefined && { km }),
  freeFromYen,
  hours,
  place,
  ...(boxes && { tracked: true as const }),
})

/** Where goods are delivered, as far as a way depends on it. */
export type WayPlace = { prefectureCode: string; postalCode: string; city: string }

/** The ways that go to this place with goods of these temperatures, each with its fee there. */
export const waysTo = (ways: readonly DeliveryWay[], place: WayPlace, temperatures: readonly Temperature[]) =>
  ways.flatMap((way): DeliveryWay[] => {
    if (!isInArea(way, place) || !temperatures.every((it) => way.temperatures.includes(it))) return []
    if (!way.distanceFees) return [way]
    const found = feeTo(way.distanceFees, place)
    return found ? [{ ...way, ...found, distanceFees: null }] : []
  })

function isInArea({ prefectures, postalCodes }: DeliveryWay, place: WayPlace): boolean {
  const postalCode = place.postalCode.replace('-', '')
  return (
    (prefectures.length === 0 || prefectures.includes(place.prefectureCode)) &&
    (postalCodes.length === 0 || postalCodes.some((begins) => postalCode.startsWith(begins)))
  )
}

/**
 * The question of the day engine for a way: its own days, lead and cutoff; the farm's vacations and holidays hold for it
 * too. Nothing is held on the road: what leaves arrives after the lead days.
 */
export function askedByWay<Q extends DayQuestion>(question: Q, way: DeliveryWay | null): Q {
  if (!way) return question
  const { policy } = question
  return {
    ...question,
    lead: way.leadDays,
    maxHeldDays: 0,
    policy: {
      ...policy,
      shipWeekdays: way.weekdays,
      cutoffHoursBeforePacking: way.cutoffHours ?? policy.cutoffHoursBeforePacking,
    },
  }
}

/** By what an order is charged: its way if it has one, else the freight table of its parcels; null: none is in force. */
export type FreightTerms = { way: Pick<OrderWay, 'kind' | 'feeYen'> | null; rates: LaneRates | null }

/**
 * Freight by the way, in yen without tax: of a market each box, otherwise once for the order, charged on its first
 * box. Cool goods cost no more. Null: there is neither a way nor a table.
 */
export function freightBy(
  parcels: readonly Pick<Parcel, 'size' | 'temperature'>[],
  { way, rates }: FreightTerms,
): { lines: FreightLine[]; totalYen: Yen } | null {
  if (!way) return rates && freightOf(parcels, rates)
  const lines = parcels.map(({ size, temperature }, index) => ({
    size,
    temperature,
    freightYen: way.kind === 'market' || index === 0 ? way.feeYen : zeroYen,
    coolYen: zeroYen,
  }))
  return { lines, totalYen: sumYen(lines.map(({ freightYen }) => freightYen)) }
}
