/**
 * One mistake of a finger: a character too many, one too few, another one, or two that changed places. Both words are in
 * the form in which search compares. Words of one character are never near to anything: everything would be.
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

/** Kana that are one key apart on a phone: small and large, with and without marks. Such a mistake is the likeliest. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u3099\u309a]/g, '')
    .replace(/[ぁぃぅぇぉっゃゅょゎ]/g, (small) => String.fromCharCode(small.charCodeAt(0) + 1))

const isKana = (word: string) => /^[\p{Script=Hiragana}ー]+$/u.test(word)

/**
 * The known word that was most likely meant, or null: only for words in kana of three characters or more, because one
 * other kanji is another thing. Differences of marks (は and ば) come first, then the commoner word.
 */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  if (!isKana(typed) || [...typed].length < 3) return null
  const near = known.filter((word) => isKana(word) && oneMistakeApart(typed, word))
  return near.find((word) => plain(word) === plain(typed)) ?? near[0] ?? null
}
