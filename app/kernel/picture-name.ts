/**
 * The name of a picture of a product or farm: one of our drawings (`carrot`), or an uploaded photo
 * (`photo-<key>-<hues>`). The same name is used from the product to the card, the slip and the share image, so a photo
 * can replace a drawing everywhere, and an order keeps the picture with which it was placed.
 */

/** Pixels of the longer side; for drawings and for photos. */
type PictureWidth = 160 | 480 | 960 | 1600

const photoName = /^photo-([0-9a-z]{32})-([0-9a-f]{24})$/

/** `hues`: four colours rrggbb, the corners from the upper left. */
export const photoPictureName = (key: string, hues: string): string => `photo-${key}-${hues}`

/** The key of the photo behind a name; null for a drawing. */
export const photoKeyIn = (name: string): string | null => photoName.exec(name)?.[1] ?? null

/** The URL of a picture. A photo at 1600 pixels has the short name. */
export function pictureAddress(name: string, width: PictureWidth | 640): string {
  const key = photoKeyIn(name)
  if (key === null) return `/pictures/${name}-${width}.webp`
  if (width === 1600) return `/media/${key}.webp`
  return `/media/${key}-${width === 640 ? 960 : width}.webp`
}

/** The URL of a drawing that may be missing: shown at most `px` pixels wide. */
export const signAddress = (name: string | null, px: number): string | null =>
  name === null ? null : pictureAddress(name, px * 2 > 160 ? 480 : 160)

/** The four corners as a gradient that is shown until the photo has loaded; null for a drawing. */
export function pictureGround(name: string): string | null {
  const hues = photoName.exec(name)?.[2]
  if (!hues) return null
  const [a, b, c, d] = [0, 6, 12, 18].map((from) => `#${hues.slice(from, from + 6)}`)
  return `radial-gradient(at 0 0, ${a}, transparent 75%), radial-gradient(at 100% 0, ${b}, transparent 75%), radial-gradient(at 0 100%, ${c}, transparent 75%), linear-gradient(${d}, ${d})`
}
