import type { Face, Glyph, Glyphs, Step } from '#kernel/glyphs.ts'

/**
 * Lines of letters as the `d` of a path: a drawing contains no text. Lengths are in the units of the drawing; `size` is
 * the height of the em.
 */

type Row = { glyphs: Glyph[]; width: number }

/** Text is shrunk at most to this factor; what is still too long ends in an ellipsis. */
const leastShrunk = 0.62

/** The characters that can be drawn: without control characters, direction marks, variation selectors and emoji. */
export function drawable(letters: Glyphs, face: Face, text: string): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(/[^\S\u3000]+/gu, ' ')
    .replaceAll(/[\p{C}\p{M}]/gu, '')
    .trim()
  return [...clean].filter((sign) => letters(face, sign)).join('')
}

function rowOf(letters: Glyphs, face: Face, text: string, tracking: number): Row {
  const glyphs = [...text].flatMap((sign) => letters(face, sign) ?? [])
  const width = glyphs.reduce((sum, { advance }) => sum + advance + tracking, 0) - (glyphs.length > 0 ? tracking : 0)
  return { glyphs, width }
}

/** `most`: the maximum width. `tracking`: letter spacing, as a fraction of the em. */
type Wanted = { face: Face; size: number; tracking?: number; most?: number }

/** The text as it fits: at its size, smaller, or truncated. */
function fitted(letters: Glyphs, wished: string, { face, size, tracking = 0, most = Infinity }: Wanted) {
  const text = drawable(letters, face, wished)
  const whole = rowOf(letters, face, text, tracking)
  if (whole.width * size <= most) return { ...whole, size }
  if (whole.width * size * leastShrunk <= most) return { ...whole, size: most / whole.width }
  const end = rowOf(letters, face, '…', tracking)
  const room = most / (size * leastShrunk) - end.width
  let kept = 0
  let width = 0
  for (const { advance } of whole.glyphs) {
    if (width + advance + tracking > room) break
    width += advance + tracking
    kept += 1
  }
  if (kept === 0) return { glyphs: [], width: 0, size }
  return { glyphs: [...whole.glyphs.slice(0, kept), ...end.glyphs], width: width + end.width, size: size * leastShrunk }
}

/** The width of the text. */
export function widthOf(letters: Glyphs, text: string, wanted: Wanted): number {
  const { width, size } = fitted(letters, text, wanted)
  return width * size
}

type LinePlace = Wanted & { x: number; y: number; anchor?: 'start' | 'middle' | 'end' }

/** One line on a straight baseline. */
export function lineOf(letters: Glyphs, text: string, place: LinePlace): string {
  const { x, y, anchor = 'start', ...wanted } = place
  const { glyphs, width, size } = fitted(letters, text, wanted)
  let pen = x - { start: 0, middle: 0.5, end: 1 }[anchor] * width * size
  let d = ''
  for (const { steps, advance } of glyphs) {
    const from = pen
    d += traced(steps, (gx, gy) => [from + gx * size, y + gy * size])
    pen += (advance + (wanted.tracking ?? 0)) * size
  }
  return d
}

type ArcPlace = Omit<Wanted, 'most'> & {
  cx: number
  cy: number
  /** Of the baseline. */
  radius: number
  /** Above the centre, or below it; both read from left to right. */
  at: 'top' | 'bottom'
  /** Degrees of the circle that the text may occupy. */
  most: number
}

/** Text along a circle. */
export function arcOf(letters: Glyphs, text: string, place: ArcPlace): string {
  const { cx, cy, radius, at, most, ...wanted } = place
  const { glyphs, width, size } = fitted(letters, text, { ...wanted, most: (radius * most * Math.PI) / 180 })
  // below the centre the circle turns the other way and the letters point towards the centre
  const side = at === 'top' ? 1 : -1
  let pen = (-width * size) / 2
  let d = ''
  for (const { steps, advance } of glyphs) {
    const half = (advance * size) / 2
    const angle = (pen + half) / radius
    const [px, py] = [cx + radius * Math.sin(angle), cy - side * radius * Math.cos(angle)]
    const [sin, cos] = [Math.sin(side * angle), Math.cos(angle)]
    d += traced(steps, (gx, gy) => {
      const [along, up] = [gx * size - half, gy * size]
      return [px + along * cos - up * sin, py + along * sin + up * cos]
    })
    pen += (advance + (wanted.tracking ?? 0)) * size
  }
  return d
}

/** Vertical text, each character upright; `y` is the top, `x` the middle of the column, `most` its length. */
export function columnOf(
  letters: Glyphs,
  text: string,
  { x, y, most = Infinity, face, size, tracking = 0 }: Wanted & { x: number; y: number },
): string {
  const signs = [...drawable(letters, face, text)]
  const em = Math.min(size, most / (signs.length * (1 + tracking)))
  return signs
    .map((sign, index) => {
      const glyph = letters(face, sign)
      if (!glyph) return ''
      const [left, base] = [x - (glyph.advance * em) / 2, y + em * (0.88 + index * (1 + tracking))]
      return traced(glyph.steps, (gx, gy) => [left + gx * em, base + gy * em])
    })
    .join('')
}

function traced(steps: readonly Step[], to: (x: number, y: number) => readonly [number, number]): string {
  let d = ''
  for (const [command, ...numbers] of steps) {
    d += command
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const [x, y] = to(numbers[i] ?? 0, numbers[i + 1] ?? 0)
      d += `${i > 0 ? ' ' : ''}${short(x)} ${short(y)}`
    }
  }
  return d
}

/** Three decimals: a thousandth of a millimetre. */
export const short = (value: number): string => String(Math.round(value * 1000) / 1000)
