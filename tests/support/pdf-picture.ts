import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { temporaryFolder } from './temporary-folder.ts'

/** PDFs as they look and read on paper, by poppler (scripts/poppler.mjs installs it). */

const run = promisify(execFile)

export type PagePicture = { width: number; height: number; pixels: Buffer; perMm: number }

/** Every page, one byte for each pixel, without softened edges: letters and lines are black. */
export function pagesAsPictures(pdf: Uint8Array, dpi = 150): Promise<PagePicture[]> {
  return asFile(pdf, async (file, folder) => {
    const draw = ['-r', String(dpi), '-gray', '-aa', 'no', '-aaVector', 'no', '-png']
    await run('pdftoppm', [...draw, file, join(folder, 'page')])
    const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()
    return Promise.all(
      names.map(async (name) => {
        const { data, info } = await sharp(await readFile(join(folder, name)))
          .toColourspace('b-w')
          .raw()
          .toBuffer({ resolveWithObject: true })
        if (info.channels !== 1) throw new TypeError(`${info.channels} channels`)
        return { width: info.width, height: info.height, pixels: data, perMm: dpi / 25.4 }
      }),
    )
  })
}

export function textOfPdf(pdf: Uint8Array): Promise<string> {
  return asFile(pdf, async (file) => (await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 50_000_000 })).stdout)
}

/** The folder is there for this alone, and removed afterwards. */
async function asFile<Read>(pdf: Uint8Array, read: (file: string, folder: string) => Promise<Read>): Promise<Read> {
  const folder = await temporaryFolder('pdf')
  try {
    const file = join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    return await read(file, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Area = { x: number; y: number; width: number; height: number }

/** How many pixels of an area, in millimetres, are not white. */
export function inkIn({ width, height, pixels, perMm }: PagePicture, area: Area): number {
  const [left, right] = [area.x, area.x + area.width].map((mm) => Math.min(width, Math.max(0, Math.round(mm * perMm))))
  const [top, bottom] = [area.y, area.y + area.height].map((mm) =>
    Math.min(height, Math.max(0, Math.round(mm * perMm))),
  )
  let ink = 0
  for (let y = top ?? 0; y < (bottom ?? 0); y++)
    for (let x = left ?? 0; x < (right ?? 0); x++) if ((pixels[y * width + x] ?? 255) < 255) ink += 1
  return ink
}

/** How many squares of three by three pixels hold nothing but grey; the edge of a picture is one pixel of it. */
export function greyAreas({ width, height, pixels }: PagePicture): number {
  const isGrey = (at: number) => pixels[at] !== 0 && pixels[at] !== 255
  let areas = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      if (!isGrey(at)) continue
      const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
      if (around.every((step) => isGrey(at + step))) areas += 1
    }
  return areas
}
