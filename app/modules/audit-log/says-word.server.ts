import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toKatakana } from '#kernel/kana.ts'
import { toHiragana } from '#kernel/text.ts'

/** At most six words of a search; further ones are ignored. */
export const searchWords = (typed: string): string[] =>
  typed
    .normalize('NFKC')
    .replaceAll('\u0000', '')
    .replace(/[‐‑–—―−]/g, '-')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)

/** Text as a part of a pattern of LIKE. */
export const likeWithin = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** What may stand within a full name or a telephone number, and may be left out. */
const between = ' 　-'

/** A word anywhere in one of the texts: in hiragana or katakana, with or without the blank of a full name and hyphens. */
export function saysWord(texts: readonly RawBuilder<unknown>[], word: string): RawBuilder<SqlBool> {
  const spellings = [...new Set([word, toKatakana(word), toHiragana(word)])]
  const said = sql`concat_ws(E'\n', ${sql.join(texts)})`
  const joined = spellings.map((spelling) => spelling.replaceAll('-', '')).filter(Boolean)
  return sql<SqlBool>`(${said} ilike any(${spellings.map(likeWithin)}::text[])
    or translate(${said}, ${between}, '') ilike any(${joined.map(likeWithin)}::text[]))`
}
