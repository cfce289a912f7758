import type { Content } from 'pdfmake/interfaces.js'

/** A fax and a thermal printer keep smaller letters only by chance. In points. */
const leastSize = 9

/** The same content without grey: no filled cells, black letters and lines, no letter smaller than 9 points. */
export function blackOnWhite(content: Content[]): Content[]
export function blackOnWhite(part: unknown): unknown
export function blackOnWhite(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((it) => blackOnWhite(it))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) => {
      if (name === 'canvas') return [[name, value]]
      if (name === 'fillColor' || name === 'color') return []
      if (name === 'fontSize') return [[name, Math.max(leastSize, Number(value))]]
      if (name === 'hLineColor' || name === 'vLineColor') return [[name, () => '#000']]
      return [[name, blackOnWhite(value)]]
    }),
  )
}
