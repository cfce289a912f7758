import type { Temperature } from '#kernel/enums.ts'
import type { Zone } from '#kernel/place.ts'
import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import type { Parcel, SizeClass } from './parcels.ts'

/** What a parcel costs, in yen without tax. */
export type FreightTable = {
  sameZoneYen: Readonly<Record<SizeClass, Yen>>
  perExtraLeadDayYen: Yen
  /** クール代, on top; null where cool parcels do not exist */
  coolYen: Readonly<Record<SizeClass, Yen | null>>
}

/**
 * The platform's default table, for farms that have none of their own.
 *
 * These are INVENTED figures for the demonstration. Real contract rates differ by shipper, so every
 * farm or the operator owns its table.
 */
export const demoFreightTable: FreightTable = {
  sameZoneYen: { 60: yen(800), 80: yen(1_000), 100: yen(1_250), 120: yen(1_500), 140: yen(1_800), 160: yen(2_100) },
  perExtraLeadDayYen: yen(100),
  coolYen: { 60: yen(250), 80: yen(300), 100: yen(400), 120: yen(650), 140: null, 160: null },
}

export type FreightLine = { size: SizeClass; temperature: Temperature; freightYen: Yen; coolYen: Yen }

/**
 * Freight of one farm's parcels to one kitchen, a line per parcel, in yen without tax. Inside a zone the base price;
 * between zones it includes the first lead day, and every further one costs extra.
 *
 * Freight charged separately is taxed at the standard rate (10 %), also for food (see billing).
 */
export function freightOf(
  parcels: readonly Pick<Parcel, 'size' | 'temperature'>[],
  lane: { from: Zone; to: Zone; lead: number },
  table: FreightTable = demoFreightTable,
): { lines: FreightLine[]; totalYen: Yen } {
  const extraDays = lane.from === lane.to ? 0 : Math.max(0, lane.lead - 1)
  const lines = parcels.map(({ size, temperature }) => ({
    size,
    temperature,
    freightYen: yen(table.sameZoneYen[size] + extraDays * table.perExtraLeadDayYen),
    coolYen: temperature === 'ambient' ? zeroYen : coolYenOf(size, table),
  }))
  return { lines, totalYen: sumYen(lines.flatMap((line) => [line.freightYen, line.coolYen])) }
}

function coolYenOf(size: SizeClass, table: FreightTable): Yen {
  const coolYen = table.coolYen[size]
  if (coolYen === null) throw new RangeError(`no cool parcel of size ${size}`)
  return coolYen
}

/**
 * Free freight (送料無料) from a subtotal on. Products are counted without tax and per farm, as every farm sends its own
 * parcels; the cool fee is then free as well. Our choice.
 *
 * `missingYen` is how much more to order to reach it: 0 when reached, null when the farm has no such offer.
 */
export function withFreeThreshold(
  totalYen: Yen,
  goodsYen: Yen,
  freeFromYen: Yen | null,
): { freightYen: Yen; missingYen: Yen | null } {
  if (freeFromYen === null) return { freightYen: totalYen, missingYen: null }
  if (goodsYen >= freeFromYen) return { freightYen: zeroYen, missingYen: zeroYen }
  return { freightYen: totalYen, missingYen: yen(freeFromYen - goodsYen) }
}
