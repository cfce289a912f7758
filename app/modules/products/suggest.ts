import { grams } from '#kernel/grams.ts'
import { toKatakana } from '#kernel/kana.ts'
import type { SeasonRegion } from '#kernel/place.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { categoryOf, type Item, seasonOf, temperatureOf } from '#modules/products/catalog/produce.ts'
import { findProduce } from './find-produce.ts'
import { isSaid, type ProductValues, textOf } from './product.ts'
import { saleUnits } from './product-fields.ts'

/** The usual values for this kind of food; used in the fields until the farm enters others. Empty for unknown food. */
export function suggestionsFor(item: Item | null, region: SeasonRegion): ProductValues {
  if (!item) return { catchWeight: false, unitLabel: '箱', taxKind: 'food', sellsFrom: 'stock', temperature: 'ambient' }
  const unit = usualUnit(item)
  return {
    category: categoryOf(item),
    kana: toKatakana(item.hiragana),
    catchWeight: item.catchWeight,
    unitLabel: unit.word,
    ...(unit.netGrams && { netGrams: grams(unit.netGrams) }),
    ...(unit.count && { pieceCount: unit.count }),
    ...(item.catchWeight && { tolerancePercent: 10 }),
    temperature: temperatureOf(item),
    taxKind: item.taxKind === 'standard' ? 'standard' : 'food',
    sellsFrom: 'stock',
    seasonMonths: seasonOf(item, region),
  }
}

/** Combined with the farm's values: the fields as a page shows them. */
export function withSuggestions(values: ProductValues, region: SeasonRegion): ProductValues {
  const suggested = suggestionsFor(findProduce(values.item ?? ''), region)
  return { ...suggested, ...Object.fromEntries(Object.entries(values).filter(([, said]) => isSaid(said))) }
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

/** 人参は、通常10kg箱・常温便です: the suggestions in one sentence. Null for unknown food. */
export function usualText({ item: called }: ProductValues, region: SeasonRegion): string | null {
  const item = findProduce(called ?? '')
  if (!item) return null
  const usual = suggestionsFor(item, region)
  const amount = usual.netGrams ? `${textOf('netGrams', usual.netGrams)}kg` : ''
  return `${item.baseName}は、通常${usual.catchWeight ? `${usual.unitLabel}ごとの不定貫` : `${amount}${usual.unitLabel}`}・${temperatureWord[temperatureOf(item)]}です。入力済みです`
}
