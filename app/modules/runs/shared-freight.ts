import { sumYen, type Yen, yen } from '#kernel/yen.ts'

/** What a run charges, in yen without tax: for each box or each size point, and at least the minimum. */
export type RunPrice = { priceBy: 'box' | 'point'; unitYen: Yen; minimumYen: Yen }

/** What one order puts on the van. */
export type RunLoad = { points: number; boxes: number }

/** `key`: of an order, or of a farm whose order is not placed yet. */
export type Rider = RunLoad & { key: string }

/** What one kitchen pays for all that arrives by the run on one day. Nothing to carry costs nothing. */
export function wholeFreight({ priceBy, unitYen, minimumYen }: RunPrice, loads: readonly RunLoad[]): Yen {
  const units = loads.reduce((sum, load) => sum + (priceBy === 'box' ? load.boxes : load.points), 0)
  return units === 0 ? yen(0) : yen(Math.max(minimumYen, units * unitYen))
}

/**
 * Divides an amount by size points to the yen, by the largest remainder: the sum is the amount, and the result does not
 * depend on the order of the list. Where nothing has points, the parts are equal.
 */
export function splitByPoints(whole: Yen, riders: readonly Rider[]): Map<string, Yen> {
  const points = riders.reduce((sum, rider) => sum + rider.points, 0)
  const weightOf = ({ points: own }: Rider) => (points === 0 ? 1 : own)
  const total = points === 0 ? riders.length : points
  const parts = riders.map((rider) => {
    const exact = whole * weightOf(rider)
    return { key: rider.key, least: Math.floor(exact / total), rest: exact % total }
  })
  const missing = whole - parts.reduce((sum, { least }) => sum + least, 0)
  const larger = parts.toSorted((a, b) => b.rest - a.rest || (a.key < b.key ? -1 : 1)).slice(0, missing)
  return new Map(parts.map((part) => [part.key, yen(part.least + (larger.includes(part) ? 1 : 0))]))
}

/** An order that rides already: what it was told counts as the most that it pays. `fixed`: its slip is made. */
export type Agreed = Rider & { yen: Yen; fixed: boolean }

/**
 * The freight of each order of a kitchen and day, after others are added: all together pay the freight of the whole,
 * divided by size points. What was agreed before falls or stays, and never rises; what is left is divided among those
 * who are new. Leaving raises no other order's freight either.
 */
export function shareFreight(
  price: RunPrice,
  before: readonly Agreed[],
  added: readonly Rider[],
): { before: Map<string, Yen>; added: Map<string, Yen>; wholeYen: Yen } {
  const wholeYen = wholeFreight(price, [...before, ...added])
  const equal = splitByPoints(wholeYen, [...before, ...added])
  const kept = new Map(
    before.map(({ key, yen: agreed, fixed }) => [
      key,
      fixed ? agreed : yen(Math.min(agreed, equal.get(key) ?? agreed)),
    ]),
  )
  const left = yen(Math.max(0, wholeYen - sumYen([...kept.values()])))
  return { before: kept, added: added.length === 0 ? new Map() : splitByPoints(left, added), wholeYen }
}
