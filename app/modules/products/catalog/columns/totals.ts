import { categories, methods, temperatures } from '#kernel/enums.ts'
import { prefCodes } from '#kernel/place.ts'
import { perKgBands } from '../product-facets.ts'

export const flag = { visible: 1, inStock: 2, airAllowed: 4, catchWeight: 8, freightFree: 16 } as const

/** What rows are counted by, one typed array a column. */
export type CountedColumns = {
  flags: Uint8Array
  category: Uint8Array
  /** 0: not one of the curated kinds of food. */
  item: Uint16Array
  place: Uint8Array
  method: Uint8Array
  temperature: Uint8Array
  /** A bit for each month. */
  season: Uint16Array
  farm: Uint32Array
  /** -1: it has no weight. */
  yenPerKg: Int32Array
  /** Days since 2000-01-01. */
  harvestedOn: Int32Array
  /** Microseconds since 2000-01-01 in UTC. */
  listedAt: Float64Array
  /** Place and category in one number, which is counted in one step (`placedCode`). */
  placed: Uint16Array
  /** Method, temperature, price per kilogram and two flags in one number (`traitsCode`). */
  traits: Uint16Array
  /** The days of `harvestedOn` and `listedAt` in Japan, in less memory, which is what counting takes most of its time to read. */
  harvestDay: Uint16Array
  listingDay: Uint16Array
}

const [categoryCodes, methodCodes, temperatureCodes] = [
  categories.length + 1,
  methods.length + 1,
  temperatures.length + 1,
]
const bandCodes = perKgBands.length + 1

const placedCode = (place: number, category: number): number => place * categoryCodes + category
export const placedCodes = (prefCodes.length + 1) * categoryCodes

type Traits = { method: number; temperature: number; band: number; isWeighed: number; isFreightFree: number }

const traitsCode = ({ method, temperature, band, isWeighed, isFreightFree }: Traits): number =>
  (((method * temperatureCodes + temperature) * bandCodes + band) * 2 + isWeighed) * 2 + isFreightFree
export const traitsCodes = methodCodes * temperatureCodes * bandCodes * 4

export const partsOfPlaced = (code: number) => ({
  place: Math.floor(code / categoryCodes),
  category: code % categoryCodes,
})

export function partsOfTraits(code: number): Traits {
  const band = code >> 2
  const temperature = Math.floor(band / bandCodes)
  return {
    method: Math.floor(temperature / temperatureCodes),
    temperature: temperature % temperatureCodes,
    band: band % bandCodes,
    isWeighed: (code >> 1) & 1,
    isFreightFree: code & 1,
  }
}

/** Writes the columns of a row that follow from its others. */
export function combine(columns: CountedColumns, row: number): void {
  const flags = columns.flags[row] ?? 0
  columns.placed[row] = placedCode(columns.place[row] ?? 0, columns.category[row] ?? 0)
  columns.traits[row] = traitsCode({
    method: columns.method[row] ?? 0,
    temperature: columns.temperature[row] ?? 0,
    band: bandOf(perKgBands, columns.yenPerKg[row] ?? -1),
    isWeighed: Number((flags & flag.catchWeight) !== 0),
    isFreightFree: Number((flags & flag.freightFree) !== 0),
  })
  columns.harvestDay[row] = within16(columns.harvestedOn[row] ?? 0)
  columns.listingDay[row] = within16(dayInJapan(columns.listedAt[row] ?? 0))
}

/** Days before 2000 are older than any that is asked for. */
const within16 = (day: number): number => Math.min(Math.max(day, 0), 0xffff)

/** In which band a value is, from 1 on; 0: below the first. */
export function bandOf(starts: readonly number[], value: number): number {
  let band = starts.length
  while (band > 0 && value < (starts[band - 1] ?? 0)) band--
  return band
}

export function add(counts: Int32Array, code: number, by: number): void {
  counts[code] = (counts[code] ?? 0) + by
}

/** The counts of all visible rows, kept as rows change: instead of most of them the few others can be counted. */
export type Totals = {
  placed: Int32Array
  traits: Int32Array
  item: Int32Array
  /** By the code of a farm; longer than there are farms. */
  farm: Int32Array
  /** Of them, those that do not say themselves that freight is free. */
  paidFreight: Int32Array
  /** By month. */
  season: Int32Array
  /** By day. */
  harvestedOn: Map<number, number>
  /** By the day in Japan. */
  listedOn: Map<number, number>
}

const months = 12

export const noTotals = (items: readonly string[]): Totals => ({
  placed: new Int32Array(placedCodes),
  traits: new Int32Array(traitsCodes),
  item: new Int32Array(items.length + 1),
  farm: new Int32Array(64),
  paidFreight: new Int32Array(64),
  season: new Int32Array(months),
  harvestedOn: new Map(),
  listedOn: new Map(),
})

/** Adds a row to the totals if it is visible, or takes it away before it changes. */
export function addToTotals(totals: Totals, columns: CountedColumns, row: number, by: 1 | -1): void {
  const flags = columns.flags[row] ?? 0
  if ((flags & flag.visible) === 0) return
  const farm = columns.farm[row] ?? 0
  if (farm >= totals.farm.length) {
    totals.farm = longer(totals.farm, farm + 1)
    totals.paidFreight = longer(totals.paidFreight, farm + 1)
  }
  add(totals.placed, columns.placed[row] ?? 0, by)
  add(totals.traits, columns.traits[row] ?? 0, by)
  add(totals.item, columns.item[row] ?? 0, by)
  add(totals.farm, farm, by)
  if ((flags & flag.freightFree) === 0) add(totals.paidFreight, farm, by)
  const season = columns.season[row] ?? 0
  for (let month = 0; month < months; month++) add(totals.season, month, by * ((season >> month) & 1))
  addOn(totals.harvestedOn, columns.harvestedOn[row] ?? 0, by)
  addOn(totals.listedOn, dayInJapan(columns.listedAt[row] ?? 0), by)
}

function longer(counts: Int32Array, atLeast: number): Int32Array {
  const wider = new Int32Array(Math.ceil(atLeast * 1.5))
  wider.set(counts)
  return wider
}

function addOn(days: Map<number, number>, day: number, by: number): void {
  const left = (days.get(day) ?? 0) + by
  if (left === 0) days.delete(day)
  else days.set(day, left)
}

const hourUs = 3_600_000_000
/** A day of the calendar in Japan, as a number. */
export const dayInJapan = (microseconds: number): number => Math.floor((microseconds + 9 * hourUs) / (24 * hourUs))
