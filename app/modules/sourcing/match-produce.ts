import type { Category } from '#kernel/enums.ts'
import { searchKey } from '#kernel/text.ts'
import { type ProduceItem, spellingsOf } from '#modules/products/catalog/produce-labels.ts'

/** The food that a chef's text is about, if we know it. */
export type MatchedKind = { itemKey: string; category: Category; name: string }

/** Shorter spellings occur in too many other words: い of いちご. */
const leastWithin = 2

/**
 * The kind of food that a chef means, by the spellings of the search: the whole text, else the longest spelling in it
 * (ズッキーニの花 is about zucchini), and of two equally long ones the later one, because the head of a Japanese name is at
 * its end. Null if unknown; then the chef chooses the category.
 */
export function matchProduce(items: readonly ProduceItem[], words: string): MatchedKind | null {
  const key = searchKey(words).replace(/\s/g, '')
  if (key === '') return null
  let best: { item: ProduceItem; length: number; at: number } | null = null
  for (const spelling of spellingsOf(items)) {
    const spelled = spelling.key.replace(/\s/g, '')
    if (spelled === key) return kindOf(spelling.item)
    const at = spelled.length < leastWithin ? -1 : key.lastIndexOf(spelled)
    if (at < 0) continue
    const [length, end] = [spelled.length, at + spelled.length]
    if (!best || length > best.length || (length === best.length && end > best.at))
      best = { item: spelling.item, length, at: end }
  }
  return best && kindOf(best.item)
}

const kindOf = ({ key, category, name }: ProduceItem): MatchedKind => ({ itemKey: key, category, name })

/**
 * The kinds whose products match it: itself and its special kinds (紫人参 for 人参), never the plain one for a special one.
 */
export const kindsWithin = (items: readonly ProduceItem[], itemKey: string): string[] => [
  itemKey,
  ...items.filter(({ parentKey }) => parentKey === itemKey).map(({ key }) => key),
]
