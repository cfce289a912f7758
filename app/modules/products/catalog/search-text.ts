import type { Category, Method } from '#kernel/enums.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { searchKey } from '#kernel/text.ts'
import groups from './synonym-groups.json' with { type: 'json' }

/** The words that a category is searched by; the first is its label. */
export const categoryWords: Readonly<Record<Category, string>> = {
  leaf: '葉もの 葉物 葉野菜 野菜',
  fruitveg: '果菜 野菜 豆',
  root: '根菜 いも 野菜',
  mushroom: 'きのこ 茸',
  fruit: '果物 くだもの フルーツ',
  egg: '卵・乳 乳製品',
  rice: '米・豆 雑穀',
  herb: 'ハーブ・花 香味 薬味',
  meat: '肉 精肉',
  fish: '魚介 魚 鮮魚',
  processed: '加工品',
  set: 'セット 詰め合わせ 詰合せ 野菜セット',
}

const methodWords: Readonly<Record<Method, string>> = {
  conventional: '',
  specially_cultivated: '特別栽培 減農薬',
  jas_organic: '有機JAS 有機 JAS オーガニック',
  natural: '自然栽培',
}

/** How much of the description is searched: roughly its first sentence. */
const descriptionHead = 40

const synonyms: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(groups))

/**
 * The initial spellings: for forms that guess a kind of food while the user types. Search uses the tables that staff
 * maintain (`produce_items`), which started with the same. Empty for an unknown key.
 *
 * Source: the spellings of our produce research, in synonym-groups.json.
 */
export const synonymsOf = (itemKey: string): readonly string[] => synonyms.get(itemKey) ?? []

export type SearchableProduct = {
  name: string
  kana: string
  category: Category
  method: Method
  description: string
  farmName: string
  /** The reading of the farm's name; empty if unknown. */
  farmKana: string
  place: string
  prefectureCode: string
}

/**
 * The text by which a product is found, normalised for search (`searchKey`): its name, grower, place and method, and
 * every other spelling of it (`vocabulary.server.ts`).
 */
export function searchTextOf(product: SearchableProduct, spellings: readonly string[]): string {
  const code = parsePrefCode(product.prefectureCode)
  const words = [
    product.name,
    product.kana,
    product.farmName,
    product.farmKana,
    code ? `${prefectureOf(code).name} ${prefectureOf(code).kana}` : '',
    product.place,
    categoryWords[product.category],
    methodWords[product.method],
    ...spellings,
    [...product.description].slice(0, descriptionHead).join(''),
  ]
  return [...new Set(words.map(searchKey))].filter((word) => word !== '').join(' ')
}
