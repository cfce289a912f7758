import { categories, methods, temperatures } from '#kernel/enums.ts'
import { prefCodes } from '#kernel/place.ts'
import type { Dimension } from '../list-conditions.server.ts'
import { perKgBands } from '../product-facets.ts'
import type { Columns } from './columns.ts'
import { add, dayInJapan, flag, partsOfPlaced, partsOfTraits, placedCodes, traitsCodes } from './totals.ts'

/** What is asked of rows besides their codes. */
export type Asked = {
  /** The place of a month in `season`, from 0 on. */
  month: number
  /** Where each band of harvest days begins, ascending, in days since 2000-01-01; what is older is in none. */
  harvested: readonly number[]
  /** The first moment that is new, in microseconds since 2000-01-01: a midnight in Japan. */
  newSince: number
  /** For each farm by its code, whether it is a favourite. */
  favourites: Uint8Array
  /** For each farm by its code, whether the cart has reached its free freight; null without any. */
  reached: Uint8Array | null
}

/** The filters whose choices are counted. */
export type CountedDimension = Exclude<Dimension, 'perUnit'>

/** How many rows there are of each choice: a number for each code or band, or one number for a yes-or-no question. */
export type Counts = Record<CountedDimension, Int32Array>

/** What is counted row by row; `countsIn` reads the choices from it. */
type Tally = {
  placed: Int32Array
  traits: Int32Array
  item: Int32Array
  farm: Int32Array
  /** From the day before the first band on, which is for all older ones, to the day of the last, which is for all later ones. */
  day: Int32Array
  season: number
  isNew: number
  /** Of farms whose free freight is reached, but that do not say themselves that it is free. */
  reached: number
}

const endsOf = ({ harvested }: Asked) => ({ first: harvested[0] ?? 0, last: harvested.at(-1) ?? 0 })

export function emptyTally({ items, farms }: Columns, asked: Asked): Tally {
  const { first, last } = endsOf(asked)
  return {
    placed: new Int32Array(placedCodes),
    traits: new Int32Array(traitsCodes),
    item: new Int32Array(items.length + 1),
    farm: new Int32Array(farms.ids.length),
    day: new Int32Array(last - first + 2),
    season: 0,
    isNew: 0,
    reached: 0,
  }
}

/** Of all visible rows, from the totals. */
export function tallyOfAll(columns: Columns, asked: Asked): Tally {
  const { totals } = columns
  const tally = emptyTally(columns, asked)
  const farms = tally.farm.length
  tally.placed.set(totals.placed)
  tally.traits.set(totals.traits)
  tally.item.set(totals.item)
  tally.farm.set(totals.farm.subarray(0, farms))
  const place = dayPlace(asked)
  for (const [day, count] of totals.harvestedOn) add(tally.day, place(day), count)
  const newFrom = dayInJapan(asked.newSince)
  for (const [day, count] of totals.listedOn) if (day >= newFrom) tally.isNew += count
  tally.season = totals.season[asked.month] ?? 0
  for (let farm = 0; farm < farms; farm++)
    if (asked.reached?.[farm] === 1) tally.reached += totals.paidFreight[farm] ?? 0
  return tally
}

function dayPlace(asked: Asked) {
  const { first, last } = endsOf(asked)
  return (day: number): number => Math.min(Math.max(day - first + 1, 0), last - first + 1)
}

/** Adds these rows, or takes them away, in one pass and without a branch: what is read of a row is read once. */
export function tallyRows(tally: Tally, columns: Columns, asked: Asked, rows: Uint32Array, by: 1 | -1): void {
  const { placed, traits, item, farm, season, harvestDay, listingDay } = columns
  const { placed: byPlaced, traits: byTraits, item: byItem, farm: byFarm, day: byDay } = tally
  const { month } = asked
  const newFrom = dayInJapan(asked.newSince)
  const { first, last } = endsOf(asked)
  const latest = last - first + 1
  let [inSeason, isNew] = [0, 0]
  for (let nth = 0; nth < rows.length; nth++) {
    const row = rows[nth] ?? 0
    add(byPlaced, placed[row] ?? 0, by)
    add(byTraits, traits[row] ?? 0, by)
    add(byItem, item[row] ?? 0, by)
    add(byFarm, farm[row] ?? 0, by)
    add(byDay, Math.min(Math.max((harvestDay[row] ?? 0) - first + 1, 0), latest), by)
    inSeason += ((season[row] ?? 0) >> month) & 1
    isNew += Number((listingDay[row] ?? 0) >= newFrom)
  }
  tally.season += by * inSeason
  tally.isNew += by * isNew
  if (asked.reached) tally.reached += by * reachedAmong(columns, asked.reached, rows)
}

function reachedAmong({ flags, farm }: Columns, reached: Uint8Array, rows: Uint32Array): number {
  let count = 0
  for (let nth = 0; nth < rows.length; nth++) {
    const row = rows[nth] ?? 0
    count += (reached[farm[row] ?? 0] ?? 0) & Number(((flags[row] ?? 0) & flag.freightFree) === 0)
  }
  return count
}

const columnFor = {
  category: 'placed',
  place: 'placed',
  method: 'traits',
  temperature: 'traits',
  perKg: 'traits',
  weighed: 'traits',
  item: 'item',
  farm: 'farm',
  favourites: 'farm',
} as const
const hasColumn = (dimension: CountedDimension): dimension is keyof typeof columnFor => dimension in columnFor

/** The same for the choices of one dimension; the counts of others have no meaning then. */
export function tallyFor(
  dimension: CountedDimension,
  tally: Tally,
  columns: Columns,
  asked: Asked,
  rows: Uint32Array,
  by: 1 | -1,
): void {
  if (!hasColumn(dimension)) {
    tallyRows(tally, columns, asked, rows, by)
    return
  }
  const name = columnFor[dimension]
  const [into, column] = [tally[name], columns[name]]
  for (let nth = 0; nth < rows.length; nth++) add(into, column[rows[nth] ?? 0] ?? 0, by)
}

export function countsIn(tally: Tally, { favourites, harvested }: Asked): Counts {
  const counts: Counts = {
    category: new Int32Array(categories.length + 1),
    place: new Int32Array(prefCodes.length + 1),
    method: new Int32Array(methods.length + 1),
    temperature: new Int32Array(temperatures.length + 1),
    // the first is for what has no weight
    perKg: new Int32Array(perKgBands.length + 1),
    item: tally.item,
    farm: tally.farm,
    fresh: new Int32Array(harvested.length),
    season: Int32Array.of(tally.season),
    isNew: Int32Array.of(tally.isNew),
    favourites: new Int32Array(1),
    freight: Int32Array.of(tally.reached),
    weighed: new Int32Array(1),
  }
  for (const [code, count] of tally.placed.entries()) {
    const { place, category } = partsOfPlaced(code)
    add(counts.place, place, count)
    add(counts.category, category, count)
  }
  for (const [code, count] of tally.traits.entries()) {
    const { method, temperature, band, isWeighed, isFreightFree } = partsOfTraits(code)
    add(counts.method, method, count)
    add(counts.temperature, temperature, count)
    add(counts.perKg, band, count)
    add(counts.weighed, 0, isWeighed * count)
    add(counts.freight, 0, isFreightFree * count)
  }
  for (const [farm, count] of tally.farm.entries()) add(counts.favourites, 0, (favourites[farm] ?? 0) * count)
  const [first = 0] = harvested
  for (const [band, start] of harvested.entries()) {
    const end = harvested[band + 1]
    const days = tally.day.subarray(start - first + 1, end === undefined ? undefined : end - first + 1)
    counts.fresh[band] = days.reduce((sum, count) => sum + count, 0)
  }
  return counts
}
