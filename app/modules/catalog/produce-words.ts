import { searchKey } from '#kernel/text.ts'
import type { Category } from '#kernel/words.ts'

/** A kind of food as staff keep it: under which shelf it stands and how people write it. */
export type ProduceItem = {
  key: string
  category: Category
  /** The plain kind of which this is a special one: 人参 of 紫人参. */
  parentKey: string | null
  name: string
  words: readonly string[]
}

/**
 * Every spelling under which chefs look for each kind of food: 人参, ニンジン, キャロット for carrot. A special kind is
 * also found by the words of the plain one (紫人参 by 人参), never the other way round.
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

/** One spelling of something that can be looked for, as search compares it. */
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
