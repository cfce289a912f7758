import { encode } from 'uqr'
import { short } from './lines.ts'

/** The print colours; those of the light theme (styles/tokens.css). */
export const ink = {
  pine: '#17583a',
  furrow: '#3b7558',
  tag: '#ffcf33',
  paper: '#ffffff',
  cream: '#fdfaf3',
  ink: '#18231c',
  soft: '#586259',
  hair: '#d2dacd',
  wood: '#e2bf8d',
  grain: '#d3ab74',
  bark: '#7a4f26',
  burnt: '#3d2411',
  cut: '#e5007e',
} as const

/** The printer's bleed, and the distance of the crop marks from it. In mm. */
export const bleedMm = 3
const markMm = 4

/** Text escaped for XML; characters that XML cannot contain are removed. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const path = (d: string, fill: string): string => (d === '' ? '' : `<path fill="${fill}" d="${d}"/>`)

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"${radius > 0 ? ` rx="${short(radius)}"` : ''}/>`

export const circle = (cx: number, cy: number, r: number, fill: string): string =>
  `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(r)}" fill="${fill}"/>`

export const ring = (cx: number, cy: number, r: number, stroke: string, width: number): string =>
  `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(r)}" fill="none" stroke="${stroke}" stroke-width="${short(width)}"/>`

/** A QR code in a white field with a quiet zone. `side` is that of the field. */
export function qrField(address: string, { x, y, side }: { x: number; y: number; side: number }): string {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const quiet = 3
  const module = side / (size + 2 * quiet)
  let d = ''
  for (const [row, cells] of data.entries())
    for (let from = 0; from < cells.length; from += 1) {
      if (!cells[from]) continue
      let to = from
      while (cells[to + 1]) to += 1
      const [left, top] = [x + (quiet + from) * module, y + (quiet + row) * module]
      d += `M${short(left)} ${short(top)}h${short((to - from + 1) * module)}v${short(module)}h${short(-(to - from + 1) * module)}z`
      from = to
    }
  return `${rect(x, y, side, side, ink.paper, side * 0.04)}<path fill="${ink.ink}" shape-rendering="crispEdges" d="${d}"/>`
}

/** A separate drawing, moved to (x, y) and scaled by `scale`. */
export const placed = (body: string, x: number, y: number, scale: number): string =>
  `<g transform="translate(${short(x)} ${short(y)}) scale(${short(scale)})">${body}</g>`

type Shape = {
  title: string
  /** In units of the drawing. */
  width: number
  height: number
  body: string
  /** What lies below it in the bleed: drawn up to `by` units beyond the cut. */
  beyond: (by: number) => string
  /** The cut, as the `d` of a path. */
  cut: string
}

export type Print = {
  /** Width in mm, or height if it is taller than wide. */
  size: number
  bleed: boolean
}

/** The whole file: in mm, with bleed and crop marks, or without. */
export function printed({ title, width, height, body, beyond, cut }: Shape, { size, bleed }: Print): string {
  const perMm = Math.max(width, height) / size
  if (!bleed) return svgFile({ title, box: [0, 0, width, height], mm: [width / perMm, height / perMm], body })
  const by = bleedMm * perMm
  const around = (bleedMm + markMm) * perMm
  const marks = cornerMarks({ width, height, from: by, to: around, line: 0.1 * perMm })
  const cutLine = `<path id="cut" fill="none" stroke="${ink.cut}" stroke-width="${short(0.1 * perMm)}" d="${cut}"/>`
  return svgFile({
    title,
    box: [-around, -around, width + 2 * around, height + 2 * around],
    mm: [(width + 2 * around) / perMm, (height + 2 * around) / perMm],
    body: `<g id="bleed">${beyond(by)}</g>${body}${cutLine}${marks}`,
  })
}

/** トンボ: two short lines at each corner, outside of the bleed. */
function cornerMarks(at: { width: number; height: number; from: number; to: number; line: number }): string {
  const { width, height, from, to, line } = at
  let d = ''
  for (const [x, way] of [
    [0, -1],
    [width, 1],
  ] as const)
    for (const [y, down] of [
      [0, -1],
      [height, 1],
    ] as const) {
      d += `M${short(x + way * from)} ${short(y)}H${short(x + way * to)}`
      d += `M${short(x)} ${short(y + down * from)}V${short(y + down * to)}`
    }
  return `<path id="marks" fill="none" stroke="#000000" stroke-width="${short(line)}" d="${d}"/>`
}

type File = {
  title: string
  box: readonly [number, number, number, number]
  mm: readonly [number, number]
  body: string
}

export const svgFile = ({ title, box, mm: [width, height], body }: File): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}mm" height="${short(height)}mm" viewBox="${box.map(short).join(' ')}" role="img" aria-label="${escaped(title)}"><title>${escaped(title)}</title>${body}</svg>`
