import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'

/** What is drawn on a page of one of our PDFs, read from its content and not from what it was made of. */
export type PdfPage = {
  /** The lines of text from the top to the bottom. */
  lines: string[]
  /** The dark squares of its QR code: [row, column], from 0. */
  squares: [row: number, column: number][]
}

/** The pages of a PDF as pdfmake draws it: text by fonts with a ToUnicode map, a QR code as a path of squares of one unit. */
export async function pagesOf(bytes: Uint8Array): Promise<PdfPage[]> {
  const pdf = await PDFDocument.load(bytes)
  return pdf.getPages().map(({ node }) => {
    const drawn = textOf(node.lookup(PDFName.of('Contents')))
    const fonts = new Map<string, Map<string, string>>()
    for (const [name, of] of node.Resources()?.lookup(PDFName.of('Font'), PDFDict).entries() ?? []) {
      const map = pdf.context.lookup(of, PDFDict).lookup(PDFName.of('ToUnicode'))
      fonts.set(String(name), lettersOf(textOf(map)))
    }
    return { lines: linesOf(drawn, fonts), squares: squaresOf(drawn) }
  })
}

function textOf(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('no stream')
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}

/** `<0000> <003e> [<0000> <7d0d> …]`: the letters of the glyphs from the first number on. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    for (const [at, [, codes = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      letters.set(
        (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'),
        Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
  return letters
}

function linesOf(drawn: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const rows = new Map<number, { x: number; text: string }[]>()
  for (const [, x, y, font = '', glyphs = ''] of drawn.matchAll(
    /BT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n(\/F\d+) [\d.]+ Tf\n\[([^\]]*)\] TJ/g,
  )) {
    const text = [...glyphs.matchAll(/<(\w+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((glyph) => fonts.get(font)?.get(glyph) ?? '\uFFFD')
      .join('')
    const row = Math.round(Number(y))
    rows.set(row, [...(rows.get(row) ?? []), { x: Number(x), text }])
  }
  // the origin of a page is at its bottom
  return [...rows]
    .sort(([a], [b]) => b - a)
    .map(([, parts]) =>
      parts
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(''),
    )
}

function squaresOf(drawn: string): [number, number][] {
  const corners = [...drawn.matchAll(/\n(\d+) (\d+) m\n(\d+) \2 l\n\3 (\d+) l\n\1 \4 l\nh/g)].flatMap(
    ([, left, top, right, bottom]): [number, number][] =>
      Number(right) - Number(left) === 1 && Number(bottom) - Number(top) === 1 ? [[Number(top), Number(left)]] : [],
  )
  const [top, left] = [Math.min(...corners.map(([row]) => row)), Math.min(...corners.map(([, column]) => column))]
  return corners.map(([row, column]) => [row - top, column - left])
}
