import type { WordAct } from './enums.ts'
import { searchKey } from './text.ts'

/** The strictest of the watched words in a text; null for a text with none of them. Spaces do not hide a word. */
export function wordActIn(text: string, words: readonly { key: string; act: WordAct }[]): WordAct | null {
  const key = wordKey(text)
  const found = words.filter((word) => key.includes(word.key))
  if (found.some(({ act }) => act === 'stop')) return 'stop'
  return found.length > 0 ? 'watch' : null
}

/**
 * The form in which words are compared: lower case, hiragana, without spaces, punctuation and invisible characters. A
 * separate dakuten (は゛) is joined to its letter.
 */
export const wordKey = (text: string): string =>
  searchKey(text)
    .replace(/[\s\p{P}\p{S}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .replace(/\p{M}/gu, '')
