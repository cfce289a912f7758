import { searchKey } from '#kernel/text.ts'
import { type Item, items } from '#modules/products/catalog/produce.ts'
import { synonymsOf } from '#modules/products/catalog/search-text.ts'

/** Every spelling of every kind of food, normalised for search; the plain kind wins over the special one. */
const bySpelling: ReadonlyMap<string, Item> = new Map(
  items
    .toReversed()
    .flatMap((item) => [
      ...synonymsOf(item.id).map((spelling) => [searchKey(spelling), item] as const),
      [searchKey(item.hiragana), item] as const,
      [searchKey(item.baseName), item] as const,
    ]),
)

/**
 * The kind of food that a farmer means: 人参, ニンジン and にんじん are one. A name that ends in one counts too (桃太郎トマト is a
 * tomato), the longest first; null if unknown.
 */
export function findProduce(called: string): Item | null {
  const key = searchKey(called).replace(/\s/g, '')
  if (key === '') return null
  const exact = bySpelling.get(key)
  if (exact) return exact
  for (let from = 1; from < key.length - 1; from++) {
    const found = bySpelling.get(key.slice(from))
    if (found) return found
  }
  return null
}

/** Names for a list under the field, so that one press is enough: the usual ones first. */
export const produceNames: readonly string[] = [...new Set(items.map((item) => item.baseName))]
