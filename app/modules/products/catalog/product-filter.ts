import { type Category, categories, type Method, methods, type Temperature, temperatures } from '#kernel/enums.ts'
import { type FarmId, parseId } from '#kernel/ids.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { type PrefCode, prefectures, type Region, regionNames, regions } from '#kernel/place.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { type ProductSort, productSorts } from './product-sort.ts'

/** The filter of a product list, as its address states it. Everything is optional; nothing is stored elsewhere. */
export type ProductWish = {
  q: string
  category: Category | null
  /** The kind of food within the category, by its key. */
  item: string | null
  regions: Region[]
  prefectures: PrefCode[]
  methods: Method[]
  temperatures: Temperature[]
  /** Yen without tax, both ends included. */
  perKg: Range
  perUnit: Range
  inSeason: boolean
  /** To be delivered to the user's kitchen on this day. */
  on: JstDate | null
  /** Harvested within this many days, today included: 1 is today. */
  fresh: number | null
  farmId: FarmId | null
  favouriteFarms: boolean
  freeFreight: boolean
  catchWeight: boolean
  isNew: boolean
  sort: ProductSort
}
export type Range = { from: number | null; to: number | null }

export const freshDays = [1, 2, 3, 7] as const

const mostYen = 10_000_000
const itemKey = /^[a-z][a-z0-9_]{0,59}$/
const longestWords = 100

export const noWish: ProductWish = {
  q: '',
  category: null,
  item: null,
  regions: [],
  prefectures: [],
  methods: [],
  temperatures: [],
  perKg: { from: null, to: null },
  perUnit: { from: null, to: null },
  inSeason: false,
  on: null,
  fresh: null,
  farmId: null,
  favouriteFarms: false,
  freeFreight: false,
  catchWeight: false,
  isNew: false,
  sort: 'recommended',
}

/**
 * Reads an address. Invalid values are ignored. Users who may not see prices cannot filter or sort by them either: they
 * could find out a price by narrowing it down.
 */
export function readWish(params: URLSearchParams, mayPrice: boolean): ProductWish {
  const text = (name: string) => (params.get(name) ?? '').replaceAll('\u0000', '').trim()
  const flag = (name: string) => params.get(name) === '1'
  const range = (name: string): Range =>
    mayPrice ? inOrder({ from: yenIn(text(`${name}From`)), to: yenIn(text(`${name}To`)) }) : noWish.perKg
  const fresh = parseWholeNumber(text('fresh'))
  const item = text('item')
  const sort = productSorts.find((known) => known === params.get('sort')) ?? noWish.sort
  return {
    q: [...text('q')].slice(0, longestWords).join(''),
    category: categories.find((known) => known === params.get('category')) ?? null,
    item: itemKey.test(item) ? item : null,
    regions: regions.filter((known) => params.getAll('region').includes(known)),
    prefectures: prefectures.map(({ code }) => code).filter((code) => params.getAll('pref').includes(code)),
    methods: methods.filter((known) => params.getAll('method').includes(known)),
    temperatures: temperatures.filter((known) => params.getAll('temp').includes(known)),
    perKg: range('kg'),
    perUnit: range('yen'),
    inSeason: flag('season'),
    on: parseJstDate(params.get('on')),
    fresh: freshDays.find((days) => days === fresh) ?? null,
    farmId: parseId<'farm'>(params.get('farm')),
    favouriteFarms: flag('fav'),
    freeFreight: flag('free'),
    catchWeight: flag('weighed'),
    isNew: flag('new'),
    sort: sort === 'per_kg' && !mayPrice ? noWish.sort : sort,
  }
}

/** The shortest address with the same meaning; equal filters have the same one. */
export function wishParams(wish: ProductWish): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | null) =>
    value !== null && value !== '' && params.set(name, `${value}`)
  const all = (name: string, values: readonly string[]) => {
    for (const value of values) params.append(name, value)
  }
  const flag = (name: string, on: boolean) => on && params.set(name, '1')
  set('q', wish.q)
  set('category', wish.category)
  set('item', wish.item)
  all('region', wish.regions)
  all('pref', wish.prefectures)
  all('method', wish.methods)
  all('temp', wish.temperatures)
  set('kgFrom', wish.perKg.from)
  set('kgTo', wish.perKg.to)
  set('yenFrom', wish.perUnit.from)
  set('yenTo', wish.perUnit.to)
  flag('season', wish.inSeason)
  set('on', wish.on)
  set('fresh', wish.fresh)
  set('farm', wish.farmId)
  flag('fav', wish.favouriteFarms)
  flag('free', wish.freeFreight)
  flag('weighed', wish.catchWeight)
  flag('new', wish.isNew)
  if (wish.sort !== noWish.sort) params.set('sort', wish.sort)
  return params
}

export function wishAddress(wish: ProductWish, path = '/restaurant/products'): string {
  const params = `${wishParams(wish)}`
  return params === '' ? path : `${path}?${params}`
}

/** Every wanted prefecture: the named ones, and all of the named regions. Empty means all of Japan. */
export const wantedPrefectures = ({ regions, prefectures: named }: Pick<ProductWish, 'regions' | 'prefectures'>) =>
  regions.length === 0
    ? named
    : prefectures.filter(({ code, region }) => regions.includes(region) || named.includes(code)).map(({ code }) => code)

/** Whether the list is narrowed by anything but search words. */
export const isNarrowed = (wish: ProductWish): boolean =>
  wishAddress({ ...wish, q: '', sort: noWish.sort }) !== wishAddress(noWish)

export const regionWord = (region: Region): string => regionNames[region]

const yenIn = (text: string): number | null => {
  const typed = parseWholeNumber(text)
  return typed !== null && typed >= 0 && typed <= mostYen ? typed : null
}

/** If typed the wrong way round, the two ends are swapped. */
const inOrder = ({ from, to }: Range): Range =>
  from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }

export const isRange = ({ from, to }: Range): boolean => from !== null || to !== null
