import type { Metadata } from 'sharp'
import { sharp } from '#kernel/sharp.server.ts'
import { type OriginalType, withoutPlace } from './without-place.ts'

export type Original = { type: OriginalType; original: Uint8Array }

/**
 * A photo as uploaded, without its location and other metadata. Its pixels stay untouched where possible; a file so
 * unusual that metadata remains, or that changes its format or size, is re-encoded.
 */
export async function plainOriginal(bytes: Uint8Array): Promise<Original> {
  const given = await sharp(bytes).metadata()
  const type: OriginalType = given.format === 'png' || given.format === 'webp' ? given.format : 'jpeg'
  const { orientation = 1 } = given
  // of these formats only JPEG keeps its orientation
  if (type === 'jpeg' || orientation === 1) {
    const original = withoutPlace(bytes, type, orientation)
    if (await isPlain(original, { ...given, orientation })) return { type, original }
  }
  return { type, original: new Uint8Array(await sharp(bytes).rotate().toFormat(type, { quality: 95 }).toBuffer()) }
}

type Told = Pick<Metadata, 'format' | 'width' | 'height' | 'orientation'>

async function isPlain(original: Uint8Array, given: Told): Promise<boolean> {
  const now = await sharp(original, { failOn: 'error' })
    .metadata()
    .catch(() => null)
  if (!now || now.xmp || now.iptc || (now.comments?.length ?? 0) > 0) return false
  const same = (['format', 'width', 'height'] as const).every((fact) => now[fact] === given[fact])
  const { orientation = 1 } = now
  // EXIF with one tag is 32 bytes long, and some encoders write their header before it
  return same && orientation === given.orientation && (now.exif?.length ?? 0) <= 40
}
