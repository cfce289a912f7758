import { prefectures } from '#kernel/place.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'

/** Up to so many kilometres, the last one included, an order costs this, in yen without tax. */
export type FeeBand = { upToKm: number; feeYen: Yen }

/** Whole kilometres to a municipality (千葉市, 三戸郡新郷村, 広島県府中市), a county, or to where a postal code begins so. */
export type Distance = { place: string; km: number }

/**
 * What a van costs by distance. The farm states the kilometres itself, for each municipality to which it drives: there are no
 * coordinates of addresses here, and a straight line is not the road.
 */
export type DistanceFees = { bands: readonly FeeBand[]; distances: readonly Distance[] }

/** A place is the beginning of a postal code or a municipality, before which its prefecture may stand. */
export const placePattern = /^(?:\d{3,7}|\D{1,19}[市区町村郡])$/u
const isPostal = ({ place }: Distance) => /^\d/.test(place)

export const distanceProblems = [
  'bands_missing',
  'distances_missing',
  'band_twice',
  'listed_twice',
  'beyond_bands',
] as const
export type DistanceProblem = (typeof distanceProblems)[number]

/** Null: the way has one fee. Bands go from near to far. */
export function distanceFeesOf({ bands, distances }: DistanceFees): Result<DistanceFees | null, DistanceProblem> {
  if (bands.length === 0) return distances.length === 0 ? ok(null) : refuse('bands_missing')
  if (distances.length === 0) return refuse('distances_missing')
  const bandTwice = firstTwice(bands.map(({ upToKm }) => `${upToKm}km`))
  if (bandTwice) return refuse('band_twice', { what: bandTwice })
  const twice = firstTwice(distances.map(({ place }) => place))
  if (twice) return refuse('listed_twice', { what: twice })
  const sorted = bands.toSorted((a, b) => a.upToKm - b.upToKm)
  const farthest = sorted.at(-1)?.upToKm ?? 0
  const beyond = distances.find(({ km }) => km > farthest)
  if (beyond) return refuse('beyond_bands', { what: distanceText(beyond), farthest })
  return ok({ bands: sorted, distances })
}

const firstTwice = (all: readonly string[]) => all.find((it, at) => all.indexOf(it) !== at)

type Address = { prefectureCode: string; postalCode: string; city: string }

/**
 * The kilometres to an address and their fee; null: the farm has stated none. The beginning of a postal code is more exact
 * than a municipality and a longer one more exact than a shorter one; a ward is more exact than its city, a village than its
 * county, and a name with its prefecture than the name alone.
 */
export function feeTo({ bands, distances }: DistanceFees, address: Address): { km: number; feeYen: Yen } | null {
  const [closest] = distances
    .map((it) => ({ ...it, exact: exactness(it, address) }))
    .filter(({ exact }) => exact > 0)
    .toSorted((a, b) => b.exact - a.exact)
  const band = closest && bands.find(({ upToKm }) => closest.km <= upToKm)
  return band ? { km: closest.km, feeYen: band.feeYen } : null
}

/** How exactly a place means an address; 0: it does not. Names are compared as a whole: 大町 is not 大町市. */
function exactness(distance: Distance, { prefectureCode, postalCode, city }: Address): number {
  const { place } = distance
  if (isPostal(distance)) return postalCode.replace('-', '').startsWith(place) ? 10 + place.length : 0
  const prefecture = prefectures.find(({ name }) => place.startsWith(name))
  if (prefecture && prefecture.code !== prefectureCode) return 0
  const wanted = place.slice(prefecture?.name.length ?? 0)
  const level = [countyOf(city), cityOfWard(city), withoutCounty(city), city].lastIndexOf(wanted) + 1
  return level === 0 ? 0 : 2 * level + (prefecture ? 1 : 0)
}

/** 三戸郡新郷村 is in 三戸郡, and is also called 新郷村; 千葉市美浜区 is in 千葉市. The names of cities may contain 郡. */
const inCounty = /^(.+?郡)(.+[町村])$/u
const countyOf = (city: string) => inCounty.exec(city)?.[1]
const withoutCounty = (city: string) => inCounty.exec(city)?.[2]
const cityOfWard = (city: string) => /^(.+市).+区$/u.exec(city)?.[1]

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
