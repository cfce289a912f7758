import type { Category } from '#kernel/enums.ts'
import { searchKey } from '#kernel/text.ts'

/** A kind of food as staff maintain it: its category and its spellings. */
export type ProduceItem = {
  key: string
  category: Category
  /** The plain kind of which this is a special one: 人参 of 紫人参. */
  parentKey: string | null
  name: string
  words: readonly string[]
}

/**
 * Every spelling that chefs search each kind of food by: 人参, ニンジン, キャロット for carrot. A special kind is also found by
 * the words of the plain one (紫人参 by 人参), never the other way round.
 */
export function spellingsByItem(items: readonly ProduceItem[]): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map(items.map((item) => [item.key, item]))
  return new Map(
    items.map(({ key, words, parentKey }) => [
      key,
      [...words, ...(parentKey === null ? [] : (byKey.get(parentKey)?.words ?? []))],
    ]),
  )
}

/** One searchable spelling, normalised for search. */
export type Spelling = { key: string; word: string; item: ProduceItem }

/** Each spelling once for each kind of food that has it as its own. */
export function spellingsOf(items: readonly ProduceItem[]): Spelling[] {
  return items.flatMap((item) => {
    const seen = new Set<string>()
    return [item.name, ...item.words].flatMap((word) => {
      const key = searchKey(word)
      if (key === '' || seen.has(key)) return []
      seen.add(key)
      return [{ key, word, item }]
    })
  })
}
