import { createHash } from 'node:crypto'
import { refusals } from '#api/endpoint.server.ts'
import { granted, tooMany } from '#api/problems.server.ts'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'
import { goodsPhotoLimit } from '#modules/products/product-photo.ts'
import { addPhoto, type PhotosOf, type ShownPhoto } from '#modules/products/product-photos.server.ts'

const { codes, text } = addPhoto.declaration.refusals
export const photoSentence = text
export const refusedPhoto = refusals(codes, text)

/**
 * A photo received as base64, with the key of the request: the same key, picture and organisation are the same photo.
 */
export async function addGivenPhoto(
  ctx: Ctx,
  files: FileStore,
  { of, data, key }: { of: PhotosOf; data: string; key: string },
): Promise<PhotoKey> {
  const wait = await waitAfter(ctx, 'photo-farm', requireFarm(ctx.actor).personId, goodsPhotoLimit)
  if (wait > 0) throw tooMany('TOO_MANY_PHOTOS', '連続して写真が送信されました。15分ほど待ってください。', wait)
  const bytes = new Uint8Array(Buffer.from(data, 'base64'))
  const uploadKey = `api:${createHash('sha256')
    .update(JSON.stringify([key, of]))
    .update(bytes)
    .digest('hex')}`
  return granted(await addPhoto(ctx, { of, bytes, uploadKey }, files), photoSentence).key
}

export const photoAnswer = ({ key, name, width, height, caption }: ShownPhoto) => ({
  key,
  width,
  height,
  caption,
  sizes: ([160, 480, 960, 1600] as const).map((size) => ({ width: size, address: pictureAddress(name, size) })),
})

export function photoAmong<P extends { key: PhotoKey }>(photos: readonly P[], key: PhotoKey): P {
  const found = photos.find((photo) => photo.key === key)
  if (!found) throw new NotFound('photo')
  return found
}
