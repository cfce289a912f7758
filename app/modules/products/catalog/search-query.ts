import { searchKey } from '#kernel/text.ts'

/** The query for PostgreSQL: tokens for the index, then every word exactly; `whole` matches it as a separate word. */
export type SearchQuery = { tsquery: string; likes: string[]; whole: string[] }

const atMostWords = 8
const atMostLength = 60

/**
 * Turns typed text into a query on jp_tokens(): one Japanese character matches itself, several all their pairs, a Latin
 * word itself or as a prefix. Null if nothing searchable is left. Every word must match.
 */
export function searchQuery(typed: string): SearchQuery | null {
  const words = searchWords(typed)
  if (words.length === 0) return null
  return {
    tsquery: [...new Set(words.flatMap(tokensOf))].join(' & '),
    likes: words.map((word) => `%${plain(word)}%`),
    whole: words.map((word) => `% ${plain(word)} %`),
  }
}

/** The typed words, normalised for search. */
export const searchWords = (typed: string): string[] =>
  searchKey(typed.slice(0, 200))
    .split(/[^\p{L}\p{N}ー々〆:]+/u)
    .filter((word) => word !== '')
    .slice(0, atMostWords)
    .map((word) => [...word].slice(0, atMostLength).join(''))

const plain = (word: string) => word.replace(/[\\%_]/g, '\\$&')

const quoted = (token: string) => `'${token.replace(/['\\]/g, '$&$&')}'`

function tokensOf(word: string): string[] {
  if (isAscii(word)) return [`${quoted(word)}:*`]
  const characters = [...word]
  if (characters.length === 1) return [quoted(word)]
  return characters.slice(1).map((character, index) => quoted(`${characters[index]}${character}`))
}

const isAscii = (word: string) => [...word].every((character) => character < '\u0080')
