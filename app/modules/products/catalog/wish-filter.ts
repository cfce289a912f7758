import type { FarmId } from '#kernel/ids.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { type PrefCode, parsePrefCode } from '#kernel/place.ts'
import type { Destination } from './arriving-farms.server.ts'
import { type ProductWish, wantedPrefectures } from './product-filter.ts'
import type { ProductFilter } from './product-list.server.ts'

/** What the list knows about the viewer: the date, the kitchen, and the farms whose freight the cart has made free. */
export type CatalogViewer = {
  today: JstDate
  kitchen: (Destination & { prefectureCode: string }) | null
  reachedFarms: readonly FarmId[]
}

/** How many days ahead a delivery day can be chosen. */
const daysAhead = 30

/** A delivery day needs a kitchen; without one it is ignored. */
export function filterOf(wish: ProductWish, { today, kitchen, reachedFarms }: CatalogViewer): ProductFilter {
  const on = wish.on !== null && wish.on >= today && wish.on <= addDays(today, daysAhead) ? wish.on : null
  const near: PrefCode | null = parsePrefCode(kitchen?.prefectureCode)
  return {
    q: wish.q,
    category: wish.category ?? undefined,
    item: wish.item ?? undefined,
    prefectures: wantedPrefectures(wish),
    methods: wish.methods,
    temperatures: wish.temperatures,
    perKg: wish.perKg,
    perUnit: wish.perUnit,
    inSeason: wish.inSeason,
    harvestedSince: wish.fresh === null ? undefined : addDays(today, 1 - wish.fresh),
    farmId: wish.farmId ?? undefined,
    favouriteFarms: wish.favouriteFarms,
    freeFreight: wish.freeFreight,
    reachedFarms,
    catchWeight: wish.catchWeight,
    isNew: wish.isNew,
    arrives: kitchen && on ? { on, at: kitchen } : undefined,
    sort: wish.sort,
    near: near ?? undefined,
  }
}
