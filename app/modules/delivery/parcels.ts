import type { Temperature } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'

/** 60サイズ … 160サイズ. */
export type SizeClass = 60 | 80 | 100 | 120 | 140 | 160

export const sizeClasses = [60, 80, 100, 120, 140, 160] as const satisfies readonly SizeClass[]

export type SizeLimit = { size: SizeClass; maxCm: number; maxGrams: Grams; maxSizePoints: number }

/**
 * The classes of ヤマト 宅急便, limits included: the larger of length + width + height and weight decides. ヤマト also takes 180
 * and 200; we offer neither (our choice).
 *
 * `maxSizePoints` is our own model of what fits: a unit of a product has points, a box holds points. It is good enough
 * to calculate the freight; the farm packs as it likes.
 */
export const sizeLimits = [
  { size: 60, maxCm: 60, maxGrams: grams(2_000), maxSizePoints: 20 },
  { size: 80, maxCm: 80, maxGrams: grams(5_000), maxSizePoints: 50 },
  { size: 100, maxCm: 100, maxGrams: grams(10_000), maxSizePoints: 100 },
  { size: 120, maxCm: 120, maxGrams: grams(15_000), maxSizePoints: 170 },
  { size: 140, maxCm: 140, maxGrams: grams(20_000), maxSizePoints: 260 },
  { size: 160, maxCm: 160, maxGrams: grams(25_000), maxSizePoints: 380 },
] as const satisfies readonly SizeLimit[]

/** The largest box per temperature. Source: クール宅急便 takes up to 120 cm and 15 kg. */
const largestBox: Readonly<Record<Temperature, SizeLimit>> = {
  ambient: sizeLimits[5],
  chilled: sizeLimits[3],
  frozen: sizeLimits[3],
}

/** The class of a measured box; `cm` is length + width + height. Null when it is too large or too heavy to send. */
export function sizeClassOf(cm: number, weight: Grams, temperature: Temperature = 'ambient'): SizeClass | null {
  const limit = sizeLimits.find((candidate) => cm <= candidate.maxCm && weight <= candidate.maxGrams)
  return limit && limit.size <= largestBox[temperature].size ? limit.size : null
}

/** Units of one order line; points and weight are those of a single unit, its own packaging included. */
export type ParcelItem = {
  lineKey: string
  temperature: Temperature
  sizePoints: number
  grossGrams: Grams
  count: number
  /** Each unit leaves in the carton in which it is sold, and nothing else with it. */
  ownCarton?: boolean
}

export type Parcel = {
  temperature: Temperature
  size: SizeClass
  sizePoints: number
  grossGrams: Grams
  contents: readonly { lineKey: string; count: number }[]
}

/**
 * Packs units into boxes: chilled, frozen and ambient never together, the bulkiest units first, each into the first box
 * with room for it; what has a carton of its own is alone in it. At the end every box becomes the smallest class that holds it. The result does not depend on the
 * order of the list, so sorting a cart never changes its freight.
 *
 * First-fit decreasing is not always the cheapest packing, but it is fast and predictable. Refused as a whole when a
 * single unit fits no box; `lineKeys` names those lines.
 */
export function planParcels(items: readonly ParcelItem[]): Result<Parcel[], 'too_big_to_ship'> {
  const wanted = items.filter((item) => item.count > 0)
  const tooBig = wanted.filter((item) => share(item) > 1).map((item) => item.lineKey)
  if (tooBig.length > 0) return refuse('too_big_to_ship', { lineKeys: [...new Set(tooBig)].sort() })
  return ok(temperatures.flatMap((temperature) => packed(wanted, temperature)))
}

const temperatures = ['ambient', 'chilled', 'frozen'] as const satisfies readonly Temperature[]

type Box = { freePoints: number; freeGrams: number; counts: Map<string, number>; isClosed?: boolean }

/** The share of the largest box that one unit takes, by bulk or by weight, whichever is larger; 1 fills it. */
function share({ temperature, sizePoints, grossGrams }: ParcelItem): number {
  const { maxSizePoints, maxGrams } = largestBox[temperature]
  return Math.max(sizePoints / maxSizePoints, grossGrams / maxGrams)
}

/** A total order up to equal units, so that the result does not depend on the order of the list. */
const bulkiestFirst = (a: ParcelItem, b: ParcelItem): number =>
  share(b) - share(a) ||
  b.sizePoints - a.sizePoints ||
  b.grossGrams - a.grossGrams ||
  Number(a.ownCarton ?? false) - Number(b.ownCarton ?? false) ||
  (a.lineKey < b.lineKey ? -1 : Number(a.lineKey > b.lineKey))

function packed(items: readonly ParcelItem[], temperature: Temperature): Parcel[] {
  const empty = largestBox[temperature]
  const boxes: Box[] = []
  for (const item of items.filter((candidate) => candidate.temperature === temperature).sort(bulkiestFirst)) {
    let left = item.count
    // Equal units are added together: the same result as one by one, but fast for a thousand boxes.
    if (!item.ownCarton) for (const box of boxes) if (!box.isClosed) left -= putIn(box, item, left)
    while (left > 0) {
      const box: Box = { freePoints: empty.maxSizePoints, freeGrams: empty.maxGrams, counts: new Map<string, number>() }
      boxes.push(box)
      left -= putIn(box, item, item.ownCarton ? 1 : left)
      if (item.ownCarton) box.isClosed = true
    }
  }
  return boxes.map((box) => closed(box, temperature))
}

/** Adds as many of the units as fit, and returns how many. */
function putIn(box: Box, item: ParcelItem, wanted: number): number {
  const byBulk = item.sizePoints > 0 ? Math.floor(box.freePoints / item.sizePoints) : wanted
  const byWeight = item.grossGrams > 0 ? Math.floor(box.freeGrams / item.grossGrams) : wanted
  const count = Math.min(wanted, byBulk, byWeight)
  if (count > 0) box.counts.set(item.lineKey, (box.counts.get(item.lineKey) ?? 0) + count)
  box.freePoints -= count * item.sizePoints
  box.freeGrams -= count * item.grossGrams
  return count
}

function closed(box: Box, temperature: Temperature): Parcel {
  const largest = largestBox[temperature]
  const sizePoints = largest.maxSizePoints - box.freePoints
  const grossGrams = grams(largest.maxGrams - box.freeGrams)
  const holds = (limit: SizeLimit) => sizePoints <= limit.maxSizePoints && grossGrams <= limit.maxGrams
  return {
    temperature,
    size: sizeLimits.find(holds)?.size ?? largest.size,
    sizePoints,
    grossGrams,
    contents: [...box.counts].map(([lineKey, count]) => ({ lineKey, count })),
  }
}

/** The heaviest and bulkiest parcel possible at this temperature. */
export const largestParcel = (temperature: Temperature): SizeLimit => largestBox[temperature]
