import type { Category, Method, Temperature } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { PrefCode } from '#kernel/place.ts'

type Counts<Word extends string> = Partial<Record<Word, number>>

/** How many products each further choice leaves, counted without the restriction that it would replace. */
export type Facets = {
  category: Counts<Category>
  /** The kinds of food, largest first; at most 40. */
  item: { key: string; name: string; count: number }[]
  place: Counts<PrefCode>
  method: Counts<Method>
  temperature: Counts<Temperature>
  /** The farms, largest first; at most 20. */
  farm: { id: FarmId; name: string; count: number }[]
  /** Harvested within this many days, today included: 1, 2, 3, 7. */
  fresh: Counts<'1' | '2' | '3' | '7'>
  season: number
  favourites: number
  freight: number
  weighed: number
  isNew: number
  /** By ranges of yen per kilogram; null for viewers who may not see prices. */
  perKg: number[] | null
}

/** Where the ranges of yen per kilogram begin, without tax; each ends where the next begins. */
export const perKgBands = [0, 300, 600, 1_000, 2_000, 5_000] as const

/** The last yen of a range, or null if it is open-ended. */
export const endOfBand = (index: number): number | null => {
  const next = perKgBands[index + 1]
  return next === undefined ? null : next - 1
}
