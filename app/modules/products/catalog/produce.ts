import type { Category, Temperature } from '#kernel/enums.ts'
import type { SeasonRegion } from '#kernel/place.ts'
import produce from './produce.json' with { type: 'json' }

type Unit = { code: string; label: string; netGrams?: number; netMl?: number; count?: number }

/** One kind of food: carrot, shiitake, wagyu. */
export type Item = {
  id: string
  baseName: string
  variety?: string
  hiragana: string
  subcategory: string
  season: Record<SeasonRegion, number[]>
  units: Unit[]
  storage: string[]
  priceBand: { unit: string; low: number; high: number }
  gradeScheme: string
  mainPrefectures: string[]
  taxKind: string
  catchWeight: boolean
  /** Its drawing, under /pictures. */
  picture: string
}

/** The known kinds of food: their seasons, units, prices. */
export const items: readonly Item[] = produce.items

const byId: ReadonlyMap<string, Item> = new Map(items.map((item) => [item.id, item]))

/** The kind of food with this key; null for a name of the farm's own. */
export const findItem = (id: string): Item | null => byId.get(id) ?? null

export function itemOf(id: string): Item {
  const item = findItem(id)
  if (!item) throw new RangeError(`no such produce: ${id}`)
  return item
}

/** A set is no kind of food. */
type ItemCategory = Exclude<Category, 'set'>

const categoryBySubcategory: Readonly<Record<string, ItemCategory>> = {
  leaf: 'leaf',
  stem: 'leaf',
  brassica: 'leaf',
  sprout: 'leaf',
  wild: 'leaf',
  fruitveg: 'fruitveg',
  bean: 'fruitveg',
  root: 'root',
  mushroom: 'mushroom',
  pome: 'fruit',
  stone: 'fruit',
  berry: 'fruit',
  other: 'fruit',
  nut: 'fruit',
  melon: 'fruit',
  citrus: 'fruit',
  tropical: 'fruit',
  egg: 'egg',
  dairy: 'egg',
  rice: 'rice',
  grain: 'rice',
  pulse: 'rice',
  herb: 'herb',
  flower: 'herb',
  meat: 'meat',
  fish: 'fish',
  shellfish: 'fish',
  crustacean: 'fish',
  mollusc: 'fish',
  seaweed: 'fish',
  seasoning: 'processed',
  pickle: 'processed',
  dried: 'processed',
  tea: 'processed',
  alcohol: 'processed',
}

export const categoryOf = (item: Item): ItemCategory => categoryBySubcategory[item.subcategory] ?? 'processed'

export const temperatureOf = (item: Item): Temperature => (item.storage[0] === 'chilled' ? 'chilled' : 'ambient')

/** Months after the harvest in which farms still sell it from storage (貯蔵もの). */
const keepsMonths: Readonly<Record<string, number>> = {
  potato: 6,
  may_queen: 6,
  kitaakari: 6,
  onion: 6,
  red_onion: 3,
  garlic: 8,
  pumpkin: 2,
  butternut: 2,
  sweet_potato: 3,
  carrot: 1,
  apple_fuji: 2,
  kiwi: 2,
}
const allYear = new Set(['rice', 'grain', 'pulse', 'seasoning', 'pickle', 'dried', 'tea', 'alcohol'])
const wholeYear = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** The months in which a region sells it; empty where it does not grow. */
export function seasonOf(item: Item, region: SeasonRegion): number[] {
  const harvest = item.season[region]
  if (harvest.length === 0) return []
  if (allYear.has(item.subcategory)) return wholeYear
  const kept = Array.from({ length: keepsMonths[item.id] ?? 0 }, (_, months) =>
    harvest.map((month) => ((month + months) % 12) + 1),
  )
  return [...new Set([...harvest, ...kept.flat()])].sort((a, b) => a - b)
}

/** The best months (出盛り): the middle third of the harvest; a run across the end of the year is one run. */
export function peakOf(item: Item, region: SeasonRegion): number[] {
  const months = item.season[region]
  const start = months.find((month) => !months.includes(month === 1 ? 12 : month - 1))
  if (start === undefined) return []
  const run = months.toSorted((a, b) => ((a - start + 12) % 12) - ((b - start + 12) % 12))
  const third = Math.ceil(run.length / 3)
  return run
    .slice(Math.floor((run.length - third) / 2))
    .slice(0, third)
    .sort((a, b) => a - b)
}
