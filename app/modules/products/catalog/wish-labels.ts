import { formatNumber, formatShortDay } from '#kernel/format.ts'
import { prefectureOf } from '#kernel/place.ts'
import { categoryWord, methodWord, temperatureWord } from './catalog-labels.ts'
import { noWish, type ProductWish, type Range, regionWord } from './product-filter.ts'

/** One filter as a chip shows it, and the wish without it. */
export type ActiveFilter = { word: string; without: ProductWish }

export const freshWord = (days: number): string => (days === 1 ? '本日収穫' : `${days}日以内に収穫`)

/** The active filters, in the order of the sheet; without the search words. */
export function activeFilters(wish: ProductWish, names: { item?: string; farm?: string }): ActiveFilter[] {
  const one = <K extends keyof ProductWish>(key: K, word: string | false): ActiveFilter[] =>
    word ? [{ word, without: { ...wish, [key]: noWish[key] } }] : []
  const each = <Word extends string>(
    key: 'regions' | 'prefectures' | 'methods' | 'temperatures',
    values: readonly Word[],
    word: (value: Word) => string,
  ): ActiveFilter[] =>
    values.map((value) => ({
      word: word(value),
      without: { ...wish, [key]: values.filter((other) => other !== value) },
    }))
  return [
    ...one('category', wish.category !== null && categoryWord[wish.category]),
    ...one('item', wish.item !== null && (names.item ?? '品目')),
    ...one('on', wish.on !== null && `${formatShortDay(wish.on)}にお届け`),
    ...one('inSeason', wish.inSeason && '旬'),
    ...one('fresh', wish.fresh !== null && freshWord(wish.fresh)),
    ...one('isNew', wish.isNew && '新着'),
    ...each('regions', wish.regions, regionWord),
    ...each('prefectures', wish.prefectures, (code) => prefectureOf(code).shortName),
    ...each('methods', wish.methods, (method) => methodWord[method]),
    ...each('temperatures', wish.temperatures, (temperature) => temperatureWord[temperature]),
    ...one('perKg', rangeWord(wish.perKg, '円/kg')),
    ...one('perUnit', rangeWord(wish.perUnit, '円')),
    ...one('farmId', wish.farmId !== null && (names.farm ?? '農園')),
    ...one('favouriteFarms', wish.favouriteFarms && 'お気に入りの農園'),
    ...one('freeFreight', wish.freeFreight && '送料無料'),
    ...one('catchWeight', wish.catchWeight && '不定貫'),
  ]
}

function rangeWord({ from, to }: Range, unit: string): string | false {
  if (from === null && to === null) return false
  return `${from === null ? '' : formatNumber(from)}〜${to === null ? '' : formatNumber(to)}${unit}`
}
