import { sumYen, type Yen } from '#kernel/yen.ts'
import type { FreightLine } from '#modules/delivery/freight.ts'

/** Parcels of one size and temperature that cost the same, with or without cooling. */
export type ParcelGroup = Pick<FreightLine, 'size' | 'temperature'> & { count: number; eachYen: Yen }

/** A long order as a few lines, the largest parcels first; all of it adds up to the freight. */
export function groupedParcels(parcels: readonly FreightLine[]): ParcelGroup[] {
  const eachYen = ({ freightYen, coolYen }: FreightLine) => sumYen([freightYen, coolYen])
  const alike = (parcel: FreightLine) => `${parcel.temperature} ${parcel.size} ${eachYen(parcel)}`
  return [...Map.groupBy(parcels, alike).values()]
    .flatMap((of): ParcelGroup[] => {
      const [first] = of
      if (!first) return []
      return [{ size: first.size, temperature: first.temperature, count: of.length, eachYen: eachYen(first) }]
    })
    .toSorted((a, b) => b.size - a.size)
}
