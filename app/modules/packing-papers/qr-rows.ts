import type { CanvasLine, Dash } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'

/**
 * A QR code as dashed lines, one for each row of modules. As an SVG (issued-documents) a code costs tens of milliseconds and a
 * megabyte while the PDF is made, as a rectangle for each run of dark modules ten times as much as this; one paper can
 * afford it, the six hundred codes of a long day cannot. As a picture it turns grey on a fax. `side` in points.
 */
export function qrRows(address: string, side: number): { canvas: CanvasLine[] } {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const module = side / size
  const canvas = data.flatMap((row, y): CanvasLine[] => {
    const first = row.indexOf(true)
    if (first === -1) return []
    const dark = row.slice(first, row.lastIndexOf(true) + 1)
    const middle = (y + 0.5) * module
    return [
      {
        ...{ type: 'line', x1: first * module, y1: middle, x2: (first + dark.length) * module, y2: middle },
        ...{ lineWidth: module, lineColor: '#000', dash: dashes(runsOf(dark).map((length) => length * module)) },
      },
    ]
  })
  return { canvas }
}

/** How long each run of equal modules is; the first one is dark, and so is the last. */
function runsOf(modules: readonly boolean[]): number[] {
  const ends = modules.flatMap((dark, x) => (dark === modules[x + 1] ? [] : x + 1))
  return ends.map((end, index) => end - (ends[index - 1] ?? 0))
}

/** The library takes the lengths of dashes and gaps by turns, which its types do not say. After the last dash the line ends. */
function dashes(lengths: number[]): Dash
function dashes(length: unknown): unknown {
  return { length }
}
