import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { searchKey } from '#kernel/text.ts'
import type { Category, Method } from '#kernel/words.ts'
import groups from './synonym-groups.json' with { type: 'json' }

/** The words by which people look for a shelf; the first is the one on the screen. */
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
}

const methodWords: Readonly<Record<Method, string>> = {
  conventional: '',
  specially_cultivated: '特別栽培 減農薬',
  jas_organic: '有機JAS 有機 JAS オーガニック',
  natural: '自然栽培',
}

/** As far as the description is searched: its first sentence, roughly. */
const descriptionHead = 40

const synonyms: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(groups))

/**
 * The spellings with which the market began: for forms that guess a kind of food while one types. What is found is
 * decided by the tables that staff curate (`produce_items`), which began with the same. Empty for an unknown key.
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
  /** How the name of the farm is read; empty where nobody has said. */
  farmKana: string
  place: string
  prefectureCode: string
}

/**
 * The text in which a product is found, in the form in which search compares (`searchKey`):
 * what it is called, by whom and where it is grown, how, and every other spelling of it (`vocabulary.server.ts`).
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
