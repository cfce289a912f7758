import { shrunkSize } from '#kernel/file-rule.ts'
import { photo } from '#ui/constants.ts'

const thumbnailPx = 320

export type ReadyPhoto = {
  file: File /** A small picture as a data URL; null if the browser cannot read the photo. */
  preview: string | null
}

/**
 * The photo as it is sent: at most 1600 px on its longer side, as JPEG, without its location. A photo that this browser
 * cannot read (HEIC) is sent unchanged.
 */
export async function shrinkPhoto(file: File): Promise<ReadyPhoto> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return { file, preview: null }
  const sent = drawn(picture, photo.longestSidePx)
  const blob = await new Promise<Blob | null>((done) => sent.toBlob(done, 'image/jpeg', 0.85))
  const preview = drawn(picture, thumbnailPx).toDataURL('image/jpeg', 0.8)
  picture.close()
  if (!blob) return { file, preview }
  const name = `${file.name.replace(/\.\w+$/, '')}.jpg`
  return { file: new File([blob], name, { type: 'image/jpeg', lastModified: file.lastModified }), preview }
}

function drawn(picture: ImageBitmap, longest: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, shrunkSize(picture.width, picture.height, longest))
  const pen = canvas.getContext('2d')
  if (pen) {
    // transparency would become black in a JPEG
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}
