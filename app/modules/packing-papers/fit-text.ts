/** How far a character advances, in parts of the em. */
export type Letters = (sign: string, bold: boolean) => number

type Style = { size: number; bold: boolean; letters: Letters }

/** Kerning and rounding of the PDF may need a little more than the sum of the advances. */
const slack = 1.02

/** The width of a text on one line, in the unit of `size`. */
export const textWidth = (text: string, { size, bold, letters }: Style): number =>
  [...text].reduce((sum, sign) => sum + letters(sign, bold), 0) * size * slack

/**
 * A text on lines of given widths. A lot number, and what stands between two spaces, stays on one line where the lines are
 * enough for that, and no line begins with a comma or a closing bracket; else it is broken between any two characters, as Japanese
 * allows. null: it needs more lines. With `cut` it ends in an ellipsis then, or in what is said `instead`.
 */
export function breakText(text: string, widths: readonly number[], style: Style & Cut): string[] | null {
  const signs = [...text.replaceAll(/\s+/g, ' ').trim()]
  return (
    linesOf(signs, widths, { ...style, cut: false, end: wordEnd }) ?? linesOf(signs, widths, { ...style, end: anyEnd })
  )
}

/** How many of the signs that fit go on the line. */
type LineEnd = (signs: readonly string[], room: number) => number

const anyEnd: LineEnd = (_, room) => room

/** Before the last word that would be broken: one in Latin letters and digits, or what follows the last space; never before a comma. */
const wordEnd: LineEnd = (signs, room) => {
  let at = wordStart(signs, room)
  while (at > 1 && closing.test(signs[at] ?? '')) at = wordStart(signs, at - 1)
  return at
}

/** What stays with the sign before it. */
const closing = /[、。，．・：；）」』】］〕…ー]/

const wordStart: LineEnd = (signs, room) => {
  if (signs[room] === ' ') return room
  const space = signs.slice(0, room).lastIndexOf(' ') + 1
  if (space > room / 2) return space
  let start = room
  while (start > 0 && [signs[start], signs[start - 1]].every((sign) => /[\w-]/.test(sign ?? ''))) start -= 1
  return start > 0 ? start : room
}

type Cut = { cut?: boolean; instead?: string }
type Broken = Style & Cut & { end: LineEnd }

function linesOf(
  signs: readonly string[],
  widths: readonly number[],
  { end, cut, instead = '…', ...style }: Broken,
): string[] | null {
  const lines: string[] = []
  let rest = signs
  for (const [at, width] of widths.entries()) {
    if (rest.length === 0) break
    const isLast = at === widths.length - 1
    const room = signsWithin(rest, width, style)
    if (isLast && room < rest.length) {
      if (!cut) return null
      const kept = signsWithin(rest, width - textWidth(instead, style), style)
      lines.push(`${rest.slice(0, kept).join('').trimEnd()}${instead}`)
      return lines
    }
    const taken = room < rest.length ? end(rest, room) : room
    lines.push(rest.slice(0, taken).join('').trimEnd())
    rest = [...rest.slice(taken).join('').trimStart()]
  }
  return rest.length === 0 ? lines : null
}

function signsWithin(signs: readonly string[], width: number, style: Style): number {
  let taken = 0
  let kept = 0
  for (const sign of signs) {
    taken += textWidth(sign, style)
    if (taken > width) return kept
    kept += 1
  }
  return kept
}

/**
 * As many of the items as there is room for, and how many more there are: 「3箱 トマト、他11点」. The first one is always
 * there, cut if need be.
 */
export function itemsWithin(items: readonly string[], widths: readonly number[], style: Style): string[] {
  for (let shown = items.length; shown > 0; shown--) {
    const lines = breakText([...items.slice(0, shown), ...more(items.length - shown)].join('、'), widths, style)
    if (lines) return lines
  }
  const [first = ''] = items
  const signs = [...first]
  for (let kept = signs.length - 1; kept > 0; kept--) {
    const cut = `${signs.slice(0, kept).join('').trimEnd()}…`
    const lines = breakText([cut, ...more(items.length - 1)].join('、'), widths, style)
    if (lines) return lines
  }
  return []
}

const more = (count: number) => (count > 0 ? [`他${count}点`] : [])
