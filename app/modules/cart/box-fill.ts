import type { Temperature } from '#kernel/enums.ts'
import { type Parcel, type ParcelItem, planParcels, sizeLimits } from '#modules/delivery/parcels.ts'
import type { ShownFarm } from './shown-cart.ts'

/**
 * How full the boxes of one farm are: by bulk or by weight, whichever is more, for the size that they will be sent in.
 */
export type BoxFill = {
  size: Parcel['size']
  temperature: Temperature
  grossGrams: number
  maxGrams: number
  /** Whole percent of the size that it will be sent in. */
  percent: number
}

/** The boxes as they would be packed now; empty if nothing is in the cart or something fits no box. */
export function boxFills({ lines }: Pick<ShownFarm, 'lines'>): BoxFill[] {
  const plan = planParcels(
    lines.map(
      (line): ParcelItem => ({
        lineKey: line.productId,
        temperature: line.temperature,
        sizePoints: line.sizePoints,
        grossGrams: line.grossGrams,
        ownCarton: line.ownCarton,
        count: line.qty,
      }),
    ),
  )
  if (!plan.ok) return []
  return plan.value.flatMap(({ size, temperature, sizePoints, grossGrams }) => {
    const limit = sizeLimits.find((known) => known.size === size)
    if (!limit) return []
    const share = Math.max(sizePoints / limit.maxSizePoints, grossGrams / limit.maxGrams)
    return [
      { size, temperature, grossGrams, maxGrams: limit.maxGrams, percent: Math.min(100, Math.round(share * 100)) },
    ]
  })
}
