import type { Parcel } from './order.ts'

/** 160サイズ×17、140サイズ×1: how many parcels there are of each size, the largest first. */
export const parcelSizes = (parcels: readonly Pick<Parcel, 'sizeClass'>[]): string =>
  [...Map.groupBy(parcels, ({ sizeClass }) => sizeClass)]
    .toSorted(([a], [b]) => b - a)
    .map(([size, of]) => `${size}サイズ×${of.length}`)
    .join('、')
