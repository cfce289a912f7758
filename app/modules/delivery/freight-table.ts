import { type PrefCode, parsePrefCode, prefectureOf, prefectures, type Zone, zoneNames } from '#kernel/place.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { type FreightRowKind, freightRowKinds, freightSizes, type SizeYen } from './freight-rates.ts'

/**
 * A row of a freight table. Lanes go from a zone, or from the farm itself (''), to a zone or a prefecture; cool rows have
 * no places; an island is the beginning of a postal code.
 */
export type FreightRow = { kind: FreightRowKind; origin: string; destination: string; yen: SizeYen }

/** The same as it was typed: six cells. */
export type TypedRow = Omit<FreightRow, 'yen'> & { cells: readonly string[] }

/** Whose table it is: a farm's own one has no origins, as all of its parcels leave at the farm. */
export type TableOwner = 'platform' | 'farm'

export const zoneList = Object.keys(zoneNames) as readonly Zone[]
export const mostFreightYen = 999_999

export const rowKindWord: Record<FreightRowKind, string> = {
  lane: '運賃',
  chilled: '冷蔵',
  frozen: '冷凍',
  island: '離島',
}

/** The same key for the same way; also the beginning of the names of its fields. */
export const rowKey = ({ kind, origin, destination }: Omit<FreightRow, 'yen'>) => `${kind}:${origin}:${destination}`

/** 関東, 東京都, or the beginning of a postal code; '' for none. */
export function areaName(area: string): string {
  if (area in zoneNames) return zoneNames[area as Zone]
  const code = parsePrefCode(area)
  return code ? prefectureOf(code).name : area
}

/** A zone by its name, else a prefecture by its full or short name; null for anything else. 北海道 is the zone. */
export function readArea(typed: string): Zone | PrefCode | null {
  const text = typed.trim().normalize('NFKC')
  const zone = zoneList.find((it) => zoneNames[it] === text)
  if (zone) return zone
  return prefectures.find(({ name, shortName }) => name === text || shortName === text)?.code ?? null
}

/** What a row is called in a sentence. */
export function rowWord({ kind, origin, destination }: Omit<FreightRow, 'yen'>): string {
  if (kind === 'lane') return `${origin ? `「${areaName(origin)}」から` : ''}「${areaName(destination)}」への運賃`
  return kind === 'island' ? `郵便番号${destination}の離島の加算` : `${rowKindWord[kind]}の加算`
}

/** The rows that every table has, empty; more may be added for prefectures and islands. */
export function requiredRows(owner: TableOwner): TypedRow[] {
  const cells = freightSizes.map(() => '')
  const origins = owner === 'platform' ? zoneList : ['']
  return [
    ...origins.flatMap((origin) =>
      zoneList.map((destination) => ({ kind: 'lane' as const, origin, destination, cells })),
    ),
    { kind: 'chilled', origin: '', destination: '', cells },
    { kind: 'frozen', origin: '', destination: '', cells },
  ]
}

/** The rows of a form whose cells are named by row and place, in the order of the form; others are left out. */
export function rowsOfFields(fields: Readonly<Record<string, string>>): TypedRow[] {
  const rows = new Map<string, TypedRow & { cells: string[] }>()
  for (const [name, cell] of Object.entries(fields)) {
    const [, kindText, origin, destination, place] = cellName.exec(name) ?? []
    const kind = freightRowKinds.find((it) => it === kindText)
    if (!kind || origin === undefined || destination === undefined) continue
    const key = rowKey({ kind, origin, destination })
    const row = rows.get(key) ?? { kind, origin, destination, cells: freightSizes.map(() => '') }
    row.cells[Number(place)] = cell
    rows.set(key, row)
  }
  return [...rows.values()]
}

const cellName = /^(lane|chilled|frozen|island):([a-z_]{0,20}):([a-z_]{0,20}|\d{2,7}):([0-5])$/

/** A row beyond the required ones is given up by emptying it. */
export const isGivenUp = (row: TypedRow, owner: TableOwner): boolean =>
  row.cells.every((cell) => cell.trim() === '') && !requiredKeys[owner].has(rowKey(row))

const requiredKeys = {
  farm: new Set(requiredRows('farm').map(rowKey)),
  platform: new Set(requiredRows('platform').map(rowKey)),
}

export const asTyped = ({ yen: figures, ...row }: FreightRow): TypedRow => ({
  ...row,
  cells: figures.map((it) => (it === null ? '' : String(it))),
})

/**
 * The six figures of a row, or the first sentence about what is wrong with them: every size needs its price, in whole yen
 * from 0. Only cool parcels may end at 120, as the carriers' services do, and not begin again.
 */
export function readFigures(row: TypedRow): { ok: true; yen: SizeYen } | { ok: false; sentence: string } {
  const isCool = row.kind === 'chilled' || row.kind === 'frozen'
  const figures: (Yen | null)[] = []
  for (const [place, size] of freightSizes.entries()) {
    const typed = (row.cells[place] ?? '').trim()
    if (typed === '' && isCool && size > 120) {
      figures.push(null)
      continue
    }
    const read = readNumber(typed, { min: 0, max: mostFreightYen })
    if (!read.ok) return { ok: false, sentence: `${size}サイズ：${numberRefusalText(read.refusal, read.detail)}` }
    if (figures.at(-1) === null)
      return { ok: false, sentence: `${size}サイズの前のサイズが空欄です。続けて入力してください。` }
    figures.push(yen(read.value))
  }
  return { ok: true, yen: figures }
}

/** Ways that are stated twice, and those that are missing; as sentences. */
export function gapsOf(rows: readonly Omit<FreightRow, 'yen'>[], owner: TableOwner): string[] {
  const keys = rows.map(rowKey)
  const twice = rows.filter((row, at) => keys.indexOf(rowKey(row)) < at)
  const missing = requiredRows(owner).filter((row) => !keys.includes(rowKey(row)))
  const foreign = rows.filter(({ kind, origin }) => kind === 'lane' && (origin === '') !== (owner === 'farm'))
  return [
    ...twice.map((row) => `${rowWord(row)}が重複しています。`),
    ...foreign.map((row) => `${rowWord(row)}の発地が正しくありません。`),
    ...missing.map((row) => `${rowWord(row)}がありません。`),
  ]
}

/** All figures changed by whole percent, rounded to whole yen, halves up. */
export const withPercent = (rows: readonly FreightRow[], percent: number): FreightRow[] =>
  rows.map((row) => ({
    ...row,
    yen: row.yen.map((it) => (it === null ? null : yen(Math.floor((it * (100 + percent) + 50) / 100)))),
  }))
