/**
 * One typing error: a character too many, one missing, a wrong one, or two swapped. Both words are normalised for
 * search. Words of one character are never near to anything, as they would match everything.
 */
export function oneMistakeApart(a: string, b: string): boolean {
  const [short, long] = [[...a], [...b]].sort((one, other) => one.length - other.length)
  if (!short || !long || short.length < 2 || long.length - short.length > 1 || a === b) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  const rest = (word: readonly string[], start: number) => word.slice(start).join('')
  if (short.length < long.length) return rest(short, from) === rest(long, from + 1)
  if (rest(short, from + 1) === rest(long, from + 1)) return true
  return (
    short[from] === long[from + 1] && short[from + 1] === long[from] && rest(short, from + 2) === rest(long, from + 2)
  )
}

/** Kana that share a key on a phone: small and large, with and without marks. Such errors are the most likely. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u3099\u309a]/g, '')
    .replace(/[ぁぃぅぇぉっゃゅょゎ]/g, (small) => String.fromCharCode(small.charCodeAt(0) + 1))

const isKana = (word: string) => /^[\p{Script=Hiragana}ー]+$/u.test(word)

/** Romaji that an input method has not yet converted to kana: とまt, きゃbe, にんj. */
const unfinished = /^([\p{Script=Hiragana}ー]+)[a-z]{1,3}$/u

/** The kana before unconverted letters; null for words without such letters. */
export const finishedPart = (typed: string): string | null => unfinished.exec(typed)?.[1] ?? null

/**
 * The known word that was most likely meant, or null: only for words in kana of three characters or more, because
 * another kanji is another word; with two, only where nothing but marks are missing (ねき for ねぎ). Differences of marks
 * (は and ば), however many, come first, then the commoner word. For an incomplete word, the shortest completion.
 */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const begun = finishedPart(typed)
  if (begun !== null) return shortest(known.filter((word) => word.startsWith(begun)))
  if (!isKana(typed) || [...typed].length < 2) return null
  if (known.includes(typed)) return null
  const kana = known.filter(isKana)
  const marks = kana.find((word) => plain(word) === plain(typed))
  if (marks !== undefined || [...typed].length < 3) return marks ?? null
  return kana.find((word) => oneMistakeApart(typed, word)) ?? null
}

/** The known word whose beginning is similar to this, or null; from three kana on, while the user is typing. */
export function nearestBeginning(typed: string, known: readonly string[]): string | null {
  const { length } = [...typed]
  if (!isKana(typed) || length < 3) return null
  const begins = (word: string) => oneMistakeApart(typed, [...word].slice(0, length).join(''))
  const near = known.filter((word) => isKana(word) && [...word].length >= length && begins(word))
  return shortest(near.filter((word) => plain(word).startsWith(plain(typed)))) ?? shortest(near)
}

/** The known words that form one word without blanks: 北海道じゃがいも → じゃがいも and 北海道. Null for others. */
export function takenApart(typed: string, known: readonly string[]): { known: string; rest: string } | null {
  const inside = known.filter((word) => [...word].length > 1 && word.length < typed.length && typed.includes(word))
  const longest = inside.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? null : { known: longest, rest: typed.replace(longest, ' ').trim() }
}

const shortest = (words: readonly string[]): string | null => words.toSorted((a, b) => a.length - b.length)[0] ?? null
