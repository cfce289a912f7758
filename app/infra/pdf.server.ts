import { type Font, openSync } from 'fontkit'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { fontFile } from './fonts.server.ts'
import { withWholeLines } from './whole-lines.ts'

const letters = { normal: fontFile('400Regular'), bold: fontFile('700Bold') }
pdfmake.setFonts({ NotoSansJP: { ...letters, italics: letters.normal, bolditalics: letters.bold } })
// a document fetches nothing, and reads no file but its fonts, whatever its text says
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === letters.normal || path === letters.bold)

const defaults = {
  pageSize: 'A4',
  pageMargins: [36, 40, 36, 44],
  defaultStyle: { font: 'NotoSansJP', fontSize: 9, lineHeight: 1.25 },
} as const satisfies Partial<TDocumentDefinitions>

/** An A4 PDF with Japanese fonts; about 0.1 s of CPU for each ten pages. */
export const pdfOf = (paper: TDocumentDefinitions): Promise<Buffer> =>
  pdfmake
    .createPdf({
      ...defaults,
      ...paper,
      content: withWholeLines(drawable(paper.content), {
        paper: paper.pageSize,
        margins: paper.pageMargins ?? defaults.pageMargins,
        size: defaults.defaultStyle.fontSize,
        measure,
      }),
    })
    .getBuffer()

/** No narrower than the library finds it: as if all of it were bold, and with some room for kerning. In points. */
const measure = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + letterWidth(sign, true), 0) * size * 1.02

/** Without variation selectors (辻󠄀), which the fonts do not know and would draw as a stray glyph. */
function drawable<T>(part: T): T
function drawable(part: unknown): unknown {
  if (typeof part === 'string') return part.replaceAll(/[\u{E0100}-\u{E01EF}\uFE00-\uFE0F]/gu, '')
  if (Array.isArray(part)) return part.map((it) => drawable(it))
  if (typeof part !== 'object' || part === null || Buffer.isBuffer(part)) return part
  return Object.fromEntries(Object.entries(part).map(([name, it]) => [name, drawable(it)]))
}

const fonts = new Map<string, Font>()
const widths = new Map<string, number>()

/** How far a character advances in the fonts of `pdfOf`, in parts of the em. */
export function letterWidth(sign: string, bold: boolean): number {
  const key = `${bold}${sign}`
  const known = widths.get(key)
  if (known !== undefined) return known
  const font = openedFont(bold ? letters.bold : letters.normal)
  const point = sign.codePointAt(0)
  const width =
    point === undefined || drawable(sign) === '' ? 0 : font.glyphForCodePoint(point).advanceWidth / font.unitsPerEm
  // the names of a market need some thousands of characters; more than that suggests abuse
  if (widths.size > 8000) widths.clear()
  widths.set(key, width)
  return width
}

function openedFont(file: string): Font {
  const known = fonts.get(file)
  if (known) return known
  const opened = openSync(file)
  if (!('glyphForCodePoint' in opened)) throw new TypeError(`not one font: ${file}`)
  fonts.set(file, opened)
  return opened
}
