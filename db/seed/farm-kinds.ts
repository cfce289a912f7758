import type { Category } from '#kernel/enums.ts'
import { type JstDate, monthOf } from '#kernel/jst.ts'
import { categoryOf, type Item, items, seasonOf } from '#modules/products/catalog/produce.ts'
import type { Random } from './random.ts'
import { type DemoRegion, hasCoast } from './regions.ts'

export type FarmKind = 'vegetables' | 'fruit' | 'herbs' | 'mushrooms' | 'rice' | 'livestock' | 'fishery'

const shelves: Readonly<Record<FarmKind, readonly Category[]>> = {
  vegetables: ['leaf', 'fruitveg', 'root'],
  fruit: ['fruit'],
  herbs: ['herb', 'leaf'],
  mushrooms: ['mushroom'],
  rice: ['rice', 'processed'],
  livestock: ['meat', 'egg'],
  fishery: ['fish'],
}

/** The order in which the demo's farms get their kind, repeated. */
const round: readonly FarmKind[] = [
  'vegetables',
  'fruit',
  'vegetables',
  'livestock',
  'vegetables',
  'fishery',
  'vegetables',
  'mushrooms',
  'vegetables',
  'rice',
  'vegetables',
  'herbs',
  'fruit',
  'vegetables',
]

/** Names that belong to one region: only farms there may sell them. */
const local = new Set([
  'yubari_melon',
  'manganji',
  'dadachamame',
  'kamo_nasu',
  'kuro_edamame',
  'mizu_nasu',
  'zuwaigani',
])
const mayNotLeaveOkinawa = new Set(['sweet_potato', 'annouimo'])

const growsIn = (item: Item, region: DemoRegion): boolean =>
  item.season[region.prefecture.seasonRegion].length > 0 &&
  !(local.has(item.id) && !item.mainPrefectures.includes(region.prefecture.name)) &&
  !(mayNotLeaveOkinawa.has(item.id) && region.prefecture.zone === 'okinawa')

/** What a farm of this kind grows here: in season on this day, and at other times of the year. */
export function assortmentOf(kind: FarmKind, region: DemoRegion, today: JstDate) {
  const grown = items.filter((item) => shelves[kind].includes(categoryOf(item)) && growsIn(item, region))
  const inSeason = (item: Item) => seasonOf(item, region.prefecture.seasonRegion).includes(monthOf(today))
  return { now: grown.filter(inSeason), later: grown.filter((item) => !inSeason(item)) }
}

const fewest = 4

/** The kind of the n-th farm; vegetables where there is no sea or the month has nothing for it. */
export function kindOf(index: number, region: DemoRegion, today: JstDate): FarmKind {
  const kind = round[index % round.length] ?? 'vegetables'
  if (kind === 'fishery' && !hasCoast(region)) return 'vegetables'
  return assortmentOf(kind, region, today).now.length >= fewest ? kind : 'vegetables'
}

/** One kind of food, regional specialities more often. */
export function favourite(from: readonly Item[], region: DemoRegion, random: Random): Item {
  const known = from.filter(
    (item) => region.crops.includes(item.id) || item.mainPrefectures.includes(region.prefecture.name),
  )
  return random.pick(known.length > 0 && random.chance(0.4) ? known : from)
}
