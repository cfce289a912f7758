import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { SizeClass } from './parcels.ts'

/** The sizes of a freight table, in the order of its columns. */
export const freightSizes = [60, 80, 100, 120, 140, 160] as const satisfies readonly SizeClass[]

/** The kinds of rows of a freight table: a way, what cool parcels cost more, what an island costs more. */
export const freightRowKinds = ['lane', 'chilled', 'frozen', 'island'] as const
export type FreightRowKind = (typeof freightRowKinds)[number]

/** Yen without tax by size, in the order of `freightSizes`; null: the carrier does not take that size. */
export type SizeYen = readonly (Yen | null)[]

/** What one freight table says about one way, from a farm to a kitchen. */
export type LaneRates = {
  tableId: string
  carrier: string
  /** The farm's own table; otherwise that of the platform. */
  own: boolean
  number: number
  validFrom: JstDate
  createdAt: Date
  isDemo: boolean
  /** The row that holds: of the prefecture if it has one, else of the zone. */
  lane: { origin: string; destination: string; yen: SizeYen }
  chilled: SizeYen
  frozen: SizeYen
  /** On top, for a kitchen on an island. */
  island: { destination: string; yen: SizeYen } | null
}

/** The tables that a farm's parcels to one kitchen can be charged by, and the carriers that it has chosen. */
export type FarmFreight = {
  tables: readonly LaneRates[]
  carriers: readonly { carrier: string; chosenAt: Date }[]
}

/** The carrier of a farm that has chosen none. */
export const usualCarrier = 'yamato'

/** The carrier that a farm had chosen by then. */
export function carrierAt(carriers: FarmFreight['carriers'], at: Date | null): string {
  const chosen = carriers
    .filter(({ chosenAt }) => at === null || chosenAt <= at)
    .toSorted((a, b) => b.chosenAt.getTime() - a.chosenAt.getTime())
  return chosen[0]?.carrier ?? usualCarrier
}

/**
 * The table by which a parcel that leaves on this day is charged: the farm's own one of its carrier, else the platform's;
 * of several the one with the latest day, and of one day the latest made. Null: none is in force.
 *
 * `agreedAt`: of an order that was agreed then, so that a table made later does not change what was agreed.
 */
export function ratesOn(freight: FarmFreight, shipOn: JstDate, agreedAt: Date | null = null): LaneRates | null {
  const carrier = carrierAt(freight.carriers, agreedAt)
  const inForce = freight.tables
    .filter((table) => table.carrier === carrier && table.validFrom <= shipOn)
    .toSorted(
      (a, b) =>
        Number(b.own) - Number(a.own) ||
        (a.validFrom < b.validFrom ? 1 : a.validFrom > b.validFrom ? -1 : b.number - a.number),
    )
  const known = agreedAt && inForce.find(({ createdAt }) => createdAt <= agreedAt)
  return known ?? inForce[0] ?? null
}
