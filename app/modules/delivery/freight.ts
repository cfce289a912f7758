import type { Temperature } from '#kernel/enums.ts'
import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { freightSizes, type LaneRates, type SizeYen } from './freight-rates.ts'
import type { Parcel, SizeClass } from './parcels.ts'

export type FreightLine = { size: SizeClass; temperature: Temperature; freightYen: Yen; coolYen: Yen }

/**
 * Freight of one farm's parcels to one kitchen, a line per parcel, in yen without tax, by the table that is in force on
 * the ship day (freight-rates.ts). What an island costs more is part of the freight of each parcel.
 *
 * Freight charged separately is taxed at the standard rate (10 %), also for food (see billing).
 */
export function freightOf(
  parcels: readonly Pick<Parcel, 'size' | 'temperature'>[],
  rates: LaneRates,
): { lines: FreightLine[]; totalYen: Yen } {
  const lines = parcels.map(({ size, temperature }) => ({
    size,
    temperature,
    freightYen: sumYen([yenAt(rates.lane.yen, size), rates.island ? yenAt(rates.island.yen, size) : zeroYen]),
    coolYen: temperature === 'ambient' ? zeroYen : yenAt(rates[temperature], size),
  }))
  return { lines, totalYen: sumYen(lines.flatMap((line) => [line.freightYen, line.coolYen])) }
}

function yenAt(row: SizeYen, size: SizeClass): Yen {
  const found = row[freightSizes.indexOf(size)]
  if (found === null || found === undefined) throw new RangeError(`no cool parcel of size ${size}`)
  return found
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
