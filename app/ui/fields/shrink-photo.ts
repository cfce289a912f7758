import { shrunkSize } from '#kernel/file-rule.ts'
import { photo } from '../constants.ts'

const thumbnailPx = 320

export type ReadyPhoto = {
  file: File /** A small picture as a data address; null if the browser cannot read the photo. */
  preview: string | null
}

/**
 * The photo as it is sent: at most 1600 px on its longer side, as JPEG, without the place where it was taken.
 * A photo that this browser cannot read (HEIC) goes as it is.
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
    // what was transparent would become black in a JPEG
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}
