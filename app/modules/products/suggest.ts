import { toKatakana } from '#kernel/kana.ts'
import type { SeasonRegion } from '#kernel/place.ts'
import { categoryOf, type Item, seasonOf, temperatureOf } from '#modules/products/catalog/produce.ts'
import { findProduce } from './find-produce.ts'
import { saleUnits, type TypedGoods } from './product-fields.ts'

/** The usual values for this kind of food; used in the fields until the farm enters others. Empty for unknown food. */
export function suggestionsFor(item: Item | null, region: SeasonRegion): TypedGoods {
  if (!item) return { soldBy: 'fixed', unit: '箱', taxKind: 'food', sellsFrom: 'stock', temperature: 'ambient' }
  const unit = usualUnit(item)
  return {
    category: categoryOf(item),
    kana: toKatakana(item.hiragana),
    soldBy: item.catchWeight ? 'weight' : 'fixed',
    unit: unit.word,
    ...(unit.netGrams && { netKg: String(unit.netGrams / 1000) }),
    ...(unit.count && { pieces: String(unit.count) }),
    ...(item.catchWeight && { tolerance: '10' }),
    temperature: temperatureOf(item),
    taxKind: item.taxKind === 'standard' ? 'standard' : 'food',
    sellsFrom: 'stock',
    seasonMonths: seasonOf(item, region).join(','),
  }
}

/** Combined with the typed values: the fields as a page shows them. */
export function withSuggestions(typed: TypedGoods, region: SeasonRegion): TypedGoods {
  const item = findProduce(typed.item ?? '')
  const suggested = typed.item ? suggestionsFor(item, region) : suggestionsFor(null, region)
  return { ...suggested, ...Object.fromEntries(Object.entries(typed).filter(([, said]) => said !== '')) }
}

const mostParcelGrams = 20_000

/** A crate if there is one, as kitchens buy by the crate; else the first known unit. */
function usualUnit(item: Item): { word: string; netGrams?: number | undefined; count?: number | undefined } {
  const known = item.units.flatMap((unit) => {
    const word = unit.label.replace(/（.*$/, '')
    const sold = saleUnits.find((name) => name === word)
    // a sack of 30 kg is no parcel
    const travels = (unit.netGrams ?? 0) <= mostParcelGrams
    return sold && travels ? [{ word: sold, netGrams: unit.netGrams, count: unit.count, code: unit.code }] : []
  })
  const best = item.catchWeight
    ? known.find(({ word }) => word !== 'kg' && word !== '箱')
    : (known.find(({ code }) => code === 'case') ?? known.find(({ code }) => code !== 'kg') ?? known[0])
  return best ?? { word: item.catchWeight ? '本' : '箱' }
}

/** 人参は、ふつう 10kg箱・常温便・8% です: the suggestions in one sentence. Null for unknown food. */
export function usualText(typed: TypedGoods, region: SeasonRegion): string | null {
  const item = findProduce(typed.item ?? '')
  if (!item) return null
  const usual = suggestionsFor(item, region)
  const amount = usual.netKg ? `${usual.netKg}kg` : ''
  const way = { ambient: '常温', chilled: '冷蔵', frozen: '冷凍' }[usual.temperature ?? 'ambient']
  return `${item.baseName}は、ふつう${usual.soldBy === 'weight' ? `${usual.unit}ごとの量り売り` : `${amount}${usual.unit}`}・${way}便です。先に入れてあります`
}
