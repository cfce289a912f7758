import { type PrefCode, prefectures } from '#kernel/place.ts'

/** Degrees north and east of the capitals of the 47 prefectures, to a tenth: precise enough to say what is nearer. */
// biome-ignore format: a table of four to a line
const seats: Readonly<Record<PrefCode, readonly [north: number, east: number]>> = {
  '01': [43.1, 141.3], '02': [40.8, 140.7], '03': [39.7, 141.2], '04': [38.3, 140.9],
  '05': [39.7, 140.1], '06': [38.2, 140.4], '07': [37.8, 140.5], '08': [36.3, 140.4],
  '09': [36.6, 139.9], '10': [36.4, 139.1], '11': [35.9, 139.6], '12': [35.6, 140.1],
  '13': [35.7, 139.7], '14': [35.4, 139.6], '15': [37.9, 139.0], '16': [36.7, 137.2],
  '17': [36.6, 136.6], '18': [36.1, 136.2], '19': [35.7, 138.6], '20': [36.7, 138.2],
  '21': [35.4, 136.7], '22': [35.0, 138.4], '23': [35.2, 136.9], '24': [34.7, 136.5],
  '25': [35.0, 135.9], '26': [35.0, 135.8], '27': [34.7, 135.5], '28': [34.7, 135.2],
  '29': [34.7, 135.8], '30': [34.2, 135.2], '31': [35.5, 134.2], '32': [35.5, 133.1],
  '33': [34.7, 133.9], '34': [34.4, 132.5], '35': [34.2, 131.5], '36': [34.1, 134.6],
  '37': [34.3, 134.0], '38': [33.8, 132.8], '39': [33.6, 133.5], '40': [33.6, 130.4],
  '41': [33.2, 130.3], '42': [32.7, 129.9], '43': [32.8, 130.7], '44': [33.2, 131.6],
  '45': [31.9, 131.4], '46': [31.6, 130.6], '47': [26.2, 127.7],
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres between the capitals in a straight line, whole. */
export function kilometresBetween(from: PrefCode, to: PrefCode): number {
  const [[north, east], [otherNorth, otherEast]] = [seats[from], seats[to]]
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const a = half(north, otherNorth) + Math.cos(radians(north)) * Math.cos(radians(otherNorth)) * half(east, otherEast)
  return Math.round(2 * 6371 * Math.asin(Math.sqrt(a)))
}

/** All 47, nearest first, starting with itself. */
export const nearestFirst = (from: PrefCode): PrefCode[] =>
  prefectures
    .map(({ code }) => code)
    .toSorted((a, b) => kilometresBetween(from, a) - kilometresBetween(from, b) || (a < b ? -1 : 1))
