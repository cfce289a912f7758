import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { requireFarm } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ProductId } from '#kernel/ids.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { goodsPhotoLimit } from '#modules/goods/goods-photo.ts'
import { addPhoto, changePhoto, type ShownPhoto } from '#modules/goods/goods-photos.server.ts'
import { oneOfOwnGoods } from '#modules/goods/own-goods.server.ts'
import { allowed } from '#modules/identity/throttle.server.ts'
import { photoRefusalText } from '#modules/photos/photo.ts'
import { api } from '../api.server.ts'
import { granted } from '../problems.server.ts'

export const photosHandlers = {
  list: api.photos.list.handler(({ context: { ctx }, input: { params } }) => photosOf(ctx, params.id)),
  add: api.photos.add.handler(async ({ context: { ctx, files }, input: { params, headers, body } }) => {
    // what is no product of this farm would begin a draft
    await oneOfOwnGoods(ctx, params.id)
    if (!(await allowed(ctx, 'photo-farm', requireFarm(ctx.actor).personId, goodsPhotoLimit)))
      throw new ORPCError('TOO_MANY_PHOTOS', {
        status: 429,
        message: '写真がつづけて届きました。15分ほど待ってください。',
      })
    const bytes = new Uint8Array(Buffer.from(body.data, 'base64'))
    const uploadKey = `api:${createHash('sha256').update(headers['idempotency-key']).digest('hex')}`
    const { key } = granted(await addPhoto(ctx, files, { of: params.id, bytes, uploadKey }), sentence)
    const { photos } = await photosOf(ctx, params.id)
    const added = photos.find((photo) => photo.key === key)
    if (!added) throw new NotFound('photo')
    return added
  }),
  change: api.photos.change.handler(async ({ context: { ctx, files }, input: { params, body } }) => {
    await oneOfOwnGoods(ctx, params.id)
    const change = 'move' in body ? body : ({ move: 'caption', caption: body.caption } as const)
    granted(await changePhoto(ctx, files, { of: params.id, key: params.key, ...change }), sentence)
    return photosOf(ctx, params.id)
  }),
  remove: api.photos.remove.handler(async ({ context: { ctx, files }, input: { params } }) => {
    await oneOfOwnGoods(ctx, params.id)
    granted(await changePhoto(ctx, files, { of: params.id, key: params.key, move: 'remove' }), sentence)
  }),
}

const sentence = (refusal: keyof typeof photoRefusalText) => photoRefusalText[refusal]

const photosOf = async (ctx: Ctx, id: ProductId) => ({ photos: (await oneOfOwnGoods(ctx, id)).photos.map(answer) })

const answer = ({ key, name, width, height, caption }: ShownPhoto) => ({
  key,
  width,
  height,
  caption,
  sizes: ([160, 480, 960, 1600] as const).map((size) => ({ width: size, address: pictureAddress(name, size) })),
})
