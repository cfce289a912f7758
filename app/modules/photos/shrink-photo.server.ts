import type { Sharp } from 'sharp'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { sharp } from '#kernel/sharp.server.ts'
import { maxPhotoBytes, type PhotoRefusal, type PhotoSize, photoSizes } from './photo.ts'

export type ShrunkPhoto = { full: Uint8Array; small: Uint8Array; width: number; height: number }

/** A phone of 50 megapixels is fine; a small file that unpacks to gigabytes is not. */
const maxPixels = 64_000_000

/**
 * An uploaded photo, made into our own two WebP pictures: upright, 1,600 and 480 pixels, and without everything in the
 * file besides the picture (location, device, trailing data). The first bytes are checked before any decoder runs:
 * sharp would also read SVG, PDF and more.
 */
export function shrinkPhoto(bytes: Uint8Array): Promise<Result<ShrunkPhoto, PhotoRefusal>> {
  return redrawPicture(bytes, async (picture) => {
    const full = await webp(picture, 'full')
    const small = await webp(sharp(full.data), 'small')
    return { full: full.data, small: small.data, width: full.info.width, height: full.info.height }
  })
}

/** An untrusted upload, checked as above, passed to `draw` upright; only what is re-encoded from it is stored. */
export async function redrawPicture<Drawn>(
  bytes: Uint8Array,
  draw: (picture: Sharp) => Promise<Drawn>,
): Promise<Result<Drawn, PhotoRefusal>> {
  if (bytes.length > maxPhotoBytes) return refuse('photo_too_large')
  const seems = formatOf(bytes)
  if (!seems) return refuse('photo_not_a_picture')
  if (seems === 'heif') return refuse('photo_heic')
  const shrunk = turn.then(() => decoded(bytes, seems, draw))
  turn = shrunk.catch(() => null)
  return shrunk
}

/** One picture at a time: decoding a large one takes hundreds of megabytes. Never rejects. */
let turn: Promise<unknown> = Promise.resolve()

async function decoded<Drawn>(
  bytes: Uint8Array,
  seems: 'jpeg' | 'png' | 'webp',
  draw: (picture: Sharp) => Promise<Drawn>,
): Promise<Result<Drawn, PhotoRefusal>> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    const { format, pages = 1 } = await picture.metadata()
    if (format !== seems) return refuse('photo_not_a_picture')
    if (pages > 1 || (seems === 'png' && isAnimatedPng(bytes))) return refuse('photo_animated')
    return ok(await draw(picture.rotate()))
  } catch (error) {
    return refuse(/pixel limit|too large/i.test(String(error)) ? 'photo_too_many_pixels' : 'photo_broken')
  }
}

type Box = { width: number; height: number }

/** WebP within a box of pixels, never enlarged; `quality` 1–100. */
export const webpWithin = (picture: Sharp, box: Box, quality: number) =>
  picture
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true })

const quality: Readonly<Record<PhotoSize, number>> = { full: 78, large: 74, small: 72, thumb: 70 }

/**
 * One of our sizes: exactly as wide as stated, so that `srcset` is correct for upright photos, too, and at most twice
 * as high. The full size fits a square.
 */
export const webp = (picture: Sharp, size: PhotoSize) => {
  const width = photoSizes[size]
  return webpWithin(picture, { width, height: size === 'full' ? width : 2 * width }, quality[size])
}

const lettersAt = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'heif' | null {
  if (lettersAt(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (lettersAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (lettersAt(bytes, 0, 4) === 'RIFF' && lettersAt(bytes, 8, 12) === 'WEBP') return 'webp'
  // the major brand and the compatible ones; four letters each, the fourth byte is the total length
  const brands = lettersAt(bytes, 8, Math.min(bytes[3] ?? 0, 64))
  if (lettersAt(bytes, 4, 8) === 'ftyp' && /^(.{4})*?(hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs])/s.test(brands))
    return 'heif'
  return null
}

/** An animated PNG says so (`acTL`) before its first picture; a decoder would only see that one. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = lettersAt(bytes, at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}
