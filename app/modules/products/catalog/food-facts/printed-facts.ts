import { parseJstDate } from '#kernel/jst.ts'
import { prefectures } from '#kernel/place.ts'
import type { PrintedOn } from './fact.ts'
import type { FactFormat } from './fact-formats.ts'
import { type ProductFacts, productFactNames, productFacts } from './food-facts.ts'
import type { FoodKind } from './food-kind.ts'
import { type LotFacts, lotFactNames, lotFacts } from './lot-facts.ts'

/** A fact in words: 部位, 鶏もも. */
export type PrintedFact = readonly [label: string, value: string]

/** What is printed of a product and of the lots in the box, in the order of the declaration. Several lots: each value. */
export function printedFacts(on: PrintedOn, product: ProductFacts, lots: readonly LotFacts[] = []): PrintedFact[] {
  const ofProduct = productFactNames.flatMap((name): PrintedFact[] => {
    const { label, format, printed } = productFacts[name]
    const value = product[name]
    return value && includes(printed, on) ? [[label, shown(format, value)]] : []
  })
  const ofLots = lotFactNames.flatMap((name): PrintedFact[] => {
    const { label, format, printed } = lotFacts[name]
    const values = [...new Set(lots.flatMap((lot) => lot[name] ?? []))]
    if (values.length === 0 || !includes(printed, on)) return []
    return [[label, values.map((value) => shown(format, value)).join('、')]]
  })
  return [...ofProduct, ...ofLots]
}

const includes = (places: readonly PrintedOn[], on: PrintedOn) => places.includes(on)

function shown(format: FactFormat, value: string): string {
  const day = format === 'day' ? parseJstDate(value) : null
  if (day) return `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`
  if (format === 'year') return `${value}年産`
  return format === 'kg' ? `${value}kg` : value
}

/** On papers: 部位 鶏もも　処理日 2026年11月21日. */
export const factsLine = (facts: readonly PrintedFact[]): string =>
  facts.map(([label, value]) => `${label} ${value}`).join('　')

/**
 * Where a food comes from, as it is printed: shiitake from where the fungus was planted (since 2022-03-30), fish from its
 * waters, everything else as stated, or from the prefecture of its farm.
 */
export const originOf = (facts: ProductFacts, prefecture: string): string =>
  facts.inoculationPlace ?? facts.origin ?? facts.waters ?? prefecture

/** What the law wants a seller of rice to pass on with the slip (米トレーサビリティ法 第4条): 国産（新潟県産）, タイ産. */
export function riceStatement(kind: FoodKind, origin: string): string | null {
  if (kind !== 'rice') return null
  const place = origin === '国産' ? origin : `${origin}産`
  const domestic = prefectures.some(({ name }) => origin.startsWith(name)) || /[市区町村]$/.test(origin)
  return `米トレーサビリティ法に基づく産地情報：${domestic ? `国産（${place}）` : place}`
}

/** Honey is not for infants (はちみつ類の表示に関する公正競争規約). */
export const infantWarning = (itemKey: string, name: string): string | null =>
  itemKey === 'honey' || /はちみつ|ハチミツ|蜂蜜/.test(name) ? '1歳未満の乳児には与えないでください' : null
