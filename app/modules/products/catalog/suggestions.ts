import { type Category, categories } from '#kernel/enums.ts'
import { searchKey } from '#kernel/text.ts'
import { categoryWord } from './catalog-labels.ts'
import type { ProduceItem } from './produce-labels.ts'
import { spellingsOf } from './produce-labels.ts'

/** One line below the search field: its kind, its label, and its target. */
export type Suggestion = { kind: 'word' | 'category' | 'product' | 'farm'; label: string; note: string; to: string }

const searchFor = (q: string) => `/restaurant/products?q=${encodeURIComponent(q)}`

/**
 * Kinds of food with a spelling that begins with the typed text, the shortest spelling first; the name comes first,
 * with the spelling beside it if it differs (人参 for にん).
 */
export function suggestedWords(items: readonly ProduceItem[], typed: string, most: number): Suggestion[] {
  const key = searchKey(typed)
  if (key === '') return []
  const hits = spellingsOf(items)
    .filter((spelling) => spelling.key.startsWith(key))
    .sort((a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : 1))
  const seen = new Set<string>()
  return hits
    .filter(({ item }) => !seen.has(item.key) && seen.add(item.key))
    .slice(0, most)
    .map(({ word, item }) => ({
      kind: 'word',
      label: item.name,
      note: searchKey(word) === searchKey(item.name) ? '' : word,
      to: searchFor(item.name),
    }))
}

export function suggestedCategories(typed: string, words: Readonly<Record<Category, string>>): Suggestion[] {
  const key = searchKey(typed)
  if (key === '') return []
  return categories
    .filter((category) =>
      [categoryWord[category], ...words[category].split(' ')].some((word) => searchKey(word).startsWith(key)),
    )
    .slice(0, 2)
    .map((category) => ({
      kind: 'category',
      label: categoryWord[category],
      note: '分類',
      to: `/restaurant/products?category=${category}`,
    }))
}
