import { blockRows } from './bits.ts'
import { type KeptBits, noBits } from './rules.ts'
import { addToTotals, type CountedColumns, combine, noTotals, type Totals } from './totals.ts'

/**
 * What lists of products are narrowed, counted and sorted by, of every row of `product_search`, one typed array a column.
 * Rows are never removed; hidden ones stay with their flag.
 */
export type Columns = CountedColumns & {
  /** How many rows there are; the arrays are longer. */
  size: number
  /** The first rows, which are in the order of their ids. */
  sorted: number
  /** Four numbers of 32 bits a row. */
  ids: Uint32Array
  priceYen: Int32Array
  score: Int32Array
  orderedCount: Int32Array
  rating: Int32Array
  farms: FarmCodes
  /** The keys of the kinds of food by their codes, from 1 on. */
  items: readonly string[]
  added: Map<string, number>
  /** Of all visible rows. */
  totals: Totals
  /** Rises with each change of any row. */
  version: number
  /** Of filters that were asked for. */
  bits: KeptBits
}

type FarmCodes = { ids: string[]; codeOf: Map<string, number> }

/** The bytes of one row as `read-columns.server.ts` writes it. */
export const recordBytes = 78
const uuidBytes = 16

export const noColumns = (items: readonly string[], capacity: number): Columns => ({
  size: 0,
  sorted: 0,
  ...arraysOf(capacity),
  farms: { ids: [], codeOf: new Map() },
  items,
  added: new Map(),
  totals: noTotals(items),
  version: 0,
  bits: noBits(),
})

const arraysOf = (rows: number) => ({
  ids: new Uint32Array(rows * 4),
  flags: new Uint8Array(rows),
  category: new Uint8Array(rows),
  item: new Uint16Array(rows),
  place: new Uint8Array(rows),
  method: new Uint8Array(rows),
  temperature: new Uint8Array(rows),
  season: new Uint16Array(rows),
  farm: new Uint32Array(rows),
  priceYen: new Int32Array(rows),
  yenPerKg: new Int32Array(rows),
  placed: new Uint16Array(rows),
  traits: new Uint16Array(rows),
  harvestDay: new Uint16Array(rows),
  listingDay: new Uint16Array(rows),
  harvestedOn: new Int32Array(rows),
  listedAt: new Float64Array(rows),
  score: new Int32Array(rows),
  orderedCount: new Int32Array(rows),
  rating: new Int32Array(rows),
})

/** Appends rows that come in the order of their ids, all behind those that are there. */
export function appendSorted(columns: Columns, records: Buffer): void {
  for (let at = 0; at < records.length; at += recordBytes) write(columns, appended(columns), records, at)
  columns.sorted = columns.size
}

/** Writes rows over those with the same ids, or adds them. */
export function putRows(columns: Columns, records: Buffer): void {
  for (let at = 0; at < records.length; at += recordBytes) {
    const id = idText(wordsIn(records, at))
    const known = rowOf(columns, id)
    const row = known ?? appended(columns)
    if (known === null) columns.added.set(id, row)
    else addToTotals(columns.totals, columns, row, -1)
    write(columns, row, records, at)
  }
}

/** What is not in the table any more. */
export function hideRow(columns: Columns, id: string): void {
  const row = rowOf(columns, id)
  if (row === null) return
  addToTotals(columns.totals, columns, row, -1)
  columns.flags[row] = 0
  changed(columns, row)
}

function appended(columns: Columns): number {
  if (columns.size === columns.flags.length) {
    const wider = arraysOf(Math.ceil(columns.size * 1.25) + 1_000)
    for (const name of Object.keys(wider) as (keyof typeof wider)[]) wider[name].set(columns[name])
    Object.assign(columns, wider)
  }
  return columns.size++
}

function write(columns: Columns, row: number, from: Buffer, at: number): void {
  for (let word = 0; word < 4; word++) columns.ids[row * 4 + word] = from.readUInt32BE(at + word * 4)
  columns.farm[row] = farmCode(columns.farms, from.toString('latin1', at + uuidBytes, at + 2 * uuidBytes))
  columns.listedAt[row] = from.readInt32BE(at + 32) * 2 ** 32 + from.readUInt32BE(at + 36)
  columns.priceYen[row] = from.readInt32BE(at + 40)
  columns.yenPerKg[row] = from.readInt32BE(at + 44)
  columns.harvestedOn[row] = from.readInt32BE(at + 48)
  columns.orderedCount[row] = from.readInt32BE(at + 52)
  columns.rating[row] = from.readInt32BE(at + 56)
  columns.score[row] = from.readInt32BE(at + 60)
  columns.flags[row] = from.readInt16BE(at + 64)
  columns.category[row] = from.readInt16BE(at + 66)
  columns.item[row] = from.readInt16BE(at + 68)
  columns.place[row] = from.readInt16BE(at + 70)
  columns.method[row] = from.readInt16BE(at + 72)
  columns.temperature[row] = from.readInt16BE(at + 74)
  columns.season[row] = from.readInt16BE(at + 76)
  combine(columns, row)
  addToTotals(columns.totals, columns, row, 1)
  changed(columns, row)
}

function changed(columns: Columns, row: number): void {
  columns.version++
  columns.bits.changedAt[Math.floor(row / blockRows)] = columns.version
}

function farmCode(farms: FarmCodes, bytes: string): number {
  const known = farms.codeOf.get(bytes)
  if (known !== undefined) return known
  const code = farms.ids.length
  farms.codeOf.set(bytes, code)
  farms.ids.push(uuidText(Buffer.from(bytes, 'latin1').toString('hex')))
  return code
}

/** For each farm by its code, whether it is one of these. */
export function farmTable({ farms }: Columns, ids: Iterable<string>): Uint8Array {
  const table = new Uint8Array(farms.ids.length)
  for (const id of ids) {
    const code = farms.codeOf.get(Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1'))
    if (code !== undefined) table[code] = 1
  }
  return table
}

type Words = readonly [number, number, number, number]

const wordsIn = (from: Buffer, at: number): Words => [
  from.readUInt32BE(at),
  from.readUInt32BE(at + 4),
  from.readUInt32BE(at + 8),
  from.readUInt32BE(at + 12),
]

const wordsOf = (id: string): Words => wordsIn(Buffer.from(id.replaceAll('-', ''), 'hex'), 0)

const idText = (words: Words): string => uuidText(words.map((word) => word.toString(16).padStart(8, '0')).join(''))

const uuidText = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** The id of the product in this row. */
export const idIn = ({ ids }: Columns, row: number): string =>
  idText([ids[row * 4] ?? 0, ids[row * 4 + 1] ?? 0, ids[row * 4 + 2] ?? 0, ids[row * 4 + 3] ?? 0])

/** The row of a product; null if it has none. */
export function rowOf(columns: Columns, id: string): number | null {
  const wanted = wordsOf(id)
  let [low, high] = [0, columns.sorted]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareId(columns, middle, wanted) < 0) low = middle + 1
    else high = middle
  }
  if (low < columns.sorted && compareId(columns, low, wanted) === 0) return low
  return columns.added.get(id) ?? null
}

function compareId({ ids }: Columns, row: number, words: Words): number {
  for (let word = 0; word < 4; word++) {
    const difference = (ids[row * 4 + word] ?? 0) - (words[word] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Negative if the id of `row` comes before that of `other`, in PostgreSQL's order. */
export function compareRows(columns: Columns, row: number, other: number): number {
  if (row < columns.sorted && other < columns.sorted) return row - other
  const { ids } = columns
  for (let word = 0; word < 4; word++) {
    const difference = (ids[row * 4 + word] ?? 0) - (ids[other * 4 + word] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Negative if the id of `row` comes before this one. */
export const comparesWith = (columns: Columns, id: string): ((row: number) => number) => {
  const words = wordsOf(id)
  return (row) => compareId(columns, row, words)
}
