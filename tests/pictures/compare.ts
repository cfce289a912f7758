import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { inPixels } from '../../app/web/badge-drawings.server.ts'

const references = new URL('references/', import.meta.url)
const fileOf = (name: string) => new URL(`${name}.png`, references)

/** Pixels along the longer side: every letter still has some, and a reference is a few kB. */
const longest = 360

/** As it looks on white paper, small. */
export const pictureOf = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(inPixels(svg, longest / longestMm(svg))))
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 64, compressionLevel: 9 })
    .toBuffer()

export const keepReference = async (name: string, svg: string): Promise<void> =>
  writeFile(fileOf(name), await pictureOf(svg))

const longestMm = (svg: string): number =>
  Math.max(...[...svg.slice(0, 200).matchAll(/([\d.]+)mm"/g)].map(([, mm]) => Number(mm)))

type Pixels = { data: Buffer; width: number; height: number }

async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A pixel with a larger difference in any channel is a different pixel, not a softer edge. */
const another = 80

/** Per mille of the pixels that differ from the reference; 1000 if the sizes differ. */
export async function differenceFrom(name: string, svg: string): Promise<number> {
  const [is, was] = await Promise.all([pictureOf(svg).then(pixelsOf), readFile(fileOf(name)).then(pixelsOf)])
  if (is.width !== was.width || is.height !== was.height) return 1000
  let others = 0
  for (let at = 0; at < is.data.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((is.data[at + channel] ?? 0) - (was.data[at + channel] ?? 0)) > another))
      others += 1
  return (others * 1000) / (is.width * is.height)
}

/** Other releases of the drawing libraries soften edges differently; one different letter is more than this. */
export const tolerated = 3
