import { type FarmId, parseId } from '#kernel/ids.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { type PrefCode, prefectures, type Region, regions } from '#kernel/place.ts'
import { type Category, categories, type Method, methods } from '#kernel/words.ts'

export const farmSorts = ['name', 'rated'] as const
export type FarmSort = (typeof farmSorts)[number]

/** What a list of farms is narrowed to, as its address says it. */
export type FarmWish = {
  region: Region | null
  prefecture: PrefCode | null
  category: Category | null
  method: Method | null
  /** Whose parcels can be at one's own kitchen on this day. */
  on: JstDate | null
  favourites: boolean
  /** By their names, or those that kitchens gave most first. */
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

/** What makes no sense is as if it were not there. */
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
