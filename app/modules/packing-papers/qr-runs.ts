import { encode } from 'uqr'

/**
 * A QR code as rectangles, one for each run of dark modules in a row. As an SVG (issued-documents) each code costs tens of
 * milliseconds and a megabyte while the PDF is made, which one paper can afford and those of three hundred orders cannot;
 * as a picture it turns grey on a fax. `side` in points.
 */
export function qrRuns(address: string, side: number) {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const module = side / size
  const runs = data.flatMap((row, y) => {
    const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []))
    return starts.map((x) => {
      const end = row.indexOf(false, x)
      const length = (end === -1 ? size : end) - x
      return { type: 'rect' as const, x: x * module, y: y * module, w: length * module, h: module, color: '#000' }
    })
  })
  return { canvas: runs }
}
