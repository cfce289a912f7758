import { type Category, categories, type Method, methods } from '#kernel/enums.ts'
import { type FarmId, parseId } from '#kernel/ids.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { type PrefCode, prefectures, type Region, regions } from '#kernel/place.ts'

export const farmSorts = ['name', 'rated'] as const
export type FarmSort = (typeof farmSorts)[number]

/** The filter of a list of farms, as its address states it. */
export type FarmWish = {
  region: Region | null
  prefecture: PrefCode | null
  category: Category | null
  method: Method | null
  /** Farms that can deliver to the user's kitchen on this day. */
  on: JstDate | null
  favourites: boolean
  /** By name, or by rating, best first. */
  sort: FarmSort
  after: FarmId | null
}

export const noFarmWish: FarmWish = {
  region: null,
  prefecture: null,
  category: null,
  method: null,
  on: null,
  favourites: false,
  sort: 'name',
  after: null,
}

/** Invalid values are ignored. */
export const readFarmWish = (params: URLSearchParams): FarmWish => ({
  region: regions.find((known) => known === params.get('region')) ?? null,
  prefecture: prefectures.find(({ code }) => code === params.get('pref'))?.code ?? null,
  category: categories.find((known) => known === params.get('category')) ?? null,
  method: methods.find((known) => known === params.get('method')) ?? null,
  on: parseJstDate(params.get('on')),
  favourites: params.get('fav') === '1',
  sort: params.get('sort') === 'rated' ? 'rated' : 'name',
  after: parseId<'farm'>(params.get('after')),
})

export function farmWishAddress(wish: FarmWish): string {
  const params = new URLSearchParams()
  const { region, prefecture: pref, category, method, on, favourites, sort, after } = wish
  for (const [name, value] of Object.entries({
    region,
    pref,
    category,
    method,
    on,
    fav: favourites ? '1' : null,
    sort: sort === 'rated' ? sort : null,
    after,
  }))
    if (value !== null) params.set(name, value)
  const said = `${params}`
  return said === '' ? '/restaurant/farmers' : `/restaurant/farmers?${said}`
}
