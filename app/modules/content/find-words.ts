import { toHiragana } from '#kernel/text.ts'

/** From and to in the original text, in UTF-16 units, `to` not included. */
export type Span = { from: number; to: number }

/** Words of a query, folded; ten at most. */
export const wordsOf = (query: string): string[] =>
  [...new Set(query.split(/\s+/u).map(fold))].filter((word) => word !== '').slice(0, 10)

const fold = (text: string) => toHiragana(text.normalize('NFKC').toLowerCase())

/**
 * Where any of the words stands. かな and カナ, full and half width, large and small letters are one; the spans
 * are those of the text as it is written. Overlapping ones are joined.
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

/** Folded letter by letter, so that every folded one knows where it came from. */
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
