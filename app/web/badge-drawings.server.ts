import { drawPdf } from '#infra/draw-pdf.server.ts'
import type { Glyphs } from '#kernel/glyphs.ts'
import { sharp } from '#kernel/sharp.server.ts'
import { paperSize } from '#modules/traceability/badges/drawings/papers.ts'
import type { Paper } from '#modules/traceability/badges/drawings/shapes.ts'
import { drawnOnce } from './drawn-once.ts'
import { tryLater } from './retry-after.ts'

/** A drawing takes some ms of CPU, a sheet up to a second: one after the other, and nothing twice. */
export const drawings = drawnOnce<Buffer>({ kept: 300, waiting: 24 })

let letters: Promise<Glyphs> | null = null

/** Their library is loaded, and they are opened, once per process. */
export function ourLetters(clientFolder: string): Promise<Glyphs> {
  letters ??= import('#infra/glyphs.server.ts').then(({ glyphsOf }) => glyphsOf(clientFolder))
  return letters
}

const [dotsPerInch, mmPerPoint] = [300, 25.4 / 72]

/** An SVG in mm as a picture of 300 dpi, as printers and posts on the web need it. */
export const pngOf = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(inPixels(svg, dotsPerInch / 25.4)))
    .png({ compressionLevel: 9 })
    .withMetadata({ density: dotsPerInch })
    .toBuffer()

/** The same drawing with its size in pixels: the renderer does not support mm. */
export const inPixels = (svg: string, perMm: number): string =>
  svg.replace(/width="([\d.]+)mm" height="([\d.]+)mm"/, (_, width: string, height: string) => {
    const pixels = [width, height].map((mm) => Math.round(Number(mm) * perMm))
    return `width="${pixels[0]}" height="${pixels[1]}"`
  })

/**
 * Drawn sheets as a PDF of their size. The drawing has its letters as outlines; its address is at the bottom as text,
 * so that it can be read aloud and copied.
 */
export function sheetsAsPdf(paper: Paper, pages: readonly string[], said: { title: string; foot: string }) {
  const { width, height } = paperSize[paper]
  const size = { width: width / mmPerPoint, height: height / mmPerPoint }
  return drawPdf({
    pageSize: size,
    pageMargins: 0,
    info: { title: said.title, author: '畝と皿', creator: '畝と皿' },
    language: 'ja',
    displayTitle: true,
    content: pages.flatMap((svg, i) => [
      { svg, ...size, absolutePosition: { x: 0, y: 0 }, ...(i > 0 && { pageBreak: 'before' as const }) },
      {
        text: said.foot,
        fontSize: 5,
        color: '#586259',
        lineHeight: 1,
        absolutePosition: { x: 12 / mmPerPoint, y: size.height - 3.4 / mmPerPoint - 5 },
      },
    ]),
  })
}

/** In seconds; a drawing takes less. */
const later = tryLater(2, 503)

const types = { svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf' } as const

/** A drawn file as a response; it runs nothing and loads nothing, wherever it is opened. null: too many are waiting. */
export function drawnAnswer(kind: keyof typeof types, file: Buffer | null, headers: Record<string, string>): Response {
  if (!file)
    return new Response('現在混み合っています。', {
      status: later.status,
      headers: { ...later.headers, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    })
  return new Response(new Uint8Array(file), {
    headers: {
      'content-type': types[kind],
      'content-length': String(file.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}
