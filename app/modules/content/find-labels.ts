import { toHiragana } from '#kernel/text.ts'

/** Start and end in the original text, in UTF-16 units, end exclusive. */
export type Span = { from: number; to: number }

/** Words of a query, folded; ten at most. */
export const wordsOf = (query: string): string[] =>
  [...new Set(query.split(/\s+/u).map(fold))].filter((word) => word !== '').slice(0, 10)

const fold = (text: string) => toHiragana(text.normalize('NFKC').toLowerCase())

/**
 * All occurrences of the words. かな and カナ, full and half width, upper and lower case are equal; the spans refer to the
 * original text. Overlapping ones are merged.
 */
export function spansOf(text: string, words: readonly string[]): Span[] {
  const { folded, origin } = foldedWithOrigin(text)
  const found = words.flatMap((word) => {
    const spans: Span[] = []
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
      spans.push({ from: origin[at] ?? 0, to: origin[at + word.length] ?? text.length })
    return spans
  })
  return joined(found)
}

/** Folded character by character, so that each folded one has its original position. */
function foldedWithOrigin(text: string): { folded: string; origin: number[] } {
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const letter of text) {
    const piece = fold(letter)
    for (let unit = 0; unit < piece.length; unit++) origin.push(at)
    folded += piece
    at += letter.length
  }
  return { folded, origin }
}

function joined(spans: Span[]): Span[] {
  const out: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else if (span.to > span.from) out.push({ ...span })
  }
  return out
}
