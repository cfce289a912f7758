import sharp, { type Metadata } from 'sharp'
import { type OriginalType, withoutPlace } from './without-place.ts'

export type Original = { type: OriginalType; original: Uint8Array }

/**
 * A photo as it was given, but for the place and whatever else is said in it. Its pixels stay as they are where that
 * can be done; a file that is built so strangely that something is still said, or that says it is another picture than
 * before, is drawn anew.
 */
export async function plainOriginal(bytes: Uint8Array): Promise<Original> {
  const given = await sharp(bytes).metadata()
  const type: OriginalType = given.format === 'png' || given.format === 'webp' ? given.format : 'jpeg'
  const { orientation = 1 } = given
  // of these only a JPEG is still told which way is up
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
  // EXIF with one word in it is 32 bytes long, and some write their header before it
  return same && orientation === given.orientation && (now.exif?.length ?? 0) <= 40
}
