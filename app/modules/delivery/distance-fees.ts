import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'

/** Up to so many kilometres, the last one included, an order costs this, in yen without tax. */
export type FeeBand = { upToKm: number; feeYen: Yen }

/** Whole kilometres to a municipality (千葉市, 三戸郡新郷村) or to where a postal code begins so. */
export type Distance = { place: string; km: number }

/**
 * What a van costs by distance. The farm states the kilometres itself, for each municipality to which it drives: there are no
 * coordinates of addresses here, and a straight line is not the road.
 */
export type DistanceFees = { bands: readonly FeeBand[]; distances: readonly Distance[] }

/** A place is the beginning of a postal code or a municipality. */
export const placePattern = /^(?:\d{3,7}|\D{1,19}[市区町村郡])$/u
const isPostal = ({ place }: Distance) => /^\d/.test(place)

export const distanceProblems = ['bands_missing', 'distances_missing', 'listed_twice', 'beyond_bands'] as const
export type DistanceProblem = (typeof distanceProblems)[number]

/** Null: the way has one fee. Bands go from near to far. */
export function distanceFeesOf({ bands, distances }: DistanceFees): Result<DistanceFees | null, DistanceProblem> {
  if (bands.length === 0) return distances.length === 0 ? ok(null) : refuse('bands_missing')
  if (distances.length === 0) return refuse('distances_missing')
  const twice = firstTwice(bands.map(({ upToKm }) => `${upToKm}km`)) ?? firstTwice(distances.map(({ place }) => place))
  if (twice) return refuse('listed_twice', { what: twice })
  const sorted = bands.toSorted((a, b) => a.upToKm - b.upToKm)
  const farthest = sorted.at(-1)?.upToKm ?? 0
  const beyond = distances.find(({ km }) => km > farthest)
  if (beyond) return refuse('beyond_bands', { what: distanceText(beyond), farthest })
  return ok({ bands: sorted, distances })
}

const firstTwice = (all: readonly string[]) => all.find((it, at) => all.indexOf(it) !== at)

type Address = { postalCode: string; city: string }

/**
 * The kilometres to an address and their fee; null: the farm has stated none. The beginning of a postal code is more exact
 * than a municipality, and a longer one more exact than a shorter one (千葉市美浜区 than 千葉市).
 */
export function feeTo({ bands, distances }: DistanceFees, address: Address): { km: number; feeYen: Yen } | null {
  const [closest] = distances
    .filter((it) => isIn(it, address))
    .toSorted((a, b) => Number(isPostal(b)) - Number(isPostal(a)) || b.place.length - a.place.length)
  const band = closest && bands.find(({ upToKm }) => closest.km <= upToKm)
  return band ? { km: closest.km, feeYen: band.feeYen } : null
}

/** A village is found with its county and without: 三戸郡新郷村, 新郷村. */
function isIn(distance: Distance, { postalCode, city }: Address): boolean {
  const { place } = distance
  if (isPostal(distance)) return postalCode.replace('-', '').startsWith(place)
  return city.startsWith(place) || city.replace(/^.+?郡/u, '').startsWith(place)
}

/** What a farm types, 「千葉市 8」 in each line; what is neither a place nor kilometres is named. */
export function readDistances(text: string): { ok: true; value: Distance[] } | { ok: false; line: string } {
  const value: Distance[] = []
  for (const typed of text.normalize('NFKC').split(/[\n、,]+/)) {
    const line = typed.trim()
    if (line === '') continue
    const [, place = '', km] = /^〒?(\S+?)\s+(\d{1,3})\s*(?:km|キロ)?$/iu.exec(line) ?? []
    const named = /^[\d-]+$/.test(place) ? place.replaceAll('-', '') : place
    if (!placePattern.test(named)) return { ok: false, line }
    value.push({ place: named, km: Number(km) })
  }
  return { ok: true, value }
}

/** 「千葉市 8km」 */
export const distanceText = (it: Distance): string => `${isPostal(it) ? '〒' : ''}${it.place} ${it.km}km`
