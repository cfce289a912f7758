import sharp, { type Sharp } from 'sharp'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { maxPhotoBytes, type PhotoRefusal, photoSizes } from './photo.ts'

export type ShrunkPhoto = { full: Uint8Array; small: Uint8Array; width: number; height: number }

/** A phone of 50 megapixels is fine; a small file that unpacks to gigabytes is not. */
const maxPixels = 64_000_000

/**
 * A photo as a person gave it, made into our own two WebP pictures: upright, at most 1,600 and 480 pixels, and
 * without everything that was in the file besides the picture (place, device, whatever was hung onto its end).
 * The first bytes are looked at before any decoder is: sharp would also read SVG, PDF and more.
 */
export function shrinkPhoto(bytes: Uint8Array): Promise<Result<ShrunkPhoto, PhotoRefusal>> {
  return redrawPicture(bytes, async (picture) => {
    const full = await webp(picture, photoSizes.full, 78)
    const small = await webp(sharp(full.data), photoSizes.small, 72)
    return { full: full.data, small: small.data, width: full.info.width, height: full.info.height }
  })
}

/** A stranger's file, looked at as above, handed to `draw` upright; only what is drawn anew from it is kept. */
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

/** One picture at a time: a large one takes hundreds of megabytes while it is decoded. Never rejects. */
let turn: Promise<unknown> = Promise.resolve()

async function decoded<Drawn>(
  bytes: Uint8Array,
  seems: 'jpeg' | 'png' | 'webp',
  draw: (picture: Sharp) => Promise<Drawn>,
): Promise<Result<Drawn, PhotoRefusal>> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    if ((await picture.metadata()).format !== seems) return refuse('photo_not_a_picture')
    return ok(await draw(picture.rotate()))
  } catch (error) {
    return refuse(/pixel limit|too large/i.test(String(error)) ? 'photo_too_many_pixels' : 'photo_broken')
  }
}

/** WebP within a square of `side` pixels; `quality` 1–100. */
export const webp = (picture: Sharp, side: number, quality: number) =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true })

function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'heif' | null {
  const at = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp'
  if (at(4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1|avif)/.test(at(8, 12))) return 'heif'
  return null
}
